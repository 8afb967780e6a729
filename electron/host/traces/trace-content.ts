import { TraceFile } from "./trace-file.ts";
import type { TraceStore } from "./trace-store.ts";
import type { StoredTraceRow } from "./trace-table.ts";

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

  /** Returns the file that was open; the next one to {@link open} it gets another one. */
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
