import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { join } from "node:path";
import type { FileStats } from "../../system/foreign/quick-stats.ts";
import type { GitProcesses } from "./children.ts";
import { GitRefusal, TooLarge } from "./git-errors.ts";
import { acrossRepositories, type GitFolder } from "./git-folder.ts";
import { originalRoot } from "./linked-repository.ts";
import { git, gitText, readErrors, spawnGit } from "./run.ts";

const objectTypes = ["commit", "tree", "blob", "tag"] as const;

/** Header of an object. */
interface ObjectInfo {
  readonly id: string;
  readonly type: (typeof objectTypes)[number];
  /** Bytes. */
  readonly size: number;
}

/** Returns the header that git prints of an object, null for that of none. */
function parseHeader(header: string): ObjectInfo | null {
  const [, id = "", name, size] = /^([0-9a-f]{40,64}) ([a-z]+) (\d+)$/.exec(header) ?? [];
  const type = objectTypes.find((known) => known === name);
  return type === undefined ? null : { id, type, size: Number(size) };
}

/** Milliseconds after the last request at which a process is ended. */
const idleTimeoutMs = 20_000;

/** Open processes over all repositories; the least recently used one is closed first. */
const maxProcesses = 24;
/** Open processes, the most recently used one last. */
export const openCatFiles = acrossRepositories(() => new Set<CatFile>());

function makeRoom(open: ReadonlySet<CatFile>): void {
  for (const process of open) {
    if (open.size < maxProcesses) return;
    if (!process.busy) process.close();
  }
}

interface ObjectReply {
  readonly info: ObjectInfo | null;
  readonly content: Buffer | null;
}

interface Question {
  readonly resolve: (reply: ObjectReply) => void;
  readonly reject: (error: Error) => void;
}

/** One `git cat-file` process that stays open; replies arrive in the order of the requests. */
class CatFile {
  closed = false;
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #processes: GitProcesses;
  readonly #all: Set<CatFile>;
  readonly #withContent: boolean;
  readonly #pending: Question[] = [];
  #chunks: Buffer[] = [];
  #size = 0;
  /** Header of the reply whose content is still arriving. */
  #open: ObjectInfo | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(repository: GitFolder, mode: "--batch" | "--batch-check") {
    this.#processes = repository.git.processes;
    this.#withContent = mode === "--batch";
    this.#all = openCatFiles(repository);
    makeRoom(this.#all);
    this.#all.add(this);
    this.#process = spawnGit(repository, ["cat-file", mode], { boundedMemory: true });
    this.#processes.expectReplies(this.#process, () => this.busy);
    this.#process.stdout.on("data", (chunk: Buffer) => this.#receive(chunk));
    this.#process.stdin.on("error", () => undefined);
    const errors = readErrors(this.#process);
    this.#process.on("error", (error) => this.#end(error));
    this.#process.on("close", (code) =>
      this.#end(this.#processes.failureOf(this.#process, ["cat-file"], code, errors())),
    );
  }

  /** Returns whether a reply is pending. */
  get busy(): boolean {
    return this.#pending.length > 0;
  }

  /** Requests a name without line breaks. */
  ask(name: string): Promise<ObjectReply> {
    clearTimeout(this.#timer);
    this.#all.delete(this);
    this.#all.add(this);
    this.#processes.adopt(this.#process);
    return new Promise((resolve, reject) => {
      this.#pending.push({ resolve, reject });
      this.#process.stdin.write(`${name}\n`);
    });
  }

  /** Accepts no more requests; pending ones still get their replies. */
  close(): void {
    this.closed = true;
    this.#all.delete(this);
    clearTimeout(this.#timer);
    this.#process.stdin.end();
  }

  /** The first request is why a process ended early; the others may be sent to another one. */
  #end(error: Error): void {
    this.closed = true;
    this.#all.delete(this);
    clearTimeout(this.#timer);
    const [first, ...others] = this.#pending.splice(0);
    first?.reject(error);
    for (const { reject } of others) reject(new Error("git cat-file ended", { cause: error }));
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    while (this.#take()) {
      // Each round takes one whole reply off the buffer.
    }
    if (this.#pending.length === 0 && !this.closed) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.close(), idleTimeoutMs);
      this.#timer.unref();
    }
  }

  #take(): boolean {
    if (this.#open === null) {
      const buffer = this.#joined();
      const end = buffer.indexOf(10);
      if (end < 0) return false;
      const header = buffer.subarray(0, end).toString();
      this.#keep(buffer.subarray(end + 1));
      const info = parseHeader(header);
      if (!info) {
        this.#reply({ info: null, content: null });
        return true;
      }
      if (!this.#withContent) {
        this.#reply({ info, content: null });
        return true;
      }
      this.#open = info;
    }
    // The content is followed by a newline.
    if (this.#size < this.#open.size + 1) return false;
    const buffer = this.#joined();
    const info = this.#open;
    const content = Buffer.from(buffer.subarray(0, info.size));
    this.#open = null;
    this.#keep(buffer.subarray(info.size + 1));
    this.#reply({ info, content });
    return true;
  }

  #joined(): Buffer {
    const joined = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
    const buffer = joined ?? Buffer.alloc(0);
    this.#chunks = [buffer];
    return buffer;
  }

  #keep(rest: Buffer): void {
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#size = rest.length;
  }

  #reply(reply: ObjectReply): void {
    this.#pending.shift()?.resolve(reply);
  }
}

export interface ReadObject extends ObjectInfo {
  readonly content: Buffer;
}

/** Bytes above which an object is read by a process of its own, so that small ones need not wait behind it. */
const largeObjectBytes = 1024 * 1024;

/** Bytes of an object that is read whole, unless a call names its own limit: a folder of a million files, for one. */
const maxObjectBytes = 64 * 1024 * 1024;

/** Reads objects through `git cat-file` processes that stay open, so that a read starts no process. */
export class ObjectReader {
  readonly #repository: GitFolder;
  #check: CatFile | undefined;
  /** State of the packed refs that `#check` has read at the earliest. */
  #packedRefs = "";
  #read: CatFile | undefined;

  constructor(repository: GitFolder) {
    this.#repository = repository;
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
      const { stdout } = await git(this.#repository, ["cat-file", info.type, info.id], options);
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
      this.#check = live(this.#check) ?? new CatFile(this.#repository, "--batch-check");
      return this.#check;
    }
    this.#read = live(this.#read) ?? new CatFile(this.#repository, "--batch");
    return this.#read;
  }

  /**
   * Starts a new process where packed refs were rewritten. An open one compares their time in seconds, their size and
   * inode, all of which may be as before when a branch has moved.
   */
  async #followPackedRefs(): Promise<void> {
    const root = await originalRoot(this.#repository);
    const paths = packedFiles.map((name) => join(root ?? this.#repository.folder, name));
    const stats = await this.#repository.git.volumes.statsOf(root, paths);
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
    return (await gitText(this.#repository, args, { expect: [0, 1, 128] })).trim() || null;
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
