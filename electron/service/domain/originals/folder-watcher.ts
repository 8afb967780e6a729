import { type FSWatcher, watch } from "node:fs";
import { access, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { OriginalRow } from "../../store/projects/originals.ts";

/** Watched folders of one original; changes in others are found by polling. */
const maxFolders = 200;
/** Milliseconds in which git updates several refs. */
const settleMs = 30;

/** Files outside the folders of refs whose change matters. */
const names = new Set([
  ...["HEAD", "packed-refs", "shallow", "tables.list"],
  ...["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD"],
]);

/** Watches the folders of an original's refs, and notifies shortly after one of them changed. */
export class FolderWatcher {
  readonly #notify: () => void;
  readonly #watchers = new Map<string, FSWatcher>();
  #timer: NodeJS.Timeout | undefined;
  #complete = false;

  constructor(notify: () => void) {
    this.#notify = notify;
  }

  /** Returns whether every change is noticed; false where there are more folders than the system can watch. */
  get isComplete(): boolean {
    return this.#complete;
  }

  /** Watches the folders that are there now, and no others. */
  async update({ kind, path, gitDir, commonDir }: OriginalRow): Promise<void> {
    if (kind === "bundle") {
      this.#set([path]);
      return;
    }
    const refs = await Promise.all(
      ["heads", "tags"].map((name) => foldersBelow(join(commonDir, "refs", name))),
    );
    const worktrees = await readdir(join(commonDir, "worktrees")).catch(() => []);
    const gitDirs = [gitDir, commonDir, ...worktrees.map((name) => join(commonDir, "worktrees", name))];
    const reftables = gitDirs.map((folder) => {
      const path = join(folder, "reftable");
      return access(path).then(
        () => [path],
        () => [],
      );
    });
    const folders = [...new Set([...gitDirs, ...(await Promise.all(reftables)).flat(), ...refs.flat()])];
    this.#set(folders.slice(0, maxFolders));
    if (folders.length > maxFolders) this.#complete = false;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#set([]);
  }

  #set(folders: readonly string[]): void {
    this.#complete = true;
    for (const [folder, watcher] of this.#watchers) {
      if (folders.includes(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    for (const folder of new Set(folders)) if (!this.#watchers.has(folder)) this.#add(folder);
  }

  #add(folder: string): void {
    const inRefs = /[\\/]refs[\\/](?:heads|tags)/.test(folder);
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        if (inRefs ? !name?.endsWith(".lock") : name === null || names.has(name)) this.#soon();
      });
      const end = () => {
        watcher.close();
        this.#watchers.delete(folder);
        this.#complete = false;
      };
      watcher.on("error", end);
      this.#watchers.set(folder, watcher);
    } catch {
      // Not every file system can be watched, and systems limit the number of watched folders.
      this.#complete = false;
    }
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#notify, settleMs);
    this.#timer.unref();
  }
}

async function foldersBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
  if (entries === null) return [];
  const inner = await Promise.all(
    entries.filter((entry) => entry.isDirectory()).map((entry) => foldersBelow(join(folder, entry.name))),
  );
  return [folder, ...inner.flat()];
}
