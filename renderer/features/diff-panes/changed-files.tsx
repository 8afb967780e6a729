import { Check, MessageSquare, User, UserCheck } from "lucide-react";
import { memo, type ReactNode, useMemo } from "react";
import { type DiffFile, pathOf } from "../../../shared/diff/diff-file.ts";
import type { DiffSummary } from "../../../shared/diff/diff-types.ts";
import { folderOf, nameOf } from "../../../shared/text/paths.ts";
import { SearchField } from "../../ui/forms/text-field.tsx";
import { VirtualList } from "../../ui/lists/virtual-list.tsx";
import { FileIcon } from "../../ui/marks/file-icon.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import styles from "./diff-panes.module.css";
import { type FilterCondition, FilterMenu } from "./filter-menu.tsx";

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

/** Changed files under their folders; `order` has the indices of those that are shown, in the order of their tree. */
export function changeTreeRows(files: readonly DiffFile[], order: readonly number[]): ChangeTreeRow[] {
  const rows: ChangeTreeRow[] = [];
  let last = "";
  for (const index of order) {
    const file = files[index];
    if (!file) continue;
    const path = pathOf(file);
    const folder = folderOf(path);
    if (folder !== last && folder !== "")
      rows.push({ kind: "folder", key: `folder ${folder}`, path: folder });
    last = folder;
    rows.push({ kind: "file", key: `file ${index}`, index, file });
  }
  return rows;
}

/** Owners of a path in words, and whether one of them has approved; null where it has none. */
export type OwnersOfPath = (path: string) => { readonly text: string; readonly isApproved: boolean } | null;

interface FileTreeProps {
  readonly files: readonly DiffFile[];
  /** Indices of the files that are shown, in the order of their tree. */
  readonly order: readonly number[];
  /** Query that decides which files are shown; see `parseFileFilter`. */
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  /** Beside the filter: what is done with the files that are shown. */
  readonly filterTools?: ReactNode;
  /** Further conditions that the menu of the filter has. */
  readonly conditions?: readonly FilterCondition[] | undefined;
  readonly summaries: readonly (DiffSummary | undefined)[];
  /** Fingerprints of the changes that were viewed. */
  readonly viewed: ReadonlySet<string> | undefined;
  /** Threads and drafts by file. */
  readonly comments: ReadonlyMap<number, number> | undefined;
  /** Called for the files that are drawn; undefined until known. */
  readonly owners: OwnersOfPath | undefined;
  /** The topmost visible file. */
  readonly current: number;
  /** Above the files: the tools of the diff, and how much there is. */
  readonly head: ReactNode;
  /** Below the files: what the comparison leaves out. */
  readonly notes?: ReactNode;
  /** Below them: what the comparison is of. */
  readonly details?: ReactNode;
  readonly onOpen: (index: number) => void;
}

/** The files of a change: filter, kind of change, counts, viewed marks and threads. */
export const ChangedFileTree = memo(function FileTree(props: FileTreeProps) {
  const { files, order, summaries, viewed, comments, current, head, notes, details, onOpen } = props;
  const { filter, onFilter, owners } = props;
  const rows = useMemo(() => changeTreeRows(files, order), [files, order]);
  return (
    <div className={cx(layout.page, styles.tree)}>
      {head}
      <div className={styles.treeFilter}>
        <SearchField label="Filter files" value={filter} onChange={onFilter} />
        <FilterMenu
          filter={filter}
          onFilter={onFilter}
          hasViewed={viewed !== undefined}
          conditions={props.conditions}
        />
        {props.filterTools}
      </div>
      <VirtualList
        label="Changed files"
        className={styles.files ?? ""}
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
          const read = summary !== undefined && viewed?.has(summary.fingerprint) === true;
          const { letter, kind } = changeOf(row.file);
          const path = row.file.deleted_file ? row.file.old_path : row.file.new_path;
          const said = comments?.get(row.index) ?? 0;
          const owned = owners?.(path) ?? null;
          return (
            <span
              className={styles.treeRow}
              data-viewed={read}
              title={owned ? `${path}\n${owned.text}` : path}
            >
              <FileIcon name={path} />
              <span className={cx(flow.growText, layout.ellipsis, styles.name)}>{nameOf(path)}</span>
              {said > 0 ? (
                <span className={cx(layout.small, styles.hits)} role="img" aria-label={`${said} comments`}>
                  <Icon of={MessageSquare} size={12} /> {said}
                </span>
              ) : null}
              {owned ? (
                <span className={styles.owners} data-approved={owned.isApproved || undefined}>
                  <Icon of={owned.isApproved ? UserCheck : User} size={13} label={owned.text} />
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
      {notes ? <div className={styles.notes}>{notes}</div> : null}
      {details ? <div className={styles.details}>{details}</div> : null}
    </div>
  );
});
