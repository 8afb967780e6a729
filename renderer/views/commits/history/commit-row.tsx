import { FolderTree } from "lucide-react";
import type { ReactNode } from "react";
import type { Commit } from "../../../../shared/api/resources/commit-shapes.ts";
import type { Pipeline } from "../../../../shared/api/resources/pipelines.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { StatusMark } from "../../../features/checks/status-mark.tsx";
import { PipelineLink } from "../../../features/ci/pipeline-link.tsx";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { LineCounts } from "../../../ui/diff/line-counts.tsx";
import { Icon } from "../../../ui/icon.tsx";
import layout from "../../../ui/layout.module.css";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { useMedia } from "../../../ui/use-media.ts";
import styles from "./history.module.css";
import { RefChips } from "./ref-chips.tsx";
import type { CommitRef } from "./use-refs-by-commit.ts";

/** Pixels of a commit's row and of a day's. */
export const rowHeights = { commit: 52, day: 36 } as const;

interface CommitRowProps {
  readonly account: string;
  readonly project: string;
  readonly commit: Commit;
  /** Its newest pipeline; null where it has none, undefined while that is not known. */
  readonly pipeline: Pipeline | null | undefined;
  /** Branch or tag whose history is listed, undefined for that of all or of a hash. */
  readonly refName: string | undefined;
  /** Branches and tags that point at it. */
  readonly refs?: readonly CommitRef[] | undefined;
  /** Before the commit, such as the lines of the history. */
  readonly children?: ReactNode;
}

/** One commit of a list: title, who, when and the short hash. */
export function CommitRow({ account, project, commit, pipeline, refName, refs, children }: CommitRowProps) {
  const title = commit.title || "(no message)";
  // The commit's own state is known before the pipelines are.
  const shown = pipeline ?? (pipeline === undefined ? commit.last_pipeline : null);
  const isNarrow = useMedia("(width < 600px)");
  const chips = refs ? <RefChips {...{ account, project, refs }} shown={isNarrow ? 1 : 3} /> : null;
  return (
    <div className={layout.row}>
      {children}
      <Avatar name={commit.author_name} size={24} />
      <div className={layout.rowText}>
        <AppLink
          className={layout.title}
          href={hrefs.commit(account, project, commit.id)}
          title={commit.message}
        >
          {title}
        </AppLink>
        <span className={layout.meta}>
          {isNarrow ? chips : null}
          {commit.author_name} · <RelativeTime time={commit.authored_date ?? commit.created_at ?? ""} />{" "}
          {commit.parent_ids.length > 1 ? <Badge>Merge</Badge> : null}
        </span>
      </div>
      {isNarrow ? null : chips}
      {shown ? (
        <PipelineLink account={account} project={project} pipeline={shown} compact />
      ) : pipeline === null ? (
        <StatusMark project={project} sha={commit.id} refName={refName ?? refs?.[0]?.name} />
      ) : null}
      {commit.stats ? <LineCounts added={commit.stats.additions} removed={commit.stats.deletions} /> : null}
      <code className={styles.hash}>{commit.short_id}</code>
      <CopyButton text={commit.id} label={`Copy hash ${commit.short_id}`} />
      <AppLink
        className={layout.iconLink}
        href={hrefs.project(account, project, "files", { ref: commit.id })}
        aria-label={`Browse files at ${commit.short_id}`}
        title="Browse files at this commit"
      >
        <Icon of={FolderTree} />
      </AppLink>
    </div>
  );
}
