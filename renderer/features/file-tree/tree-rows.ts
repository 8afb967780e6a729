import { type KeyboardEvent, useRef } from "react";
import { movedIndex } from "../../ui/lists/list-keys.ts";

/** A file or folder of a tree. */
export interface TreeNode {
  /** From the root, without slashes around it. */
  readonly path: string;
  readonly name: string;
  readonly kind: "file" | "directory" | "submodule" | "symlink";
}

/** A folder's entries, or why there are none yet. */
export interface TreeFolder<E extends TreeNode = TreeNode> {
  readonly entries: readonly E[] | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

/** A line of the tree: an entry, or what a folder shows while it has none. */
export type TreeRow<E extends TreeNode = TreeNode> =
  | {
      readonly kind: "entry";
      readonly entry: E;
      readonly depth: number;
      readonly open: boolean;
      readonly index: number;
      readonly count: number;
    }
  | { readonly kind: "loading" | "empty"; readonly path: string; readonly depth: number }
  | { readonly kind: "failed"; readonly path: string; readonly depth: number; readonly retry: () => void };

/** Open folders laid out as one list, each folder's entries below it. */
export function treeRows<E extends TreeNode>(
  folders: ReadonlyMap<string, TreeFolder<E>>,
  open: ReadonlySet<string>,
): TreeRow<E>[] {
  const rows: TreeRow<E>[] = [];
  const add = (path: string, depth: number): void => {
    const folder = folders.get(path);
    if (folder?.error && !folder.entries) {
      rows.push({ kind: "failed", path, depth, retry: folder.retry });
      return;
    }
    if (!folder?.entries) {
      rows.push({ kind: "loading", path, depth });
      return;
    }
    if (folder.entries.length === 0) rows.push({ kind: "empty", path, depth });
    for (const [i, entry] of folder.entries.entries()) {
      const isOpen = entry.kind === "directory" && open.has(entry.path);
      rows.push({ kind: "entry", entry, depth, open: isOpen, index: i + 1, count: folder.entries.length });
      if (isOpen) add(entry.path, depth + 1);
    }
  };
  add("", 0);
  return rows;
}

/** Row of a path; -1 where it is not in an open folder. */
export const rowOf = (rows: readonly TreeRow[], path: string): number =>
  rows.findIndex((row) => row.kind === "entry" && row.entry.path === path);

/** Next entry after `from` whose name begins with what was typed, going round. */
export function typeAhead(rows: readonly TreeRow[], from: number, typed: string): number | null {
  const wanted = typed.toLowerCase();
  // A repeated letter steps from match to match; a longer text may stay where it is.
  const start = typed.length > 1 ? from : from + 1;
  for (let i = 0; i < rows.length; i++) {
    const at = (start + i + rows.length) % rows.length;
    const row = rows[at];
    if (row?.kind === "entry" && row.entry.name.toLowerCase().startsWith(wanted)) return at;
  }
  return null;
}

/** Returns the row of a row's folder; null at the root. */
export function parentRow(rows: readonly TreeRow[], index: number): number | null {
  const depth = rows[index]?.depth ?? 0;
  for (let at = index - 1; at >= 0; at--) if ((rows[at]?.depth ?? 0) < depth) return at;
  return null;
}

interface TreeActions<E extends TreeNode> {
  readonly move: (index: number) => void;
  readonly toggle: (path: string, open: boolean) => void;
  readonly choose: (row: TreeRow<E>, newTab: boolean) => void;
  /** Opens the menu of the active row. Returns false where there is none. */
  readonly openMenu: () => boolean;
}

/** Milliseconds within which letters make one word. */
const maxLetterIntervalMs = 600;

/** Keys of a tree: arrows, Home, End, pages, Enter, Space, the menu key, and letters that go to a name. */
export function useTreeKeys<E extends TreeNode>(
  rows: readonly TreeRow<E>[],
  active: number,
  page: number,
  actions: TreeActions<E>,
) {
  const typed = useRef({ text: "", at: 0 });

  function branchKey(key: string, row: TreeRow<E>): boolean {
    const folder = row.kind === "entry" && row.entry.kind === "directory" ? row.entry.path : null;
    const open = row.kind === "entry" && row.open;
    if (key === "ArrowRight" && folder !== null) {
      if (open) actions.move(Math.min(active + 1, rows.length - 1));
      else actions.toggle(folder, true);
    } else if (key === "ArrowLeft") {
      const parent = parentRow(rows, active);
      if (folder !== null && open) actions.toggle(folder, false);
      else if (parent !== null) actions.move(parent);
    } else if (key === " ") {
      if (folder === null) actions.choose(row, false);
      else actions.toggle(folder, !open);
    } else return false;
    return true;
  }

  function letterKey(event: KeyboardEvent): boolean {
    if (event.key.length !== 1) return false;
    const fresh = event.timeStamp - typed.current.at > maxLetterIntervalMs;
    const text = fresh || typed.current.text === event.key ? event.key : typed.current.text + event.key;
    typed.current = { text, at: event.timeStamp };
    const found = typeAhead(rows, active, text);
    if (found !== null) actions.move(found);
    return found !== null;
  }

  function use(event: KeyboardEvent, row: TreeRow<E>): boolean {
    if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) return actions.openMenu();
    const command = event.ctrlKey || event.metaKey;
    if (event.key === "Enter") {
      actions.choose(row, command);
      return true;
    }
    if (command || event.altKey) return false;
    if (branchKey(event.key, row)) return true;
    const moved = movedIndex(event.key, active, rows.length, page, false);
    if (moved === null) return letterKey(event);
    actions.move(moved);
    return true;
  }

  return (event: KeyboardEvent): void => {
    const row = rows[active];
    if (!row || !use(event, row)) return;
    event.preventDefault();
    // A letter that went to a name is not also a shortcut.
    event.stopPropagation();
  };
}
