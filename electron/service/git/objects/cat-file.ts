import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { adoptChild, expectReplies, failureOf } from "../children.ts";
import { readErrors, spawnGit } from "../run.ts";

const objectTypes = ["commit", "tree", "blob", "tag"] as const;

/** Header of an object. */
export interface ObjectInfo {
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
const open = new Set<CatFile>();

/** Returns the number of open processes. */
export const openCatFiles = (): number => open.size;

function makeRoom(): void {
  for (const process of open) {
    if (open.size < maxProcesses) return;
    if (!process.busy) process.close();
  }
}

export interface ObjectReply {
  readonly info: ObjectInfo | null;
  readonly content: Buffer | null;
}

interface Question {
  readonly resolve: (reply: ObjectReply) => void;
  readonly reject: (error: Error) => void;
}

/** One `git cat-file` process that stays open; replies arrive in the order of the requests. */
export class CatFile {
  closed = false;
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #withContent: boolean;
  readonly #pending: Question[] = [];
  #chunks: Buffer[] = [];
  #size = 0;
  /** Header of the reply whose content is still arriving. */
  #open: ObjectInfo | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(folder: string, mode: "--batch" | "--batch-check") {
    this.#withContent = mode === "--batch";
    makeRoom();
    open.add(this);
    this.#process = spawnGit(folder, ["cat-file", mode], { boundedMemory: true });
    expectReplies(this.#process, () => this.busy);
    this.#process.stdout.on("data", (chunk: Buffer) => this.#receive(chunk));
    this.#process.stdin.on("error", () => undefined);
    const errors = readErrors(this.#process);
    this.#process.on("error", (error) => this.#end(error));
    this.#process.on("close", (code) => this.#end(failureOf(this.#process, ["cat-file"], code, errors())));
  }

  /** Returns whether a reply is pending. */
  get busy(): boolean {
    return this.#pending.length > 0;
  }

  /** Requests a name without line breaks. */
  ask(name: string): Promise<ObjectReply> {
    clearTimeout(this.#timer);
    open.delete(this);
    open.add(this);
    adoptChild(this.#process);
    return new Promise((resolve, reject) => {
      this.#pending.push({ resolve, reject });
      this.#process.stdin.write(`${name}\n`);
    });
  }

  /** Accepts no more requests; pending ones still get their replies. */
  close(): void {
    this.closed = true;
    open.delete(this);
    clearTimeout(this.#timer);
    this.#process.stdin.end();
  }

  /** The first request is why a process ended early; the others may be sent to another one. */
  #end(error: Error): void {
    this.closed = true;
    open.delete(this);
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
