import { Notifier } from "../../../shared/notifier.ts";
import type { Finding, TraceLine, TraceSection } from "../../../shared/trace-types.ts";
import { createWorkerClient, type WorkerClient } from "../../../shared/workers/worker-client.ts";
import { startThread } from "../../system/threads.ts";
import type { IndexReport } from "./engine/indexed-trace.ts";
import type { StoredExtent, TraceFiles } from "./engine/open-stored-trace.ts";
import type { TraceThreadMethods } from "./engine/trace-worker.ts";

/** Bytes of a line that are read to search it on screen, and to copy it. */
const [maxShownBytes, maxCopiedBytes] = [262_144, 16_000_000];
/** Lines that are copied at once. */
const copiedLines = 500;

let opened = 0;

/** Reads one generation of a stored trace in a thread, which indexes it as it grows. */
export class TraceReader {
  readonly files: TraceFiles;
  readonly #threads: TraceThreads;
  /** Notifies after each report. */
  readonly changes = new Notifier();
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

  /** Resolves once the first lines are known, or cannot be. */
  async ready(signal: AbortSignal): Promise<void> {
    while (!this.#report && !this.#error && this.#open) {
      signal.throwIfAborted();
      await this.changes.next(signal);
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
      this.changes.notify();
    };
    const input = { id: this.#id, files: this.files, extent: this.#extent };
    this.#threads.reading.call("open", input, { signal: open.signal, onPart }).catch((error: unknown) => {
      if (this.#open !== open) return;
      this.#open = null;
      this.#error = error instanceof Error ? error : new Error(String(error));
      this.changes.notify();
    });
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

  sections(): Promise<readonly TraceSection[]> {
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

export type TraceThread = WorkerClient<TraceThreadMethods>;

/** Milliseconds for which a piece may be searched, and a comparison may take without a pause. */
const [searchLimitMs, compareLimitMs] = [3_000, 20_000];
/** Milliseconds without a search after which its threads are ended. */
const searchIdleMs = 60_000;
/** Megabytes that a thread's objects may take. */
const maxHeapMb = 256;

/** Threads that search, until they are released. */
interface LentThreads {
  readonly threads: readonly TraceThread[];
  release(): void;
}

/** The threads in which stored traces are read: one that indexes and shows lines, and two that search. */
export class TraceThreads {
  readonly #module: URL;
  readonly #searching: readonly TraceThread[];
  readonly #idleMs: number;
  #idle: NodeJS.Timeout | undefined;
  #searches = 0;
  /** Callers for whom nothing is analysed. */
  #pauses = 0;
  /** Indexes traces and reads their lines. */
  readonly reading: TraceThread;

  /** `module` is the one of trace-worker.ts, as source or bundled. */
  constructor(module: URL, { idleMs = searchIdleMs }: { readonly idleMs?: number } = {}) {
    this.#module = module;
    this.#idleMs = idleMs;
    this.reading = this.#thread();
    // They have no state: searches that a non-terminating pattern blocked are repeated.
    this.#searching = [1, 2].map(() => this.#thread(searchLimitMs, true));
  }

  /** Starts the thread that reads, so that the first trace opens without a delay. */
  async prepare(): Promise<void> {
    await this.reading.call("warmUp", { forSearch: false });
  }

  /** Starts the threads that search, so that the first search begins without a delay. */
  async prepareSearching(): Promise<void> {
    const { threads, release } = this.lendSearching();
    try {
      await Promise.all(threads.map((thread) => thread.call("warmUp", { forSearch: true })));
    } finally {
      release();
    }
  }

  /**
   * Provides the threads that search, and pauses the analysis during the search. They are ended a while after the last
   * search has released them.
   */
  lendSearching(): LentThreads {
    clearTimeout(this.#idle);
    this.#searches++;
    const resumeAnalysis = this.pauseAnalysis();
    let isLent = true;
    const release = () => {
      if (!isLent) return;
      isLent = false;
      resumeAnalysis();
      if (--this.#searches > 0) return;
      this.#idle = setTimeout(() => this.#stopSearching(), this.#idleMs).unref();
    };
    return { threads: this.#searching, release };
  }

  /** Pauses the analysis of all traces until each caller has called the returned function. */
  pauseAnalysis(): () => void {
    if (this.#pauses++ === 0) this.#callPause(true);
    let isPaused = true;
    return () => {
      if (!isPaused) return;
      isPaused = false;
      if (--this.#pauses === 0) this.#callPause(false);
    };
  }

  /** Returns a thread that compares two traces, and stores the result until it is stopped. */
  startComparing(): TraceThread {
    return this.#thread(compareLimitMs);
  }

  close(): void {
    this.reading.stop();
    this.#stopSearching();
  }

  #callPause(isPaused: boolean): void {
    // The thread that is stopped meanwhile has nothing to analyse.
    this.reading.call("pauseAnalysis", { isPaused }).catch(() => undefined);
  }

  #stopSearching(): void {
    clearTimeout(this.#idle);
    for (const thread of this.#searching) thread.stop();
  }

  #thread(limitMs?: number, stateless?: boolean): TraceThread {
    return createWorkerClient<TraceThreadMethods>(
      () => startThread(this.#module, { name: "traces", maxHeapMb }),
      { limitMs, stateless },
    );
  }
}
