import { useRouter } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type MouseEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { openTab } from "../../state/tabs.ts";
import { prepareReadEditor } from "../../ui/code/spare-editor.ts";
import { ContextMenu } from "../../ui/menu.tsx";
import styles from "./tree.module.css";
import { TreeRowItem } from "./tree-row-item.tsx";
import { rowOf, type TreeFolder, type TreeNode, type TreeRow, treeRows } from "./tree-rows.ts";
import { useTreeKeys } from "./use-tree-keys.ts";

export interface FileTreeProps<E extends TreeNode> {
  /** Name of the tree. */
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
  /** The items of a row's context menu. */
  readonly menuOf?: (entry: E) => ReactNode;
  /** Another value scrolls to `path` again, such as a further visit of the same file. */
  readonly navigationKey?: string;
  /** Text of an open folder without entries. */
  readonly empty?: string;
}

const rowHeight = 26;
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
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const [menuEntry, setMenuEntry] = useState<E | null>(null);
  // The row stays in view while folders above it load, until the user moves in the tree.
  const shown = rowOf(rows, path);
  const following = useRef(true);
  const reveal = useRef((_: number) => undefined as unknown);
  reveal.current = (at) => virtual.scrollToIndex(at, { align: isInView(at) ? "auto" : "center" });
  const isInView = (at: number) =>
    virtual.range !== null && at > virtual.range.startIndex && at < virtual.range.endIndex;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path or navigation is followed anew
  useEffect(() => {
    following.current = true;
  }, [path, navigationKey]);
  // Nothing can be scrolled while the pane is hidden.
  const isVisible = (virtual.scrollRect?.height ?? 0) > 0;
  const follow = useRef(() => undefined as unknown);
  follow.current = () => shown >= 0 && isVisible && following.current && reveal.current(shown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further navigation reveals the same row again
  useEffect(() => {
    follow.current();
  }, [shown, path, navigationKey, isVisible]);
  // Back and Forward restore the scroll position of the tree, which may be that of another file.
  useEffect(() => router.subscribe("onRendered", () => void follow.current()), [router]);
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
    virtual.scrollToIndex(to);
  };
  const onKeyDown = useTreeKeys(rows, index, Math.max(1, virtual.getVirtualItems().length - 13), {
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
  const items = virtual.getVirtualItems();
  const tree = (
    <div
      ref={scroller}
      className={styles.tree}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={items.some((item) => item.index === index) ? `${id}-${index}` : undefined}
      onKeyDown={(event) => {
        stopFollowing();
        onKeyDown(event);
      }}
      onWheel={stopFollowing}
      onPointerDown={stopFollowing}
      onContextMenu={menuOf ? onContextMenu : undefined}
    >
      <div role="presentation" className={styles.sizer} style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const row = rows[item.index];
          return row ? (
            <TreeRowItem
              key={row.kind === "entry" ? row.entry.path : `${row.path}/ ${row.kind}`}
              id={`${id}-${item.index}`}
              row={row}
              fileUrl={row.kind === "entry" ? urlOf(row.entry) : null}
              icon={row.kind === "entry" ? iconOf?.(row.entry, row.open) : null}
              onApproach={onApproach}
              mark={row.kind === "entry" ? markOf?.(row.entry) : null}
              empty={empty}
              top={item.start}
              active={item.index === index}
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
