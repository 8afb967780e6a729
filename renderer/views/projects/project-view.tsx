import {
  ExternalLink,
  FileCode,
  FilePlus2,
  FolderOpen,
  GitCommitHorizontal,
  Pin,
  PinOff,
} from "lucide-react";
import type { Original } from "../../../shared/api/resources/local-repositories.ts";
import { getProject, type Project } from "../../../shared/api/resources/projects.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { openExternal } from "../../api/settings.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { OriginalBadges, OriginalDetails } from "../../features/local-repositories/original-badges.tsx";
import { useOriginal } from "../../features/local-repositories/use-original.ts";
import { toRecentProject } from "../../features/project-list/to-recent-project.ts";
import { VisibilityLabel } from "../../features/project-list/visibility-label.tsx";
import { isEmpty } from "../../features/repository/needs-commits.tsx";
import { useAccount } from "../../state/host-state.ts";
import { isPinned, togglePin, useRecentProjects } from "../../state/recent-projects.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import flow from "../../ui/flow.module.css";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import layout from "../../ui/layout.module.css";
import { PageHeader } from "../../ui/page-header.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.tsx";
import { CloneMenu } from "./clone-menu.tsx";
import { LatestCommits } from "./latest-commits.tsx";
import { ProjectDetails } from "./project-details.tsx";
import { ProjectReadme } from "./project-readme.tsx";
import styles from "./projects.module.css";

/** A project's front page: details, README, clone addresses and latest commits. */
export function ProjectView() {
  const { account, project: path } = useProjectRoute();
  const project = useOperation(getProject, { id: path, license: true });
  const { data } = project;
  if (project.isPending) {
    return (
      <div className={layout.padded}>
        <Skeleton lines={6} height={24} label="Loading the project" />
      </div>
    );
  }
  if (!data) return <ErrorState {...describeProblem(project.error)} onRetry={() => void project.refetch()} />;
  return <Overview account={account} project={data} />;
}

function Overview({ account, project }: { readonly account: string; readonly project: Project }) {
  const branch = isEmpty(project) ? null : project.default_branch;
  const recentProject = toRecentProject(account, project);
  const pinned = useRecentProjects((state) => isPinned(state.pinned, recentProject));
  const isLocal = useAccount(account)?.kind === "local";
  const original = useOriginal(account, project.path_with_namespace);
  const params = { account, project: project.path_with_namespace };
  return (
    <div className={cx(flow.scroll, styles.overview)}>
      <PageHeader
        title={project.name}
        mark={<Avatar name={project.name} size={32} square />}
        state={
          <>
            <VisibilityLabel value={project.visibility} />
            {original ? <OriginalBadges original={original} /> : null}
            {project.archived ? <Badge tone="warning">Archived: read only</Badge> : null}
          </>
        }
        meta={recentProject.namespace}
        actions={
          <>
            <IconButton
              label={pinned ? "Unpin this project" : "Pin this project"}
              icon={pinned ? PinOff : Pin}
              pressed={pinned}
              onClick={() => togglePin(recentProject)}
            />
            {project.web_url && !isLocal ? (
              <IconButton
                label="Open in browser"
                icon={ExternalLink}
                onClick={() => {
                  openExternal(project.web_url).catch((error: unknown) =>
                    toast.error("Could not open the link", {
                      description: describeProblem(error).message,
                    }),
                  );
                }}
              />
            ) : null}
            <CloneMenu project={project} />
            <Button asChild variant={branch === null ? "default" : "primary"}>
              <AppLink href={hrefs.project(params.account, params.project, "files")}>
                <Icon of={FolderOpen} /> Browse files
              </AppLink>
            </Button>
          </>
        }
      />
      <div className={styles.columns}>
        <div>
          {project.description ? <p className={styles.lead}>{project.description}</p> : null}
          {branch === null ? (
            <EmptyState
              icon={FileCode}
              title="The repository is empty"
              description={`${original ? "Commit to it" : "Push to it"} with git, or create a file here.`}
              actions={
                project.archived === true ? null : (
                  <Button asChild variant="primary" icon={FilePlus2}>
                    <AppLink href={hrefs.project(params.account, params.project, "files")}>
                      Create the first file
                    </AppLink>
                  </Button>
                )
              }
            />
          ) : (
            <ProjectReadme account={account} project={project} branch={branch} />
          )}
        </div>
        <aside className={styles.aside} aria-label="About this project">
          <DetailList project={project} original={original} />
          <ProjectDetails account={account} project={project} />
          {branch === null ? null : (
            <section aria-labelledby="latest-commits">
              <h2 id="latest-commits" className={styles.stripTitle}>
                <Icon of={GitCommitHorizontal} size={14} /> Latest commits
              </h2>
              <LatestCommits account={account} project={project.path_with_namespace} />
            </section>
          )}
        </aside>
      </div>
    </div>
  );
}

interface DetailListProps {
  readonly project: Project;
  /** The repository on disk, where the project was opened from one. */
  readonly original: Original | undefined;
}

function DetailList({ project, original }: DetailListProps) {
  return (
    <dl className={styles.fields}>
      {original ? <OriginalDetails original={original} /> : null}
      {project.default_branch ? (
        <>
          <dt>Default branch</dt>
          <dd>
            <code>{project.default_branch}</code>
          </dd>
        </>
      ) : null}
      {project.tag_list.length > 0 ? (
        <>
          <dt>Topics</dt>
          <dd className={styles.chips}>
            {project.tag_list.map((topic) => (
              <Badge key={topic}>{topic}</Badge>
            ))}
          </dd>
        </>
      ) : null}
      {project.license ? (
        <>
          <dt>License</dt>
          <dd>{project.license.name}</dd>
        </>
      ) : null}
      <dt>Stars</dt>
      <dd>{project.star_count.toLocaleString()}</dd>
      <dt>Forks</dt>
      <dd>{project.forks_count.toLocaleString()}</dd>
      {project.created_at ? (
        <>
          <dt>Created</dt>
          <dd>
            <RelativeTime time={project.created_at} />
          </dd>
        </>
      ) : null}
      <dt>ID</dt>
      <dd>{project.id}</dd>
    </dl>
  );
}
