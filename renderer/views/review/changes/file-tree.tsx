import { Check, MessageSquare } from "lucide-react";
import { memo, useMemo, useState } from "react";
import type { DiffFile } from "../../../../shared/diff/diff-file.ts";
import type { DiffSummary } from "../../../../shared/diff/diff-types.ts";
import { nameOf } from "../../../../shared/text/paths.ts";
import { cx } from "../../../ui/class-names.ts";
import { FileIcon } from "../../../ui/file-icon.tsx";
import flow from "../../../ui/flow.module.css";
import { Icon } from "../../../ui/icon.tsx";
import layout from "../../../ui/layout.module.css";
import { SearchField } from "../../../ui/search-field.tsx";
import { VirtualList } from "../../../ui/virtual-list.tsx";
import reviewStyles from "../review.module.css";
import styles from "./changes.module.css";
import { changeOf, changeTreeRows } from "./tree-rows.ts";

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
