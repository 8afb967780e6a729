import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronRight } from "lucide-react";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { getRawFile } from "../../../shared/api/files.ts";
import { operationUrl } from "../../api/fetch-operation.ts";
import { openTab } from "../../state/tabs.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { warmMonaco } from "../../ui/code/load-monaco.ts";
import { FileIcon } from "../../ui/file-icon.tsx";
import { Icon } from "../../ui/icon.tsx";
import { entryKind } from "./entry-kind.ts";
import { foldersOf } from "./paths.ts";
import { useGo } from "./place.ts";
import { filesHref } from "./repository-hrefs.ts";
import styles from "./tree.module.css";
import { rowOf, type TreeRow, treeRows } from "./tree-rows.ts";
import { useFolders } from "./use-folder.ts";
import type { Repository } from "./use-repository.ts";
import { useTreeKeys } from "./use-tree-keys.ts";

interface FileTreeProps {
  readonly repository: Repository;
  /** What the main part shows. */
  readonly path: string;
}

const rowHeight = 26;

/** The repository's folders and files; folders are fetched as they are opened, only visible rows exist. */
export function FileTree({ repository, path }: FileTreeProps) {
  const id = useId();
  const go = useGo();
  const scroller = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(foldersOf(path)));
  const [active, setActive] = useState(path);
  // Wherever one goes by other means, the tree goes along.
  const [shown, setShown] = useState(path);
  if (shown !== path) {
    setShown(path);
    setActive(path);
    setOpen(new Set([...open, ...foldersOf(path)]));
  }
  const folders = useFolders(
    repository,
    useMemo(() => ["", ...open], [open]),
  );
  const rows = useMemo(() => treeRows(folders, open), [folders, open]);
  const index = Math.max(0, rowOf(rows, active));
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const place = rowOf(rows, path);
  const loaded = place >= 0;
  const reveal = useRef((_: string) => undefined as unknown);
  reveal.current = (shownPath) =>
    virtual.scrollToIndex(Math.max(0, rowOf(rows, shownPath)), { align: "auto" });
  useEffect(() => {
    if (loaded) reveal.current(path);
  }, [path, loaded]);

  const toggle = (folder: string, wanted: boolean) =>
    setOpen((now) =>
      wanted ? new Set([...now, folder]) : new Set([...now].filter((one) => one !== folder)),
    );
  const choose = (row: TreeRow, newTab: boolean) => {
    if (row.kind === "failed") return row.retry();
    if (row.kind !== "entry") return;
    const href = filesHref(repository, repository.ref, row.entry.path);
    if (newTab) return openTab(href, { background: true });
    if (row.entry.type === "tree") toggle(row.entry.path, true);
    go(href);
  };
  const move = (to: number) => {
    const row = rows[to];
    if (row?.kind === "entry") setActive(row.entry.path);
    virtual.scrollToIndex(to);
  };
  const onKeyDown = useTreeKeys(rows, index, Math.max(1, virtual.getVirtualItems().length - 13), {
    move,
    toggle,
    choose,
  });
  const items = virtual.getVirtualItems();
  return (
    <div
      ref={scroller}
      className={styles.tree}
      role="tree"
      aria-label="Files"
      tabIndex={0}
      aria-activedescendant={items.some((item) => item.index === index) ? `${id}-${index}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={styles.sizer} style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const row = rows[item.index];
          return row ? (
            <Row
              key={row.kind === "entry" ? row.entry.path : `${row.path}/ ${row.kind}`}
              id={`${id}-${item.index}`}
              row={row}
              fileUrl={
                row.kind === "entry" && row.entry.type === "blob"
                  ? operationUrl(repository.account, getRawFile, {
                      id: repository.project,
                      file_path: row.entry.path,
                      ref: repository.commit.id,
                    })
                  : null
              }
              top={item.start}
              active={item.index === index}
              current={row.kind === "entry" && row.entry.path === path}
              onToggle={toggle}
              onChoose={(newTab) => {
                if (row.kind === "entry") setActive(row.entry.path);
                choose(row, newTab);
              }}
            />
          ) : null;
        })}
      </div>
    </div>
  );
}

interface RowProps {
  readonly id: string;
  readonly row: TreeRow;
  /** Where a file's bytes are; what is dragged out of the window is saved from there. */
  readonly fileUrl: string | null;
  readonly top: number;
  readonly active: boolean;
  readonly current: boolean;
  readonly onToggle: (path: string, open: boolean) => void;
  readonly onChoose: (newTab: boolean) => void;
}

// The tree itself is focused and handles the keys for all of its rows.
function Row({ id, row, fileUrl, top, active, current, onToggle, onChoose }: RowProps) {
  const style = { transform: `translateY(${top}px)`, paddingInlineStart: 8 + row.depth * 14 };
  if (row.kind !== "entry") {
    return (
      <div
        id={id}
        role="treeitem"
        tabIndex={-1}
        aria-level={row.depth + 1}
        className={cx(styles.row, styles.note)}
        style={style}
      >
        {row.kind === "loading" ? "Loading…" : row.kind === "empty" ? "Empty" : null}
        {row.kind === "failed" ? (
          <Button size="s" variant="ghost" onClick={row.retry}>
            Could not load: try again
          </Button>
        ) : null}
      </div>
    );
  }
  const { entry, open } = row;
  const folder = entry.type === "tree";
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
      onPointerEnter={folder ? undefined : () => void warmMonaco().catch(() => undefined)}
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
      <FileIcon name={entry.name} kind={entryKind(entry)} open={open} />
      <bdi className={styles.name}>{entry.name}</bdi>
    </div>
  );
}
