import { randomUUID } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, parse } from "node:path";
import { whereWritable } from "../../system/storage-error.ts";
import { makePrivateFolder } from "../storage/private-file.ts";
import { type StoredTraceRow, TraceTable } from "./trace-table.ts";

/** Traces on disk: a file for each, and the list of them. */
export class TraceStore {
  readonly #folder: string;
  readonly #table: TraceTable;

  constructor(folder: string) {
    this.#folder = join(folder, "traces");
    whereWritable(() => makePrivateFolder(this.#folder));
    this.#table = new TraceTable(join(folder, "traces.db"));
    // A list that could not be read lists nothing.
    if (this.#table.isStored) whereWritable(() => this.#removeUnlisted());
  }

  pathOf(generation: string): string {
    return join(this.#folder, `${generation}.log`);
  }

  indexPathOf(generation: string): string {
    return join(this.#folder, `${generation}.index`);
  }

  /** Returns what is stored of a job's trace, with the size of its file. */
  find(account: string, job: number): StoredTraceRow | undefined {
    const stored = this.#table.find(account, job);
    if (!stored) return undefined;
    const size = statSync(this.pathOf(stored.generation), { throwIfNoEntry: false })?.size ?? 0;
    // A file that has shrunk is not the one that was stored.
    if (size < stored.size || (stored.complete && size !== stored.size)) {
      void this.remove(stored.generation);
      return undefined;
    }
    return { ...stored, size };
  }

  /** Lists a trace of which nothing is stored yet. */
  create(account: string, job: number): StoredTraceRow {
    const created = {
      generation: randomUUID(),
      account,
      job,
      size: 0,
      complete: false,
      usedAt: Date.now(),
    };
    this.#table.put(created);
    return created;
  }

  record(stored: StoredTraceRow): void {
    this.#table.put(stored);
  }

  async remove(generation: string): Promise<void> {
    this.#table.delete(generation);
    await rm(this.pathOf(generation), { force: true });
    await rm(this.indexPathOf(generation), { force: true });
  }

  /** Returns all, the least recently used first. */
  list(): StoredTraceRow[] {
    return this.#table.list();
  }

  /** Bytes of all, as they were last recorded. */
  get size(): number {
    return this.#table.size;
  }

  close(): void {
    this.#table.close();
  }

  /** A file that is not in the list was left by a crash. */
  #removeUnlisted(): void {
    const listed = new Set(this.#table.list().map(({ generation }) => generation));
    for (const name of readdirSync(this.#folder)) {
      if (!listed.has(parse(name).name)) rmSync(join(this.#folder, name), { force: true });
    }
  }
}
