import { type DiffFile, pathOf } from "../../../../shared/diff/diff-file.ts";

/** A row of the tree of changed files: a folder's heading, or a file. */
export type ChangeTreeRow =
  | { readonly kind: "folder"; readonly key: string; readonly path: string }
  | { readonly kind: "file"; readonly key: string; readonly index: number; readonly file: DiffFile };

/** The kind of a file's change, as a letter and a word. */
export function changeOf(file: DiffFile): { readonly letter: string; readonly kind: string } {
  if (file.new_file) return { letter: "A", kind: "added" };
  if (file.deleted_file) return { letter: "D", kind: "deleted" };
  if (file.renamed_file) return { letter: "R", kind: "moved" };
  return { letter: "M", kind: "changed" };
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

interface Entry {
  readonly index: number;
  readonly file: DiffFile;
  /** Empty for files at the root. */
  readonly folder: string;
  readonly folders: readonly string[];
  readonly name: string;
}

/**
 * Changed files under their folders, only those whose path has all words. Files precede the folders beside them, so
 * that a file at the root is below no folder's heading; numbers in names count as numbers.
 */
export function changeTreeRows(files: readonly DiffFile[], filter: string): ChangeTreeRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const entries: Entry[] = [];
  for (const [index, file] of files.entries()) {
    const path = pathOf(file);
    const lower = path.toLowerCase();
    if (!words.every((word) => lower.includes(word))) continue;
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    const folders = folder === "" ? [] : folder.split("/");
    entries.push({ index, file, folder, folders, name: path.slice(path.lastIndexOf("/") + 1) });
  }
  entries.sort(compare);
  const rows: ChangeTreeRow[] = [];
  let last = "";
  for (const { index, file, folder } of entries) {
    if (folder !== last && folder !== "")
      rows.push({ kind: "folder", key: `folder ${folder}`, path: folder });
    last = folder;
    rows.push({ kind: "file", key: `file ${index}`, index, file });
  }
  return rows;
}

/** Returns the indices of files in the order of their tree. */
export const changeTreeOrder = (files: readonly DiffFile[]): number[] =>
  changeTreeRows(files, "").flatMap((row) => (row.kind === "file" ? [row.index] : []));

function compare(a: Entry, b: Entry): number {
  const depth = Math.min(a.folders.length, b.folders.length);
  for (let i = 0; i < depth; i++) {
    const [left = "", right = ""] = [a.folders[i], b.folders[i]];
    if (left !== right) return collator.compare(left, right) || (left < right ? -1 : 1);
  }
  const nested = a.folders.length - b.folders.length;
  return nested || collator.compare(a.name, b.name) || (a.name < b.name ? -1 : 1);
}
