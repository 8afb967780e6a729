import { type KeyboardEvent, useRef } from "react";
import { movedIndex } from "../../ui/list-keys.ts";
import { parentRow, type TreeNode, type TreeRow, typeAhead } from "./tree-rows.ts";

export interface TreeActions<E extends TreeNode> {
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
