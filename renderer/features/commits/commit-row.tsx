import { FolderTree } from "lucide-react";
import type { ReactNode } from "react";
import type { Commit } from "../../../shared/api/resources/commit-shapes.ts";
import type { Pipeline } from "../../../shared/api/resources/pipelines.ts";
import type { Optional } from "../../../shared/optional.ts";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { LineCounts } from "../../ui/diff/line-counts.tsx";
import { Avatar } from "../../ui/marks/avatar.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { useMedia } from "../../ui/panes/use-media.ts";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import { StatusMark } from "../checks/status-mark.tsx";
import { PipelineLink } from "../ci/ci-links.tsx";
import styles from "./commit-row.module.css";

/** Pixels of a row: of one line and, in a narrow window, of two. */
const rowHeights = { line: 32, lines: 52 } as const;

/** Returns the height of a commit's row in pixels at the comfortable density. */
export const useCommitRowHeight = (): number => (useIsNarrow() ? rowHeights.lines : rowHeights.line);

/** Returns whether the window is so narrow that a commit's row has two lines. */
export const useIsNarrow = () => useMedia("(width <= 560px)");

interface CommitRowProps
  extends Optional<{
    /** Name of its project, in lists of several. */
    place: ReactNode;
    /** After its title, such as the refs that point at it. */
    marks: ReactNode;
    /** Before the commit, such as the lines of the history. */
    children: ReactNode;
  }> {
  readonly account: string;
  readonly project: string;
  readonly commit: Commit;
  /** Its newest pipeline; null where it has none, undefined while that is not known. */
  readonly pipeline: Pipeline | null | undefined;
  /** Branch or tag by which its checks are found, undefined for none. */
  readonly refName: string | undefined;
}

/** One commit of a list, in one line: author's avatar, title, marks, then at fixed columns checks, author, age and hash. */
export function CommitRow({
  account,
  project,
  commit,
  pipeline,
  refName,
  place,
  marks,
  children,
}: CommitRowProps) {
  const title = commit.title || "(no message)";
  // The commit's own state is known before the pipelines are.
  const shown = pipeline ?? (pipeline === undefined ? commit.last_pipeline : null);
  return (
    <div className={styles.row}>
      {children}
      <Avatar name={commit.author_name} size={20} />
      <span className={styles.body}>
        <span className={styles.main}>
          <AppLink
            className={layout.title}
            href={hrefs.commit(account, project, commit.id)}
            title={commit.message}
          >
            {title}
          </AppLink>
          {commit.parent_ids.length > 1 ? <Badge>Merge</Badge> : null}
          {marks}
        </span>
        {commit.stats ? <LineCounts added={commit.stats.additions} removed={commit.stats.deletions} /> : null}
        <span className={styles.checks}>
          {shown ? (
            <PipelineLink account={account} project={project} pipeline={shown} compact />
          ) : pipeline === null ? (
            <StatusMark project={project} sha={commit.id} refName={refName} />
          ) : null}
        </span>
        {place ? <span className={styles.place}>{place}</span> : null}
        <bdi className={styles.author} title={commit.author_name}>
          {commit.author_name}
        </bdi>
        <span className={styles.tools}>
          <CopyButton text={commit.id} label={`Copy hash ${commit.short_id}`} />
          <AppLink
            className={layout.iconLink}
            href={hrefs.project(account, project, "files", { ref: commit.id })}
            aria-label={`Browse files at ${commit.short_id}`}
            title="Browse files at this commit"
          >
            <Icon of={FolderTree} />
          </AppLink>
        </span>
        <code className={styles.hash}>{commit.short_id}</code>
        <span className={styles.age}>
          <RelativeTime time={commit.authored_date ?? commit.created_at ?? ""} />
        </span>
      </span>
    </div>
  );
}
