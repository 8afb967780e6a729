import { createWorkerClient, type WorkerClient } from "../../../../shared/workers/worker-client.ts";
import { startThread } from "../../../system/threads.ts";
import type { TraceThreadMethods } from "../engine/trace-worker.ts";

export type TraceThread = WorkerClient<TraceThreadMethods>;

/** Milliseconds for which a piece may be searched, and a comparison may take without a pause. */
const [searchLimitMs, compareLimitMs] = [3_000, 20_000];
/** Milliseconds without a search after which its threads are ended. */
const searchIdleMs = 60_000;
/** Megabytes that a thread's objects may take. */
const maxHeapMb = 256;

/** Threads that search, until they are released. */
export interface LentThreads {
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
