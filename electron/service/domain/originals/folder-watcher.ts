import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { OriginalChange } from "../../../../shared/api/resources/local-repositories.ts";
import { Notifier } from "../../../../shared/notifier.ts";
import { type FolderWatch, watchFolder } from "../../../system/foreign/watch-folder.ts";
import { foreignFolder } from "../../git/foreign.ts";
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
  readonly #watchers = new Map<string, FolderWatch>();
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
    const refs = await Promise.all(["heads", "tags"].map((name) => foldersBelow(commonDir, `refs/${name}`)));
    const worktrees = await foreignFolder(commonDir).list("worktrees");
    const gitDirs = [gitDir, commonDir, ...worktrees.map(({ name }) => join(commonDir, "worktrees", name))];
    const reftables = gitDirs.map(async (folder) =>
      (await foreignFolder(folder).kind("reftable")) === "folder" ? [join(folder, "reftable")] : [],
    );
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
    const watcher = watchFolder(
      folder,
      (name) => {
        if (inRefs ? !name?.endsWith(".lock") : name === null || names.has(name)) this.#soon();
      },
      () => {
        this.#watchers.delete(folder);
        this.#complete = false;
      },
    );
    // Not every file system can be watched, and systems limit the number of watched folders.
    if (watcher) this.#watchers.set(folder, watcher);
    else this.#complete = false;
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#notify, settleMs);
    this.#timer.unref();
  }
}

async function foldersBelow(root: string, path: string): Promise<string[]> {
  const folder = foreignFolder(root);
  if ((await folder.kind(path)) !== "folder") return [];
  const entries = await folder.list(path);
  const inner = await Promise.all(
    entries.filter(({ kind }) => kind === "folder").map(({ name }) => foldersBelow(root, `${path}/${name}`)),
  );
  return [join(root, path), ...inner.flat()];
}

/** Changes that are stored for polls. */
const maxRemembered = 500;
/** Milliseconds that a poll waits for a change. */
const maxWaitMs = 25_000;

interface PolledChanges {
  readonly cursor: string;
  /** The cursor was of another run or too old. */
  readonly reset: boolean;
  readonly changes: OriginalChange[];
}

/** Changes of originals in their order, for long polls. */
export class ChangeLog {
  readonly #epoch = randomUUID().slice(0, 8);
  readonly #changed = new Notifier();
  #changes: OriginalChange[] = [];
  /** Number of the next change. */
  #next = 0;
  #closed = false;

  add(change: OriginalChange): void {
    this.#changes = [...this.#changes, change].slice(-maxRemembered);
    this.#next++;
    this.#changed.notify();
  }

  /** Returns the changes after a cursor as soon as there are any, or none after {@link maxWaitMs}. */
  async poll(cursor: string | undefined, signal: AbortSignal): Promise<PolledChanges> {
    const position = this.#positionOf(cursor);
    if (position === null) return { cursor: this.#cursor(), reset: cursor !== undefined, changes: [] };
    if (position === this.#next && !this.#closed) {
      await this.#changed.next(AbortSignal.any([signal, AbortSignal.timeout(maxWaitMs)]));
    }
    return {
      cursor: this.#cursor(),
      reset: false,
      changes: this.#changes.slice(position - this.#next || undefined),
    };
  }

  close(): void {
    this.#closed = true;
    this.#changed.notify();
  }

  #cursor = (): string => `${this.#epoch}-${this.#next}`;

  #positionOf(cursor: string | undefined): number | null {
    const match = /^(\w+)-(\d+)$/.exec(cursor ?? "");
    const position = Number(match?.[2]);
    if (match?.[1] !== this.#epoch || position > this.#next) return null;
    return position < this.#next - this.#changes.length ? null : position;
  }
}
