import { join } from "node:path";
import type { FileStats } from "../../../system/foreign/quick-stats.ts";
import { GitRefusal } from "../git-refusal.ts";
import { originalRoot } from "../originals/linked-repository.ts";
import { statsOf } from "../originals/volume.ts";
import { git, gitText } from "../run.ts";
import { TooLarge } from "../too-large.ts";
import { CatFile, type ObjectInfo, type ObjectReply } from "./cat-file.ts";

export type { ObjectInfo } from "./cat-file.ts";

export interface ReadObject extends ObjectInfo {
  readonly content: Buffer;
}

/** Bytes above which an object is read by a process of its own, so that small ones need not wait behind it. */
const largeObjectBytes = 1024 * 1024;

/** Bytes of an object that is read whole, unless a call names its own limit: a folder of a million files, for one. */
export const maxObjectBytes = 64 * 1024 * 1024;

/** Reads objects through `git cat-file` processes that stay open, so that a read starts no process. */
export class ObjectReader {
  readonly #folder: string;
  #check: CatFile | undefined;
  /** State of the packed refs that `#check` has read at the earliest. */
  #packedRefs = "";
  #read: CatFile | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns type and size of the object that a name (hash, ref, `commit:path`) resolves to, null for none. */
  async check(name: string): Promise<ObjectInfo | null> {
    const line = await this.#oneLine(name);
    if (line === null) return null;
    if (!hash.test(line)) await this.#followPackedRefs();
    return (await this.#ask("check", line)).info;
  }

  /**
   * Returns the whole object. Throws {@link TooLarge} for one of more than `maxBytes`, of which nothing is read. `signal`
   * ends the reading of a large one.
   */
  async read(name: string, signal?: AbortSignal, maxBytes = maxObjectBytes): Promise<ReadObject | null> {
    const info = await this.check(name);
    if (!info) return null;
    if (info.size > maxBytes) throw new TooLarge(`${info.type} ${info.id.slice(0, 10)}`, maxBytes);
    if (info.size > largeObjectBytes) {
      const options = { signal, maxBytes, boundedMemory: true };
      const { stdout } = await git(this.#folder, ["cat-file", info.type, info.id], options);
      return { ...info, content: stdout };
    }
    const { content } = await this.#ask("read", info.id);
    return content && { ...info, content };
  }

  /** Retries once when the process ended before its reply: it was killed, or failed on another request. */
  async #ask(kind: "check" | "read", line: string): Promise<ObjectReply> {
    try {
      return await this.#process(kind).ask(line);
    } catch (error) {
      // This request would make another process wait, too.
      if (error instanceof GitRefusal) throw error;
      return this.#process(kind)
        .ask(line)
        .catch((again: unknown) => {
          // It waited behind a request that made both processes hang.
          throw again instanceof Error && again.cause instanceof GitRefusal ? again.cause : again;
        });
    }
  }

  #process(kind: "check" | "read"): CatFile {
    if (kind === "check") {
      this.#check = live(this.#check) ?? new CatFile(this.#folder, "--batch-check");
      return this.#check;
    }
    this.#read = live(this.#read) ?? new CatFile(this.#folder, "--batch");
    return this.#read;
  }

  /**
   * Starts a new process where packed refs were rewritten. An open one compares their time in seconds, their size and
   * inode, all of which may be as before when a branch has moved.
   */
  async #followPackedRefs(): Promise<void> {
    const root = await originalRoot(this.#folder);
    const paths = packedFiles.map((name) => join(root ?? this.#folder, name));
    const stats = await statsOf(root, paths);
    const stamp = stats.map(stampOf).join();
    if (stamp === this.#packedRefs) return;
    this.#packedRefs = stamp;
    this.#check?.close();
  }

  close(): void {
    this.#check?.close();
    this.#read?.close();
  }

  /** A request is one line; names with line breaks (paths may have them) are resolved to a hash first. */
  async #oneLine(name: string): Promise<string | null> {
    if (name === "" || name.includes("\0") || fatal.test(name)) return null;
    if (!name.includes("\n")) return name;
    const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", name];
    return (await gitText(this.#folder, args, { expect: [0, 1, 128] })).trim() || null;
  }
}

const packedFiles = ["packed-refs", "reftable/tables.list"];

const stampOf = (found: FileStats | undefined): string =>
  found ? `${found.mtimeNs} ${found.ctimeNs} ${found.ino} ${found.size}` : "";

/** Names that no ref can change. */
const hash = /^(?:[0-9a-f]{40}|[0-9a-f]{64})(?:$|[:^])/;

/** Names that make git exit: paths relative to a checkout, which a bare repository has not, upstreams and reflogs. */
const fatal = /^[^:]*(?::\.\.?\/|@\{)/;

const live = (process: CatFile | undefined): CatFile | undefined => (process?.closed ? undefined : process);
