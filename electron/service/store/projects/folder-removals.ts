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

/**
 * Returns the folder to remove that follows another in their order, relative to the store's, or null. One is asked for at a
 * time: a project that is made meanwhile takes its folder off the list.
 */
export const nextFolderRemoval = (store: Store, previous: string): string | null =>
  parseColumn(
    "path",
    text,
    store.all("SELECT path FROM folder_removals WHERE path > ? ORDER BY path LIMIT 1", previous),
  ).at(0) ?? null;

/** Forgets a folder that was removed. */
export function deleteFolderRemoval(store: Store, path: string): void {
  store.run("DELETE FROM folder_removals WHERE path = ?", path);
}
