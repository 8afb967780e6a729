import { useQuery } from "@tanstack/react-query";
import {
  BookOpen,
  Download,
  ExternalLink,
  FileCode,
  FilePlus2,
  FolderOpen,
  GitCommitHorizontal,
  GitFork,
  Pin,
  PinOff,
  Send,
} from "lucide-react";
import { listCommits } from "../../../shared/api/resources/commits.ts";
import { getRawFile } from "../../../shared/api/resources/files.ts";
import type { Original } from "../../../shared/api/resources/local-repositories.ts";
import { getProject, type Project } from "../../../shared/api/resources/projects.ts";
import { listTree } from "../../../shared/api/resources/repository.ts";
import { shellRoutes } from "../../../shared/host/shell.ts";
import { folderOf, nameOf } from "../../../shared/text/paths.ts";
import { withoutTitle } from "../../../shared/text/without-title.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { callHost } from "../../api/fetch-host.ts";
import { callOperation, operationUrl } from "../../api/fetch-operation.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { isMarkdown } from "../../features/file-preview/document-kind.ts";
import { OriginalBadges, OriginalDetails } from "../../features/local-repositories/original-badges.tsx";
import { useOriginal } from "../../features/local-repositories/use-original.ts";
import { ServiceMarkdown } from "../../features/markdown/service-markdown.tsx";
import { VisibilityLabel } from "../../features/project-list/project-list.tsx";
import { toRecentProject } from "../../features/project-list/to-recent-project.ts";
import { findReadme } from "../../features/repository/find-readme.ts";
import { isEmpty } from "../../features/repository/needs-commits.tsx";
import { useAccount } from "../../state/host-state.ts";
import { isPinned, togglePin, useRecentProjects } from "../../state/recent-projects.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { Writable } from "../../ui/forms/destination.tsx";
import { Avatar } from "../../ui/marks/avatar.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { Popover } from "../../ui/overlays/popover.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import { decodeInWorker } from "../../workers/text/text-engine.ts";
import { AllProjectFields } from "./all-project-fields.tsx";
import { ImportNotice, StarButton } from "./project-actions.tsx";
import styles from "./projects.module.css";

