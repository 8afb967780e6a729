import { randomUUID } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, parse } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import { whereWritable } from "../../system/storage-error.ts";
import { openDatabase } from "../storage/database.ts";
import { databaseFormats } from "../storage/database-formats.ts";
import { makePrivateFolder } from "../storage/private-file.ts";
import { TraceFile } from "./trace-file.ts";

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

const row = z.object({
  generation: z.string(),
  account: z.string(),
  job: z.int(),
  size: z.int(),
  complete: z.int().transform((value) => value === 1),
  usedAt: z.int(),
});

/** A trace on disk. Its bytes are in the file that is named after the generation. */
interface StoredTraceRow {
  readonly generation: string;
  readonly account: string;
  readonly job: number;
  /** Bytes, as they were counted when it was last recorded. */
  readonly size: number;
  readonly complete: boolean;
  /** Time of the last request, ms since 1970. */
  readonly usedAt: number;
}

const schema = `CREATE TABLE IF NOT EXISTS trace (
  account TEXT NOT NULL, job INTEGER NOT NULL, generation TEXT NOT NULL, size INTEGER NOT NULL,
  complete INTEGER NOT NULL, used_at INTEGER NOT NULL, PRIMARY KEY (account, job)) STRICT;`;
const columns = "generation, account, job, size, complete, used_at AS usedAt";

/** The list of stored traces, in SQLite. */
class TraceTable {
  readonly #database: DatabaseSync;
  readonly #statements: Record<"find" | "list" | "put" | "delete" | "total", StatementSync>;

  constructor(path: string) {
    this.#database = openDatabase(path, "off", databaseFormats["traces.db"], (database) =>
      database.exec(schema),
    );
    const prepare = (text: string) => this.#database.prepare(text);
    this.#statements = {
      find: prepare(`SELECT ${columns} FROM trace WHERE account = ? AND job = ?`),
      list: prepare(`SELECT ${columns} FROM trace ORDER BY used_at`),
      put: prepare(
        "INSERT OR REPLACE INTO trace (generation, account, job, size, complete, used_at) VALUES (?, ?, ?, ?, ?, ?)",
      ),
      delete: prepare("DELETE FROM trace WHERE generation = ?"),
      total: prepare("SELECT coalesce(sum(size), 0) AS size FROM trace"),
    };
  }

  /** Whether the list is on disk: else it is empty, and lost with the process. */
  get isStored(): boolean {
    return this.#database.location() !== null;
  }

  find(account: string, job: number): StoredTraceRow | undefined {
    const found = this.#statements.find.get(account, job);
    return found && row.parse(found);
  }

  /** Returns all, the least recently used first. */
  list(): StoredTraceRow[] {
    return this.#statements.list.all().map((found) => row.parse(found));
  }

  /** Records a trace in place of an earlier one of the same job. */
  put({ generation, account, job, size, complete, usedAt }: StoredTraceRow): void {
    whereWritable(() => this.#statements.put.run(generation, account, job, size, complete ? 1 : 0, usedAt));
  }

  delete(generation: string): void {
    whereWritable(() => this.#statements.delete.run(generation));
  }

  /** Bytes of all. */
  get size(): number {
    return Number(this.#statements.total.get()?.size ?? 0);
  }

  close(): void {
    this.#database.close();
  }
}

/** Bytes after which the size of a growing trace is recorded. */
const recordBytes = 64 * 1024 * 1024;

/** Stored content of one trace. Its file is open while the trace is read from the service. */
export class TraceContent {
  readonly #store: TraceStore;
  #stored: StoredTraceRow;
  #file: TraceFile | null = null;
  /** Two that open it at the same time get one file. */
  #opening: Promise<TraceFile> | null = null;
  #recorded = 0;
  #isDiscarded = false;

  constructor(store: TraceStore, account: string, job: number) {
    this.#store = store;
    this.#stored = store.find(account, job) ?? store.create(account, job);
  }

  get generation(): string {
    return this.#stored.generation;
  }

  /** Returns whether a generation is what is stored now. */
  isCurrent(generation: string): boolean {
    return !this.#isDiscarded && generation === this.generation;
  }

  get isDiscarded(): boolean {
    return this.#isDiscarded;
  }

  get path(): string {
    return this.#store.pathOf(this.generation);
  }

  /** Path of what is known of the lines, once all of them are stored. */
  get indexPath(): string {
    return this.#store.indexPathOf(this.generation);
  }

  /** Bytes on disk. */
  get size(): number {
    return this.#file?.size ?? this.#stored.size;
  }

  get complete(): boolean {
    return this.#stored.complete;
  }

  open(): Promise<TraceFile> {
    this.#opening ??= this.#openFile();
    return this.#opening;
  }

  async #openFile(): Promise<TraceFile> {
    try {
      this.#file = await TraceFile.open(this.path);
      return this.#file;
    } catch (error) {
      this.#opening = null;
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#opening?.catch(() => undefined);
    this.record();
    await this.#release()?.close();
  }

  /** Forgets the open file and returns it for closing; null where none is open. The next {@link open} opens it anew. */
  #release(): TraceFile | null {
    const file = this.#file;
    this.#file = null;
    this.#opening = null;
    return file;
  }

  /** Records the size now and then, so that the limit of all traces counts one that grows. */
  recordGrowth(): void {
    if (this.size - this.#recorded > recordBytes) this.record();
  }

  record(changes: Partial<Pick<StoredTraceRow, "complete" | "usedAt">> = {}): void {
    this.#stored = { ...this.#stored, ...changes, size: this.size };
    this.#recorded = this.size;
    if (!this.#isDiscarded) this.#store.record(this.#stored);
  }

  /** Everything that the job printed is there. */
  async finish(): Promise<void> {
    await this.#file?.sync();
    this.record({ complete: true });
  }

  /** Called when the store removes the trace; nothing is recorded any more. */
  discard(): void {
    this.#isDiscarded = true;
  }

  /** Removes what is stored and begins another generation. */
  async renew(): Promise<void> {
    const { generation, account, job } = this.#stored;
    await this.#opening?.catch(() => undefined);
    const file = this.#release();
    this.#stored = this.#store.create(account, job);
    this.#recorded = 0;
    await file?.close();
    await this.#store.remove(generation);
  }
}
