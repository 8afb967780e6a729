import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { getJobTrace } from "../../../shared/api/resources/jobs.ts";
import { type Problem, ProblemError } from "../../../shared/errors.ts";
import type { comparisonUpdate, searchUpdate } from "../../../shared/host/traces.ts";
import { Notifier } from "../../../shared/notifier.ts";
import type { TraceQuery, TraceSearchState } from "../../../shared/trace-types.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import type { Connections } from "../client/connections.ts";
import { canceled } from "../client/network-error.ts";
import { encodeOperationCall } from "../operations/operation-call.ts";
import { TraceComparison } from "./compare-traces.ts";
import { JobWatch } from "./fetch-trace.ts";
import { RestHold } from "./rest-hold.ts";
import { Trace } from "./trace.ts";
import { type TraceReader, TraceThreads } from "./trace-reader.ts";
import { TraceSearch } from "./trace-search.ts";
import { TraceContent, TraceStore } from "./trace-store.ts";
import type { Polling } from "./trace-sync.ts";

/** Queue of one value: a value that was not read yet is replaced by the next one. */
interface Latest<T> {
  readonly push: (value: T) => void;
  readonly values: AsyncGenerator<T, void>;
}

/** Returns a queue of one value, which ends when `signal` is aborted. */
function latestOf<T>(signal: AbortSignal): Latest<T> {
  let latest: { readonly value: T } | null = null;
  const changes = new Notifier();
  async function* read(): AsyncGenerator<T, void> {
    while (!signal.aborted) {
      const found = latest;
      latest = null;
      if (found) yield found.value;
      else await changes.next(signal);
    }
  }
  return {
    push(value) {
      latest = { value };
      changes.notify();
    },
    values: read(),
  };
}

type ComparisonUpdate = z.output<typeof comparisonUpdate>;

interface Session<T> {
  readonly value: T;
  timer: NodeJS.Timeout;
}

/** Values that requests read by an id, until none did for a while. */
class Sessions<T extends { close(): void }> {
  readonly #sessions = new Map<string, Session<T>>();
  readonly #max: number;
  readonly #idleMs: number;

  /** Beyond `max` the one is closed that was not used for longest. */
  constructor(max: number, idleMs: number) {
    this.#max = max;
    this.#idleMs = idleMs;
  }

