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
