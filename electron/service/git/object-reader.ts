import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { spawnGit } from "./run.ts";

/** What git knows of an object without reading it. */
export interface ObjectInfo {
  readonly id: string;
  readonly type: "commit" | "tree" | "blob" | "tag";
  /** Bytes. */
  readonly size: number;
}

export interface ReadObject extends ObjectInfo {
  readonly content: Buffer;
}

/** Milliseconds after the last question at which a process is let go. */
const idle = 20_000;

/**
 * Asks `git cat-file` processes that stay open, so that reading an object costs no start of git. Names that cannot
 * be asked for on one line name nothing.
 */
export class ObjectReader {
  readonly #folder: string;
  #check: Batch | undefined;
  #read: Batch | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Type and size of what a name (hash, ref, `commit:path`) stands for; null where it stands for nothing. */
  async check(name: string): Promise<ObjectInfo | null> {
    if (isUnaskable(name)) return null;
    this.#check = live(this.#check) ?? new Batch(this.#folder, "--batch-check");
    return (await this.#check.ask(name)).info;
  }

  /** The whole object; for blobs that fit into memory. */
  async read(name: string): Promise<ReadObject | null> {
    if (isUnaskable(name)) return null;
    this.#read = live(this.#read) ?? new Batch(this.#folder, "--batch");
    const { info, content } = await this.#read.ask(name);
    return info && content ? { ...info, content } : null;
  }

  close(): void {
    this.#check?.close();
    this.#read?.close();
  }
}

const isUnaskable = (name: string): boolean => name === "" || name.includes("\n") || name.includes("\0");

const live = (batch: Batch | undefined): Batch | undefined => (batch?.closed ? undefined : batch);

interface Answer {
  readonly info: ObjectInfo | null;
  readonly content: Buffer | null;
}

interface Question {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** One cat-file process; answers come in the order of the questions. */
class Batch {
  closed = false;
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #withContent: boolean;
  readonly #questions: Question[] = [];
  #chunks: Buffer[] = [];
  #size = 0;
  /** Header of the answer whose content is still arriving. */
  #open: ObjectInfo | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(folder: string, mode: "--batch" | "--batch-check") {
    this.#withContent = mode === "--batch";
    this.#process = spawnGit(folder, ["cat-file", mode]);
    this.#process.stdout.on("data", (chunk: Buffer) => this.#receive(chunk));
    this.#process.stdin.on("error", () => undefined);
    this.#process.stderr.resume();
    const end = () => this.#end();
    this.#process.on("error", end);
    this.#process.on("close", end);
  }

  ask(name: string): Promise<Answer> {
    clearTimeout(this.#timer);
    return new Promise((resolve, reject) => {
      this.#questions.push({ resolve, reject });
      this.#process.stdin.write(`${name}\n`);
    });
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.#timer);
    this.#process.stdin.end();
  }

  #end(): void {
    this.closed = true;
    clearTimeout(this.#timer);
    for (const { reject } of this.#questions.splice(0)) reject(new Error("git cat-file ended"));
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    while (this.#take()) {
      // Each round takes one whole answer off the buffer.
    }
    if (this.#questions.length === 0 && !this.closed) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.close(), idle);
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
      const match = /^([0-9a-f]{40,64}) (commit|tree|blob|tag) (\d+)$/.exec(header);
      if (!match) {
        this.#answer({ info: null, content: null });
        return true;
      }
      const [, id = "", type, size] = match;
      const info = { id, type: type as ObjectInfo["type"], size: Number(size) };
      if (!this.#withContent) {
        this.#answer({ info, content: null });
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
    this.#answer({ info, content });
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

  #answer(answer: Answer): void {
    this.#questions.shift()?.resolve(answer);
  }
}
