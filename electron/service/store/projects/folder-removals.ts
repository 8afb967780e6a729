import { relative } from "node:path";
import { text } from "../columns.ts";
import { parseColumn } from "../rows.ts";
import type { Store } from "../store.ts";

/** Records folders, absolute and below the store's, that have to be removed: also after a kill. Returns their recorded paths. */
export function addFolderRemovals(store: Store, folders: readonly string[]): string[] {
  const paths = folders.map((folder) => relative(store.folder, folder));
  for (const path of paths) store.run("INSERT OR IGNORE INTO folder_removals (path) VALUES (?)", path);
  return paths;
}

/** Returns the folders to remove, relative to the store's. */
export const listFolderRemovals = (store: Store): string[] =>
  parseColumn("path", text, store.all("SELECT path FROM folder_removals ORDER BY path"));

/** Forgets a folder that was removed. */
export function deleteFolderRemoval(store: Store, path: string): void {
  store.run("DELETE FROM folder_removals WHERE path = ?", path);
}
