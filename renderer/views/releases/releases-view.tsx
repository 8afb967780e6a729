import { FileCheck, Package, Pencil, Plus, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { deleteRelease, listReleases, type Release } from "../../../shared/api/resources/releases.ts";
import { tagRef } from "../../../shared/text/ref-name.ts";
import { failureOf } from "../../api/describe-problem.ts";
import { useOperation, useOperationPages } from "../../api/use-operation.ts";
import { useWrite } from "../../api/use-write.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { PersonAvatar } from "../../features/avatars/person-avatar.tsx";
import { CommentText } from "../../features/comments/comment-text.tsx";
import { ListStates } from "../../features/paged-list/list-states.tsx";
import { LoadMore, totalText } from "../../features/paged-list/load-more.tsx";
import { PersonLink } from "../../features/people/person-link.tsx";
import { NeedsCommits } from "../../features/repository/needs-commits.tsx";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { confirm } from "../../ui/overlays/confirm.tsx";
import { MenuItem } from "../../ui/overlays/menu-item.tsx";
import { MoreMenu } from "../../ui/overlays/more-menu.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import { AssetList } from "./asset-list.tsx";
import styles from "./releases.module.css";

const ReleaseEvidence = lazy(async () => ({
  default: (await import("./release-evidence.tsx")).ReleaseEvidence,
}));
const ReleaseForm = lazy(async () => ({ default: (await import("./release-form.tsx")).ReleaseForm }));

/** Releases of a project, latest first, with their notes and assets. */
export function ReleasesView() {
  return (
    <NeedsCommits
      {...useProjectRoute()}
      icon={Package}
      page="Releases"
      title="No releases yet"
      description="A release is of a tag, so it needs a commit first."
    >
      <Releases />
    </NeedsCommits>
  );
}

function Releases() {
  const { account, project } = useProjectRoute();
  const details = useOperation(getProject, { id: project });
  const releases = useOperationPages(listReleases, { id: project, per_page: 20 });
  const [editing, setEditing] = useState<Release | "new" | null>(null);
  const from = details.data?.default_branch ?? "main";
  return (
    <section className={cx(flow.scroll, styles.page)} aria-label="Releases" {...focusable}>
      <PageHeader
        title="Releases"
        icon={Package}
        meta={totalText(releases, "release")}
        actions={
          <Button icon={Plus} variant="primary" onClick={() => setEditing("new")}>
            New release
          </Button>
        }
      />
      <ListStates
        label="Releases"
        list={releases}
        lineHeight={24}
        empty={
          <EmptyState
            icon={Package}
            title="No releases yet"
            description="A release gives a tag a name, notes, and the files that people download."
          />
        }
      >
        <div className={styles.list}>
          {releases.items.map((release, i) => (
            <ReleaseCard
              key={release.tag_name}
              account={account}
              project={project}
              release={release}
              latest={i === 0}
              onEdit={() => setEditing(release)}
            />
          ))}
          <LoadMore list={releases} />
        </div>
      </ListStates>
      {editing ? (
        <Suspense>
          <ReleaseForm
            project={project}
            from={from}
            release={editing === "new" ? null : editing}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

const focusable = { tabIndex: 0 };

interface ReleaseCardProps {
  readonly account: string;
  readonly project: string;
  readonly release: Release;
  readonly latest: boolean;
  readonly onEdit: () => void;
}

function ReleaseCard({ account, project, release, latest, onEdit }: ReleaseCardProps) {
  const write = useWrite(deleteRelease);
  const [isExporting, setExporting] = useState(false);
  const name = release.name ?? release.tag_name;
  const remove = async () => {
    const isDone = await confirm({
      title: `Delete the release ${name}?`,
      description: `This deletes its notes and links. The tag ${release.tag_name} is kept.`,
      confirmLabel: "Delete",
      danger: true,
      failureTitle: `The release ${name} was not deleted`,
      attempt: () => failureOf(write({ id: project, tag_name: release.tag_name })),
    });
    if (isDone) toast.success(`Deleted the release ${name}`);
  };
  return (
    <article className={styles.card} aria-label={name} id={release.tag_name}>
      <header className={styles.head}>
        <h2>{name}</h2>
        {latest ? <Badge tone="added">Latest</Badge> : null}
        {release.upcoming_release ? <Badge tone="running">Upcoming</Badge> : null}
        <span className={styles.actions}>
          <IconButton label={`Edit the release ${name}`} icon={Pencil} onClick={onEdit} />
          <IconButton
            writes
            label={`Delete the release ${name}`}
            icon={Trash2}
            onClick={() => void remove()}
          />
          <MoreMenu of={`the release ${name}`}>
            <MenuItem icon={FileCheck} onSelect={() => setExporting(true)}>
              Export evidence…
            </MenuItem>
          </MoreMenu>
        </span>
      </header>
      <p className={styles.meta}>
        {release.author ? (
          <>
            <PersonAvatar person={release.author} size={18} />{" "}
            <PersonLink account={account} person={release.author} /> ·{" "}
          </>
        ) : null}
        <AppLink href={hrefs.project(account, project, "files", { ref: tagRef(release.tag_name) })}>
          <code>{release.tag_name}</code>
        </AppLink>
        {release.commit ? (
          <AppLink href={hrefs.commit(account, project, release.commit.id)}>
            <code>{release.commit.short_id}</code>
          </AppLink>
        ) : null}
        <span>
          released{" "}
          <RelativeTime
            future={release.upcoming_release === true}
            time={release.released_at ?? release.created_at ?? 0}
          />
        </span>
      </p>
      {release.description ? (
        <div className={styles.notes}>
          <CommentText text={release.description} />
        </div>
      ) : null}
      <AssetList {...{ account, project, release }} />
      {isExporting ? (
        <Suspense>
          <ReleaseEvidence {...{ project, release }} onClose={() => setExporting(false)} />
        </Suspense>
      ) : null}
    </article>
  );
}
