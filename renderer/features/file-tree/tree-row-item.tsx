import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { FileIcon } from "../../ui/file-icon.tsx";
import { Icon } from "../../ui/icon.tsx";
import layout from "../../ui/layout.module.css";
import styles from "./tree.module.css";
import type { TreeRow } from "./tree-rows.ts";

interface TreeRowProps {
  readonly id: string;
  readonly row: TreeRow;
  /** URL of a file's bytes, for dragging it out of the window; null for a folder. */
  readonly fileUrl: string | null;
  readonly icon: ReactNode;
  readonly onApproach: () => void;
  readonly mark: ReactNode;
  readonly empty: string;
  readonly top: number;
  readonly active: boolean;
  readonly current: boolean;
  readonly onToggle: (path: string, open: boolean) => void;
  readonly onChoose: (newTab: boolean) => void;
}

/** One row of the tree, which itself has the focus and handles the keys. */
export function TreeRowItem({
  id,
  row,
  fileUrl,
  icon,
  mark,
  empty,
  top,
  active,
  current,
  ...on
}: TreeRowProps) {
  const { onApproach, onToggle, onChoose } = on;
  const style = {
    transform: `translateY(${top}px)`,
    paddingInlineStart: `calc(var(--space-2) + ${row.depth} * var(--tree-indent))`,
  };
  if (row.kind !== "entry") {
    return (
      <div
        id={id}
        role="treeitem"
        tabIndex={-1}
        aria-level={row.depth + 1}
        className={cx(styles.row, layout.small)}
        style={style}
      >
        {row.kind === "loading" ? "Loading…" : row.kind === "empty" ? empty : null}
        {row.kind === "failed" ? (
          <Button size="s" variant="ghost" onClick={row.retry}>
            Retry
          </Button>
        ) : null}
      </div>
    );
  }
  const { entry, open } = row;
  const folder = entry.kind === "directory";
  return (
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.depth + 1}
      aria-posinset={row.index}
      aria-setsize={row.count}
      aria-expanded={folder ? open : undefined}
      aria-selected={current}
      className={cx(styles.row, current && styles.current, active && styles.active)}
      style={style}
      title={entry.name}
      draggable={fileUrl !== null}
      onDragStart={({ dataTransfer }) => {
        if (fileUrl === null) return;
        const url = new URL(fileUrl, location.href).href;
        dataTransfer.effectAllowed = "copy";
        dataTransfer.setData("DownloadURL", `application/octet-stream:${entry.name}:${url}`);
        dataTransfer.setData("text/plain", entry.path);
      }}
      onPointerEnter={folder ? undefined : onApproach}
      onClick={(event) => onChoose(event.ctrlKey || event.metaKey)}
      onAuxClick={(event) => event.button === 1 && onChoose(true)}
      onKeyDown={undefined}
    >
      <span
        className={cx(styles.chevron, open && styles.opened, !folder && styles.none)}
        aria-hidden
        onClick={(event) => {
          if (!folder) return;
          event.stopPropagation();
          onToggle(entry.path, !open);
        }}
      >
        <Icon of={ChevronRight} size={14} />
      </span>
      {icon ?? <FileIcon name={entry.name} kind={entry.kind} open={open} />}
      <bdi className={cx(layout.ellipsis, styles.name)}>{entry.name}</bdi>
      {mark}
    </div>
  );
}
