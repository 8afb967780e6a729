import { watch } from "node:fs";

/** A folder that is watched. */
export interface FolderWatch {
  readonly close: () => void;
}

/**
 * Watches a folder that Helve does not own: calls `notify` with the name of what changed, null where that is unknown, and
 * `end` once the watch is over. Nothing is read through it. Returns null where the folder cannot be watched.
 */
export function watchFolder(
  folder: string,
  notify: (name: string | null) => void,
  end: () => void,
): FolderWatch | null {
  try {
    const watcher = watch(folder, { persistent: false }, (_, name) => notify(name));
    watcher.on("error", () => {
      watcher.close();
      end();
    });
    return watcher;
  } catch {
    return null;
  }
}
