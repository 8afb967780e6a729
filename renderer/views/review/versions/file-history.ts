import { type DiffFile, sourceOf } from "../../../../shared/diff/diff-file.ts";
import { fingerprintInWorker } from "../../../workers/diff/diff-engine.ts";

/** Change of a file in a version: another one than in the previous version, the same, or none. */
export type VersionChange = "changed" | "same" | null;

/** A file of a version, with a fingerprint of its change that does not depend on line numbers. */
export interface FileBody {
  readonly path: string;
  readonly body: string;
}

/** Returns the fingerprints of a version's changes by file. Changes without lines count as equal. */
export async function readBodies(files: readonly DiffFile[]): Promise<FileBody[]> {
  const names = await fingerprintInWorker(files.map((file) => sourceOf({ ...file, content: undefined })));
  return files.map((file, index) => ({ path: file.new_path, body: names[index] ?? "" }));
}

export interface FileHistoryRow {
  readonly path: string;
  /** One for each version, oldest first. */
  readonly cells: readonly VersionChange[];
}

/** Files by versions; a version that was not read yet has no cells. Files with the most changes are first. */
export function fileHistoryOf(versions: readonly (readonly FileBody[] | undefined)[]): FileHistoryRow[] {
  const paths = new Map<string, VersionChange[]>();
  const last = new Map<string, string>();
  for (const [index, entries] of versions.entries()) {
    for (const { path, body } of entries ?? []) {
      const cells = paths.get(path) ?? new Array<VersionChange>(versions.length).fill(null);
      cells[index] = last.get(path) === body && cells[index - 1] ? "same" : "changed";
      last.set(path, body);
      paths.set(path, cells);
    }
  }
  const changes = (cells: readonly VersionChange[]) => cells.filter((cell) => cell === "changed").length;
  return [...paths]
    .map(([path, cells]) => ({ path, cells }))
    .sort((a, b) => changes(b.cells) - changes(a.cells) || a.path.localeCompare(b.path));
}
