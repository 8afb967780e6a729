import { type DiffFile, pathOf } from "../../../../shared/diff/diff-file.ts";
import { folderOf } from "../../../../shared/text/paths.ts";

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

/**
 * Changed files under their folders, in the order of their tree and only those whose path has all words. `order` has the
 * files' indices in that order.
 */
export function changeTreeRows(
  files: readonly DiffFile[],
  order: readonly number[],
  filter: string,
): ChangeTreeRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const rows: ChangeTreeRow[] = [];
  let last = "";
  for (const index of order) {
    const file = files[index];
    if (!file) continue;
    const path = pathOf(file);
    const lower = path.toLowerCase();
    if (!words.every((word) => lower.includes(word))) continue;
    const folder = folderOf(path);
    if (folder !== last && folder !== "")
      rows.push({ kind: "folder", key: `folder ${folder}`, path: folder });
    last = folder;
    rows.push({ kind: "file", key: `file ${index}`, index, file });
  }
  return rows;
}