  /** Returns the id of a value. */
  add(value: T): string {
    const id = randomUUID();
    const [oldest] = this.#sessions.keys();
    if (oldest !== undefined && this.#sessions.size >= this.#max) this.remove(oldest);
    this.#sessions.set(id, { value, timer: this.#expire(id) });
    return id;
  }

  /** Returns a value. Throws ProblemError `not_found` where it was closed. */
  get(id: string): T {
    const session = this.#sessions.get(id);
    if (!session) throw new ProblemError({ code: "not_found", message: "This has ended. Start it again." });
    clearTimeout(session.timer);
    this.#sessions.delete(id);
    this.#sessions.set(id, { value: session.value, timer: this.#expire(id) });
    return session.value;
  }

  remove(id: string): void {
    const session = this.#sessions.get(id);
    if (!session) return;
    this.#sessions.delete(id);
    clearTimeout(session.timer);
    session.value.close();
  }

  close(): void {
    for (const id of [...this.#sessions.keys()]) this.remove(id);
  }

  #expire(id: string): NodeJS.Timeout {
    return setTimeout(() => this.remove(id), this.#idleMs).unref();
  }
}

interface TraceMirrorOptions {
  readonly folder: string;
  readonly connections: Connections;
  readonly cache: ResponseCache;
  /** Returns the problem of an error, without secrets. */
  readonly toProblem: (error: unknown) => Problem;
  /** Bytes that all traces may take, but for those that are open. */
  readonly limit: () => number;
  readonly polling: Polling;
  /** The module of engine/trace-worker.ts, as source or bundled. */
  readonly threadModule: URL;
}

/** Milliseconds without a read after which a search or a comparison is dropped. */
const idleMs = 30 * 60_000;

/**
 * The logs of jobs that were opened, of all accounts: mirrored on disk while somebody follows them, indexed, and searched
 * and compared by pages.
 */
export class TraceMirror {
  readonly #options: TraceMirrorOptions;
  readonly #store: TraceStore;
  readonly #open = new Map<string, Trace>();
  readonly threads: TraceThreads;
  /** Searches and comparisons that pages read. A comparison has a thread of its own. */
  readonly searches = new Sessions<TraceSearch>(32, idleMs);
  readonly comparisons = new Sessions<TraceComparison>(3, idleMs);

  constructor(options: TraceMirrorOptions) {
    this.threads = new TraceThreads(options.threadModule);
    this.#options = options;
    this.#store = new TraceStore(options.folder);
    this.trim();
  }

  /**
   * Returns a job's trace; only where it was opened by another path, the job is requested. Throws ProblemError for an
   * unknown account or a wrong project.
   */
  async get(account: string, project: string, job: number): Promise<Trace> {
    const call = await encodeOperationCall(getJobTrace, { id: project, job_id: job });
    const { connections, cache, polling, toProblem } = this.#options;
    const { client, traces } = connections.get(account);
    const key = keyOf(account, job);
    const context = { account, client, cache, policy: () => connections.get(account).policy };
    const path = { call, job: new JobWatch(context, project, job, polling.settle) };
    const known = this.#open.get(key);
    if (known) {
      await known.readBy(path);
      return known;
    }
    for (const trace of this.#open.values()) if (!trace.isOpen) trace.closeReader();
    const trace = new Trace({
      content: new TraceContent(this.#store, account, job),
      service: {
        client: traces,
        policy: context.policy,
        call,
        honoursRange: true,
        rest: new RestHold(() => this.threads.pauseAnalysis()),
      },
      polling,
      job: path.job,
      toProblem,
      threads: this.threads,
      onRead: () => this.trim(),
    });
    this.#open.set(key, trace);
    return trace;
  }

  /**
   * Starts a search and yields its progress. Ends once all of a complete trace was searched; the search can be read by its
   * id after that.
   */
  async *search(
    reader: TraceReader,
    query: TraceQuery,
    signal: AbortSignal,
  ): AsyncGenerator<z.output<typeof searchUpdate>, void> {
    const states = latestOf<TraceSearchState>(signal);
    const search = this.searches.add(new TraceSearch(this.threads, reader, query, states.push));
    let isWhole = false;
    try {
      for await (const state of states.values) {
        // Traces that the page reads stay open.
        this.searches.get(search);
        yield { search, state };
        isWhole = state.done && (state.problem !== undefined || (reader.report?.complete ?? false));
        if (isWhole) return;
      }
    } finally {
      if (!isWhole) this.searches.remove(search);
    }
  }

  /**
   * Compares `right`, up to its last line so far, with `left` once that is complete: yields the progress, and at last the
   * id by which rows are read.
   */
  async *compare(left: Trace, right: Trace, signal: AbortSignal): AsyncGenerator<ComparisonUpdate, void> {
    const updates = latestOf<ComparisonUpdate>(signal);
    this.#compareNow(left, right, (share) => updates.push({ share }), signal).then(
      updates.push,
      (error: unknown) => updates.push({ problem: this.toProblem(error).message }),
    );
    for await (const update of updates.values) {
      yield update;
      if (!("share" in update)) return;
    }
  }

  async #compareNow(
    left: Trace,
    right: Trace,
    onShare: (share: number) => void,
    signal: AbortSignal,
  ): Promise<ComparisonUpdate> {
    await Promise.all([
      left.readUntil(() => left.content.complete, signal),
      right.readUntil(() => right.isCaughtUp, signal),
    ]);
    const compared = await TraceComparison.start(this.threads, left, right, onShare, signal);
    if (signal.aborted) {
      compared.close();
      throw canceled();
    }
    return { comparison: this.comparisons.add(compared), summary: compared.summary };
  }

  /** Returns the problem of an error, without secrets. */
  toProblem(error: unknown): Problem {
    return this.#options.toProblem(error);
  }

  /** Bytes on disk of all traces. */
  get size(): number {
    return this.#store.size;
  }

  /** Removes what was used longest ago until the rest is within the limit. What is open stays. */
  trim(): void {
    let excess = this.#store.size - this.#options.limit();
    for (const { account, job, generation, size } of excess > 0 ? this.#store.list() : []) {
      const key = keyOf(account, job);
      if (this.#open.get(key)?.isOpen) continue;
      this.#discard(key);
      void this.#store.remove(generation);
      excess -= size;
      if (excess <= 0) return;
    }
  }

  /** Removes everything. Clients that follow, search or compare a trace have to begin again. */
  async clear(): Promise<void> {
    this.searches.close();
    this.comparisons.close();
    await this.#remove(() => true);
  }

  async forgetAccount(account: string): Promise<void> {
    await this.#remove((stored) => stored.account === account);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((trace) => trace.close()));
    this.searches.close();
    this.comparisons.close();
    this.threads.close();
    this.#store.close();
  }

  async #remove(isMeant: (stored: { readonly account: string }) => boolean): Promise<void> {
    for (const { account, job, generation } of this.#store.list().filter(isMeant)) {
      const key = keyOf(account, job);
      const open = this.#discard(key);
      await this.#store.remove(generation);
      await open?.close();
    }
  }

  #discard(key: string): Trace | undefined {
    const open = this.#open.get(key);
    this.#open.delete(key);
    open?.discard();
    return open;
  }
}

const keyOf = (account: string, job: number): string => `${account} ${job}`;
