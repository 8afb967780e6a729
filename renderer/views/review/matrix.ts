import type { DiffEntry } from "../../../shared/api/commit-shapes.ts";

/** What a version did to a file: another change than the version before, the same one, or none. */
export type Cell = "changed" | "same" | null;

export interface MatrixRow {
  readonly path: string;
  /** One for each version, oldest first. */
  readonly cells: readonly Cell[];
}

/** Files by versions; a version that was not read yet has no cells. Files with the most changes come first. */
export function matrixOf(versions: readonly (readonly DiffEntry[] | undefined)[]): MatrixRow[] {
  const paths = new Map<string, Cell[]>();
  const last = new Map<string, string>();
  for (const [index, entries] of versions.entries()) {
    for (const entry of entries ?? []) {
      const path = entry.new_path;
      const cells = paths.get(path) ?? new Array<Cell>(versions.length).fill(null);
      const body = bodyOf(entry);
      cells[index] = last.get(path) === body && cells[index - 1] ? "same" : "changed";
      last.set(path, body);
      paths.set(path, cells);
    }
  }
  const changes = (cells: readonly Cell[]) => cells.filter((cell) => cell === "changed").length;
  return [...paths]
    .map(([path, cells]) => ({ path, cells }))
    .sort((a, b) => changes(b.cells) - changes(a.cells) || a.path.localeCompare(b.path));
}

/** A change without the places at which it stands, which a rebase moves. */
const bodyOf = ({ diff, old_path, a_mode, b_mode, deleted_file }: DiffEntry): string =>
  [old_path, a_mode, b_mode, deleted_file, diff.replace(/^(@@ ).*$/gm, "$1").replace(/^ .*\n/gm, "")].join(
    "\0",
  );
