import { useRouter } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import {
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Optional } from "../../../shared/optional.ts";
import { openTab } from "../../state/tabs.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { prepareReadEditor } from "../../ui/code/load-monaco.ts";
import { useRowDensity } from "../../ui/lists/row-density.ts";
import { FileIcon } from "../../ui/marks/file-icon.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { ContextMenu } from "../../ui/overlays/menu.tsx";
import { useVirtualRows } from "../../ui/scroller/use-virtual-rows.ts";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import styles from "./tree.module.css";
import { rowOf, type TreeFolder, type TreeNode, type TreeRow, treeRows, useTreeKeys } from "./tree-rows.ts";

interface FileTreeProps<E extends TreeNode>
  extends Optional<{
    /** The items of a row's context menu. */
    menuOf: (entry: E) => ReactNode;
  }> {
  readonly label: string;
  /** Entries of the root, which is the empty path, and of the folders that are open. */
  readonly folders: ReadonlyMap<string, TreeFolder<E>>;
  readonly open: ReadonlySet<string>;
  readonly onOpen: (open: ReadonlySet<string>) => void;
  /** Path in the main part. */
  readonly path: string;
  /** Row that the keys are on. */
  readonly active: string;
  readonly onActive: (path: string) => void;
  /** Address within the app of an entry; null for one that only folds. */
  readonly hrefOf: (entry: E) => string | null;
  /** Returns the URL of a file's bytes, from which it is saved when dragged out of the window; null for none. */
  readonly urlOf: (entry: E) => string | null;
  /** Instead of the mark of a file or folder by its name. */
  readonly iconOf?: (entry: E, open: boolean) => ReactNode;
  /** Called when the pointer enters a file's row, to preload its viewer; by default the code editor. */
  readonly onApproach?: () => void;
  /** Content at the end of an entry's row. */
  readonly markOf?: (entry: E) => ReactNode;
  /** Another value scrolls to `path` again, such as a further visit of the same file. */
  readonly navigationKey?: string;
  /** Text of an open folder without entries. */
  readonly empty?: string;
}

const comfortableRow = 26;
const warmEditor = () => void prepareReadEditor().catch(() => undefined);

/** Folders and files as a tree; only visible rows exist. */
export function FileTree<E extends TreeNode>(props: FileTreeProps<E>) {
  const { label, folders, open, onOpen, path, active, onActive, hrefOf, urlOf, markOf } = props;
  const { iconOf, onApproach = warmEditor, menuOf, navigationKey, empty = "Empty" } = props;
  const id = useId();
  const router = useRouter();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => treeRows(folders, open), [folders, open]);
  const index = Math.max(0, rowOf(rows, active));
  const rowHeight = useRowDensity()(comfortableRow);
  const virtual = useVirtualRows(scroller, { count: rows.length, rowHeight, overscan: 12 });
  const [menuEntry, setMenuEntry] = useState<E | null>(null);
  // The row stays in view while folders above it load, until the user moves in the tree.
  const shown = rowOf(rows, path);
  const following = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path or navigation is followed anew
  useEffect(() => {
    following.current = true;
  }, [path, navigationKey]);
  // Nothing can be scrolled while the pane is hidden.
  const isVisible = virtual.view.height > 0;
  const follow = useEffectEvent(() => {
    if (shown >= 0 && isVisible && following.current) virtual.show(shown);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further navigation reveals the same row again
  useEffect(() => {
    follow();
  }, [shown, path, navigationKey, isVisible]);
  // Back and Forward restore the scroll position of the tree, which may be that of another file.
  useEffect(() => router.subscribe("onRendered", () => follow()), [router]);
  const stopFollowing = () => {
    following.current = false;
  };

  const toggle = (folder: string, wanted: boolean) =>
    onOpen(wanted ? new Set([...open, folder]) : new Set([...open].filter((one) => one !== folder)));
  const choose = (row: TreeRow<E>, newTab: boolean) => {
    if (row.kind === "failed") return row.retry();
    if (row.kind !== "entry") return;
    const href = hrefOf(row.entry);
    if (href === null) {
      if (row.entry.kind === "directory") toggle(row.entry.path, !row.open);
      return;
    }
    if (newTab) return openTab(href, { background: true });
    if (row.entry.kind === "directory") toggle(row.entry.path, true);
    router.history.push(href);
  };
  const move = (to: number) => {
    const row = rows[to];
    if (row?.kind === "entry") onActive(row.entry.path);
    virtual.show(to, "nearest");
  };
  const onKeyDown = useTreeKeys(rows, index, Math.max(1, virtual.view.last - virtual.view.first - 1), {
    move,
    toggle,
    choose,
    openMenu: () => menuOf !== undefined && openMenuAt(document.getElementById(`${id}-${index}`)),
  });
  const onContextMenu = (event: MouseEvent) => {
    const item = event.target instanceof Element ? event.target.closest('[role="treeitem"]') : null;
    const row = item ? rows[Number(item.id.slice(id.length + 1))] : undefined;
    if (row?.kind !== "entry") return event.preventDefault();
    onActive(row.entry.path);
    setMenuEntry(row.entry);
  };
  const tree = (
    <div
      ref={scroller}
      className={styles.tree}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={virtual.rows.includes(index) ? `${id}-${index}` : undefined}
      onKeyDown={(event) => {
        stopFollowing();
        onKeyDown(event);
      }}
      onWheel={stopFollowing}
      onPointerDown={stopFollowing}
      onContextMenu={menuOf ? onContextMenu : undefined}
    >
      <div ref={virtual.sizer} role="presentation" className={styles.sizer}>
        {virtual.rows.map((at) => {
          const row = rows[at];
          return row ? (
            <TreeRowItem
              key={row.kind === "entry" ? row.entry.path : `${row.path}/ ${row.kind}`}
              id={`${id}-${at}`}
              row={row}
              fileUrl={row.kind === "entry" ? urlOf(row.entry) : null}
              icon={row.kind === "entry" ? iconOf?.(row.entry, row.open) : null}
              onApproach={onApproach}
              mark={row.kind === "entry" ? markOf?.(row.entry) : null}
              empty={empty}
              top={virtual.topOf(at)}
              height={rowHeight}
              active={at === index}
              current={row.kind === "entry" && row.entry.path === path}
              onToggle={toggle}
              onChoose={(newTab) => {
                if (row.kind === "entry") onActive(row.entry.path);
                choose(row, newTab);
              }}
            />
          ) : null;
        })}
      </div>
    </div>
  );
  return menuOf ? <ContextMenu items={menuEntry ? menuOf(menuEntry) : null}>{tree}</ContextMenu> : tree;
}

/** Opens the context menu of a row below its name, as a click there would. Returns whether there is such a row. */
function openMenuAt(row: HTMLElement | null): boolean {
  if (!row) return false;
  const { left, bottom } = row.getBoundingClientRect();
  row.dispatchEvent(
    new window.MouseEvent("contextmenu", {
      bubbles: true,
      cancelable: true,
      clientX: left + 48,
      clientY: bottom,
    }),
  );
  return true;
}

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
  readonly height: number;
  readonly active: boolean;
  readonly current: boolean;
  readonly onToggle: (path: string, open: boolean) => void;
  readonly onChoose: (newTab: boolean) => void;
}

/** One row of the tree, which itself has the focus and handles the keys. */
function TreeRowItem({
  id,
  row,
  fileUrl,
  icon,
  mark,
  empty,
  top,
  height,
  active,
  current,
  ...on
}: TreeRowProps) {
  const { onApproach, onToggle, onChoose } = on;
  const style = {
    height,
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
