import { Check, FileDiff, MessageSquare } from "lucide-react";
import { memo, useMemo, useState } from "react";
import { type DiffFile, pathOf } from "../../../../shared/diff/diff-file.ts";
import type { DiffSummary } from "../../../../shared/diff/diff-types.ts";
import { folderOf, nameOf } from "../../../../shared/text/paths.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { SearchField } from "../../../ui/forms/text-field.tsx";
import { VirtualList } from "../../../ui/lists/virtual-list.tsx";
import { FileIcon } from "../../../ui/marks/file-icon.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import reviewStyles from "../review.module.css";
import styles from "./changes.module.css";
import type { Changes } from "./use-changes.ts";

/** A row of the tree of changed files: a folder's heading, or a file. */
type ChangeTreeRow =
  | { readonly kind: "folder"; readonly key: string; readonly path: string }
  | { readonly kind: "file"; readonly key: string; readonly index: number; readonly file: DiffFile };

/** The kind of a file's change, as a letter and a word. */
export function changeOf(file: DiffFile): { readonly letter: string; readonly kind: string } {
  if (file.new_file) return { letter: "A", kind: "added" };
  if (file.deleted_file) return { letter: "D", kind: "deleted" };
  if (file.renamed_file) return { letter: "R", kind: "moved" };
  return { letter: "M", kind: "changed" };
}

/**
 * Changed files under their folders, in the order of their tree and only those whose path has all words. `order` has the
 * files' indices in that order.
 */
export function changeTreeRows(
  files: readonly DiffFile[],
  order: readonly number[],
  filter: string,
): ChangeTreeRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const rows: ChangeTreeRow[] = [];
  let last = "";
  for (const index of order) {
    const file = files[index];
    if (!file) continue;
    const path = pathOf(file);
    const lower = path.toLowerCase();
    if (!words.every((word) => lower.includes(word))) continue;
    const folder = folderOf(path);
    if (folder !== last && folder !== "")
      rows.push({ kind: "folder", key: `folder ${folder}`, path: folder });
    last = folder;
    rows.push({ kind: "file", key: `file ${index}`, index, file });
  }
  return rows;
}

interface FileTreeProps {
  readonly files: readonly DiffFile[];
  /** Indices of the files in the order of their tree. */
  readonly order: readonly number[];
  readonly summaries: readonly (DiffSummary | undefined)[];
  readonly viewed: ReadonlySet<string>;
  /** Threads and drafts by file. */
  readonly comments: ReadonlyMap<number, number>;
  /** The topmost visible file. */
  readonly current: number;
  readonly onOpen: (index: number) => void;
}

/** The files of a change: filter, kind of change, counts, viewed marks and threads. */
export const ChangedFileTree = memo(function FileTree(props: FileTreeProps) {
  const { files, order, summaries, viewed, comments, current, onOpen } = props;
  const [filter, setFilter] = useState("");
  const rows = useMemo(() => changeTreeRows(files, order, filter), [files, order, filter]);
  return (
    <div className={cx(layout.page, styles.tree)}>
      <div className={styles.treeFilter}>
        <SearchField label="Filter files" value={filter} onChange={setFilter} />
      </div>
      <VirtualList
        label="Changed files"
        className={flow.fill ?? ""}
        items={rows}
        itemKey={(row) => row.key}
        rowHeight={26}
        isHeading={(row) => row.kind === "folder"}
        selectedKey={`file ${current}`}
        revealSelected
        renderItem={(row) => {
          if (row.kind === "folder") {
            return (
              <span className={styles.folderRow}>
                <span className={layout.ellipsis}>{row.path}</span>
              </span>
            );
          }
          const summary = summaries[row.index];
          const read = summary !== undefined && viewed.has(summary.fingerprint);
          const { letter, kind } = changeOf(row.file);
          const path = row.file.deleted_file ? row.file.old_path : row.file.new_path;
          const said = comments.get(row.index) ?? 0;
          return (
            <span className={reviewStyles.treeRow} data-viewed={read} title={path}>
              <FileIcon name={path} />
              <span className={cx(flow.growText, layout.ellipsis, reviewStyles.name)}>{nameOf(path)}</span>
              {said > 0 ? (
                <span className={cx(layout.small, styles.hits)} role="img" aria-label={`${said} comments`}>
                  <Icon of={MessageSquare} size={12} /> {said}
                </span>
              ) : null}
              {read ? <Icon of={Check} size={13} label="Viewed" /> : null}
              <span className={styles.letter} data-kind={kind} role="img" aria-label={kind}>
                {letter}
              </span>
            </span>
          );
        }}
        onOpen={(row) => {
          if (row.kind === "file") onOpen(row.index);
        }}
      />
    </div>
  );
});

/** The empty state of the changes: loading, no changes, or an error. `between` two versions or in one. */
export function NoFiles({ changes, between }: { readonly changes: Changes; readonly between: boolean }) {
  if (changes.pending) {
    return (
      <div className={flow.roomy}>
        <Skeleton lines={12} height={20} label="Loading the changes" />
      </div>
    );
  }
  if (changes.error) return <ErrorState {...describeProblem(changes.error)} onRetry={changes.refetch} />;
  return (
    <EmptyState
      icon={FileDiff}
      title={between ? "No changes between these versions" : "No changes"}
      description={othersText(changes.others) || "Both versions have the same files."}
    />
  );
}

/** Returns a text for the files that a comparison omits. */
export function othersText(others: Changes["others"]): string {
  const rebase = others.filter(({ why }) => why === "rebase").length;
  const same = others.length - rebase;
  const files = (count: number) => `${count.toLocaleString()} ${count === 1 ? "file" : "files"}`;
  return [
    same > 0 ? `${files(same)} with the same change in both versions` : "",
    rebase > 0 ? `${files(rebase)} that only the target branch changed` : "",
  ]
    .filter(Boolean)
    .join(", ");
}
