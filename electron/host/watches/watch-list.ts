import { join } from "node:path";
import { type NewWatch, type Watch, watchKey, watchList } from "../../../shared/host/watches.ts";
import { whereWritable } from "../../system/storage-error.ts";
import { readJsonFile, writeJsonFile } from "../storage/private-file.ts";

/** Ended ones that are listed until they are removed; older ones go first. */
const maxEnded = 30;

/** List of watches, in `watches.json`; newest first. */
export class WatchList {
  readonly #path: string;
  readonly #changed: () => void;
  #all: readonly Watch[];

  constructor(folder: string, changed: () => void) {
    this.#path = join(folder, "watches.json");
    this.#changed = changed;
    this.#all = readJsonFile(this.#path, watchList) ?? [];
  }

  get all(): readonly Watch[] {
    return this.#all;
  }

  get(key: string): Watch | undefined {
    return this.#all.find((watch) => watch.key === key);
  }

  /** Adds a watch, replacing an ended one of the same job or pipeline. */
  add(added: NewWatch): Watch {
    const watch: Watch = {
      ...added,
      key: watchKey(added),
      status: null,
      addedAt: new Date().toISOString(),
      endedAt: null,
    };
    this.#set([watch, ...this.#all.filter(({ key }) => key !== watch.key)]);
    return watch;
  }

  /** Changes a watch that is still listed. Returns it, undefined where it was removed meanwhile. */
  update(key: string, change: Partial<Pick<Watch, "status" | "endedAt">>): Watch | undefined {
    this.#set(this.#all.map((watch) => (watch.key === key ? { ...watch, ...change } : watch)));
    return this.get(key);
  }

  remove(fits: (watch: Watch) => boolean): void {
    if (this.#all.some(fits)) this.#set(this.#all.filter((watch) => !fits(watch)));
  }

  #set(next: readonly Watch[]): void {
    const dropped = new Set(next.filter(({ endedAt }) => endedAt !== null).slice(maxEnded));
    this.#all = next.filter((watch) => !dropped.has(watch));
    // The list of this run is right all the same.
    whereWritable(() => writeJsonFile(this.#path, this.#all));
    this.#changed();
  }
}