/** A project's front page: details, README, clone addresses and latest commits. */
export function ProjectView() {
  const { account, project: path } = useProjectRoute();
  const project = useOperation(getProject, { id: path, license: true });
  const { data } = project;
  if (project.isPending) {
    return (
      <div className={layout.page}>
        <PageHeader title={nameOf(path)} mark={<Avatar name={nameOf(path)} size={24} square />} />
        <div className={layout.padded}>
          <Skeleton lines={6} height={24} label="Loading the project" />
        </div>
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
        mark={<Avatar name={project.name} size={24} square />}
        state={
          <>
            {original ? null : <VisibilityLabel value={project.visibility} />}
            {original ? <OriginalBadges original={original} /> : null}
            {project.archived ? <Badge tone="warning">Archived: read only</Badge> : null}
          </>
        }
        tools={
          <>
            <IconButton
              label={pinned ? "Unpin this project" : "Pin this project"}
              icon={pinned ? PinOff : Pin}
              pressed={pinned}
              onClick={() => togglePin(recentProject)}
            />
            {original ? null : (
              <Writable>
                <StarButton project={project} />
              </Writable>
            )}
            {original ? null : (
              <AppLink
                className={layout.iconLink}
                href={hrefs.project(params.account, params.project, "fork")}
                aria-label="Fork this project"
                title="Fork this project"
              >
                <Icon of={GitFork} />
              </AppLink>
            )}
            <AppLink
              className={layout.iconLink}
              href={hrefs.publishes({ from: params.account, project: params.project })}
              aria-label="Publish to a service"
              title="Publish to a service"
            >
              <Icon of={Send} />
            </AppLink>
            {project.web_url && !isLocal ? (
              <IconButton
                label="Open in browser"
                icon={ExternalLink}
                onClick={() => {
                  callHost(shellRoutes.openExternal, { body: { url: project.web_url } }).catch(
                    (error: unknown) =>
                      toast.error("Could not open the link", {
                        description: describeProblem(error).message,
                      }),
                  );
                }}
              />
            ) : null}
            <CloneMenu project={project} />
          </>
        }
        actions={
          <Button asChild variant={branch === null ? "default" : "primary"}>
            <AppLink href={hrefs.project(params.account, params.project, "files")}>
              <Icon of={FolderOpen} /> Browse files
            </AppLink>
          </Button>
        }
      />
      <div className={styles.columns}>
        <div>
          <ImportNotice project={project} />
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
          <AllProjectFields account={account} project={project} />
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
      {original ? null : (
        <>
          <dt>Stars</dt>
          <dd>{project.star_count.toLocaleString()}</dd>
          <dt>Forks</dt>
          <dd>{project.forks_count.toLocaleString()}</dd>
        </>
      )}
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

/** The clone URLs of a project. */
function CloneMenu({ project }: { readonly project: Project }) {
  const addresses = [
    { protocol: "HTTP", url: project.http_url_to_repo },
    { protocol: "SSH", url: project.ssh_url_to_repo },
  ].filter(({ url }) => url !== "");
  return (
    <Popover label="Clone" align="end" trigger={<Button icon={Download}>Clone</Button>}>
      <dl className={styles.clone}>
        {addresses.map(({ protocol, url }) => (
          <div key={protocol}>
            <dt>Clone with {protocol}</dt>
            <dd>
              <code>{url}</code>
              <CopyButton text={url} label={`Copy ${protocol} URL`} />
            </dd>
          </div>
        ))}
      </dl>
      {addresses.length === 0 ? <p className={cx(layout.note, styles.inset)}>No URL available</p> : null}
    </Popover>
  );
}

/** The last commits of the default branch. */
function LatestCommits({ account, project }: { readonly account: string; readonly project: string }) {
  const commits = useOperation(listCommits, { id: project, per_page: 6 });
  if (commits.isPending) return <Skeleton lines={6} height={57} mark={20} label="Loading commits" />;
  if (!commits.data)
    return <p className={cx(layout.note, styles.inset)}>{describeProblem(commits.error).message}</p>;
  return (
    <>
      <ul>
        {commits.data.map((commit) => (
          <li key={commit.id} className={styles.commit}>
            <Avatar name={commit.author_name} size={20} />
            <div>
              <AppLink href={hrefs.commit(account, project, commit.id)} title={commit.title}>
                {commit.title || "(no message)"}
              </AppLink>
              <span className={layout.small}>
                {commit.author_name} ·{" "}
                <RelativeTime time={commit.created_at ?? commit.committed_date ?? ""} />
              </span>
            </div>
          </li>
        ))}
      </ul>
      <AppLink href={hrefs.project(account, project, "commits")}>All commits</AppLink>
    </>
  );
}

interface ProjectReadmeProps {
  readonly account: string;
  readonly project: Project;
  readonly branch: string;
}

/** The README at the root of the default branch, rendered where it is Markdown. */
function ProjectReadme({ account, project, branch }: ProjectReadmeProps) {
  const id = project.path_with_namespace;
  const tree = useOperation(listTree, { id, ref: branch, per_page: 100 });
  const path = findReadme(tree.data ?? [])?.path;
  const text = useQuery({
    queryKey: ["readme", account, id, branch, path],
    queryFn: async ({ signal }) => {
      const input = { id, file_path: path ?? "", ref: branch };
      const response = await callOperation(account, getRawFile, input, { signal });
      return (await decodeInWorker(new Uint8Array(await response.arrayBuffer()), signal)) ?? "";
    },
    enabled: path !== undefined,
    meta: { reads: ["blobs"] },
  });
  if (tree.isPending || (path !== undefined && text.isPending)) {
    return <Skeleton lines={8} label="Loading the README" />;
  }
  const error = tree.error ?? text.error;
  if (error) return <ErrorState compact {...describeProblem(error)} onRetry={() => void tree.refetch()} />;
  if (path === undefined) {
    return (
      <EmptyState
        compact
        icon={BookOpen}
        title="No README"
        description="A README.md at the root of the repository is shown here."
      />
    );
  }
  if (!isMarkdown(path)) return <pre className={styles.readme}>{text.data}</pre>;
  return (
    <ServiceMarkdown
      text={withoutTitle(text.data ?? "", project.name)}
      scope={{ account, project: id }}
      folder={folderOf(path)}
      linkTo={(target, hash) => hrefs.project(account, id, "files", { ref: branch, path: target }, hash)}
      imageUrl={(target) => operationUrl(account, getRawFile, { id, file_path: target || path, ref: branch })}
      headingHref={(heading) => hrefs.project(account, id, "files", { ref: branch, path }, heading)}
    />
  );
}
