import type { Finding, Section, TraceLine } from "../../../../shared/trace/trace-types.ts";
import type { IndexReport } from "../engine/indexed-trace.ts";
import type { StoredExtent, TraceFiles } from "../engine/open-stored-trace.ts";
import type { TraceThreads } from "./trace-threads.ts";

/** Bytes of a line that are read to search it on screen, and to copy it. */
const [maxShownBytes, maxCopiedBytes] = [262_144, 16_000_000];
/** Lines that are copied at once. */
const copiedLines = 500;

let opened = 0;

/** Reads one generation of a stored trace in a thread, which indexes it as it grows. */
export class TraceReader {
  readonly files: TraceFiles;
  readonly #threads: TraceThreads;
  readonly #listeners = new Set<() => void>();
  #id = "";
  #open: AbortController | null = null;
  #extent: StoredExtent = { size: 0, ended: false };
  #report: IndexReport | null = null;
  #error: Error | null = null;
  #holders = 0;

  constructor(threads: TraceThreads, files: TraceFiles) {
    this.#threads = threads;
    this.files = files;
  }

  /** State of the trace; null before its first lines are indexed. */
  get report(): IndexReport | null {
    return this.#report;
  }

  /** Error of reading the trace; null for none. */
  get error(): Error | null {
    return this.#error;
  }

  get extent(): StoredExtent {
    return this.#extent;
  }

  /** Returns whether the lines are still needed although nothing reads them now. */
  get isHeld(): boolean {
    return this.#holders > 0;
  }

  /** Keeps the lines readable; returns the function that ends this, which is called once. */
  hold(): () => void {
    this.#holders++;
    return () => void this.#holders--;
  }

  /** Calls back after each report; returns the function that ends this. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Resolves once the first lines are known, or cannot be. */
  async ready(signal: AbortSignal): Promise<void> {
    while (!this.#report && !this.#error && this.#open) {
      signal.throwIfAborted();
      const { promise, resolve } = Promise.withResolvers<void>();
      const stop = this.subscribe(resolve);
      signal.addEventListener("abort", () => resolve(), { once: true });
      await promise.finally(stop);
    }
  }

  /** Reads what is stored now. */
  grow(extent: StoredExtent): void {
    const { size, ended } = this.#extent;
    if (this.#open && extent.size === size && extent.ended === ended) return;
    this.#extent = extent;
    // A trace that was complete and has grown is indexed again.
    if (this.#open && (ended || extent.size < size)) this.close();
    if (!this.#open) this.#begin();
    else this.#threads.reading.call("grow", { id: this.#id, extent }).catch(() => undefined);
  }

  #begin(): void {
    const open = new AbortController();
    this.#open = open;
    this.#id = `${++opened}`;
    this.#error = null;
    const onPart = (report: IndexReport) => {
      if (this.#open !== open) return;
      this.#report = report;
      this.#emit();
    };
    const input = { id: this.#id, files: this.files, extent: this.#extent };
    this.#threads.reading.call("open", input, { signal: open.signal, onPart }).catch((error: unknown) => {
      if (this.#open !== open) return;
      this.#open = null;
      this.#error = error instanceof Error ? error : new Error(String(error));
      this.#emit();
    });
  }

  #emit(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  lines(from: number, to: number, signal?: AbortSignal): Promise<TraceLine[]> {
    return this.#threads.reading.call("lines", { id: this.#id, from, to }, { signal });
  }

  /** Returns the text of lines as they are shown: long ones are cut. */
  shownText(from: number, to: number, signal?: AbortSignal): Promise<string[]> {
    return this.#plain(from, to, maxShownBytes, signal);
  }

  /** Yields the whole text of lines, in order, a few lines at a time. */
  async *wholeText(from: number, to: number, signal: AbortSignal): AsyncGenerator<string, void> {
    for (let at = from; at < to && !signal.aborted; at += copiedLines) {
      const lines = await this.#plain(at, Math.min(to, at + copiedLines), maxCopiedBytes, signal);
      if (lines.length === 0) return;
      yield (at === from ? "" : "\n") + lines.join("\n");
    }
  }

  #plain(from: number, to: number, maxBytes: number, signal?: AbortSignal): Promise<string[]> {
    return this.#threads.reading.call("plain", { id: this.#id, from, to, maxBytes }, { signal });
  }

  sections(): Promise<readonly Section[]> {
    return this.#threads.reading.call("sections", { id: this.#id });
  }

  findings(limit: number): Promise<Finding[]> {
    return this.#threads.reading.call("findings", { id: this.#id, limit });
  }

  close(): void {
    const open = this.#open;
    this.#open = null;
    this.#report = null;
    open?.abort();
  }
}
