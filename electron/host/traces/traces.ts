import { getJobTrace } from "../../../shared/api/resources/jobs.ts";
import type { Problem } from "../../../shared/errors.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import type { Connections } from "../client/connections.ts";
import { encodeOperationCall } from "../operations/operation-call.ts";
import type { TraceComparison } from "./compare-traces.ts";
import { JobWatch } from "./job-watch.ts";
import type { Polling } from "./polling.ts";
import { TraceThreads } from "./reading/trace-threads.ts";
import { RestHold } from "./rest-hold.ts";
import type { TraceSearch } from "./search/trace-search.ts";
import { Sessions } from "./sessions.ts";
import { Trace } from "./trace.ts";
import { TraceContent } from "./trace-content.ts";
import { TraceStore } from "./trace-store.ts";

export interface TracesOptions {
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

/** The traces of all accounts that were opened, on disk. */
export class Traces {
  readonly #options: TracesOptions;
  readonly #store: TraceStore;
  readonly #open = new Map<string, Trace>();
  readonly threads: TraceThreads;
  /** Searches and comparisons that pages read. A comparison has a thread of its own. */
  readonly searches = new Sessions<TraceSearch>(32, idleMs);
  readonly comparisons = new Sessions<TraceComparison>(3, idleMs);

  constructor(options: TracesOptions) {
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
