import { setTimeout as delay } from "node:timers/promises";
import type { Problem } from "../../../shared/errors.ts";
import { ServiceRequestError } from "../client/network-error.ts";
import { withRetries } from "../client/retry.ts";
import type { OperationCall } from "../operations/operation-call.ts";
import { type JobWatch, readTrace, type ServiceTrace, type TraceFinding } from "./fetch-trace.ts";
import type { TraceContent } from "./trace-store.ts";

/** Dependencies of the sync of a trace. */
export interface SyncParts {
  readonly content: TraceContent;
  readonly service: ServiceTrace;
  readonly polling: Polling;
  job: JobWatch;
  /** Returns the problem of an error, without secrets. */
  readonly toProblem: (error: unknown) => Problem;
  /** Called after each read of the service. */
  readonly onRead: () => void;
}

/** A job by one of the paths that its project has had. */
export interface JobPath {
  /** Request for the trace. */
  readonly call: OperationCall;
  readonly job: JobWatch;
}

interface SyncOptions {
  /** Whether somebody follows the trace. */
  readonly isWanted: () => boolean;
  /** Called when more is stored, another generation begins, and after each read. */
  readonly onChange: () => void;
}

/** Reads of the service, one after the other, until the trace is complete or nobody follows it. */
interface SyncRun {
  readonly abort: AbortController;
  /** Reads that ended. */
  reads: number;
  done: Promise<void>;
}

/** Time within which the job's state is not requested again while its trace grows, in ms. */
const jobIntervalMs = 3000;
/** Longest wait that a service may request of a trace that is followed, in ms. */
const maxRequestedWaitMs = 60_000;

/** The one loop that synchronises the stored trace with the service's. */
export class TraceSync {
  readonly #parts: SyncParts;
  readonly #options: SyncOptions;
  readonly #interval: PollInterval;
  #run: SyncRun | null = null;
  #problem: Problem | null = null;
  #hasBegun = false;
  #isClosed = false;
  #jobRequestedAt = 0;
  #dueAt = 0;

  constructor(parts: SyncParts, options: SyncOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#interval = new PollInterval(parts.polling);
  }

  /** The current reads. */
  get run(): SyncRun | null {
    return this.#run;
  }

  /** Problem of the last read of the service; null for none. */
  get problem(): Problem | null {
    return this.#problem;
  }

  /** Whether no more of the trace is stored; a full disk is another thing, which passes. */
  get #isTooLong(): boolean {
    return this.#problem?.code === "too_large" && this.#problem.retry === false;
  }

  /** Reads until the trace is complete, the first time without a delay if `atOnce` and nothing is read now. */
  start(atOnce = false): void {
    if (this.#run) return;
    if (atOnce) this.#dueAt = 0;
    const run: SyncRun = { abort: new AbortController(), reads: 0, done: Promise.resolve() };
    this.#run = run;
    run.done = this.#readOn(run).finally(() => {
      this.#run = null;
      this.#options.onChange();
      // A follower may have been added while it ended.
      const isOver = this.#parts.content.complete || this.#isTooLong || this.#isClosed;
      if (this.#options.isWanted() && !isOver) this.start();
    });
  }

  /** Reads the trace and the job anew: the service has another trace than what is stored. */
  restart(): void {
    this.#hasBegun = false;
    this.start(true);
  }

  /** Reads by another path from now on. */
  async readBy({ call, job }: JobPath): Promise<void> {
    this.#parts.service.call = call;
    this.#parts.job = job;
    this.#hasBegun = false;
    this.#problem = null;
    this.#dueAt = 0;
    this.stop();
    await this.#run?.done;
  }

  /** Ends the current reads. */
  stop(): void {
    this.#run?.abort.abort();
  }

  /** Ends all reads; resolves once nothing is written any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.stop();
    await this.#run?.done;
  }

  async #readOn(run: SyncRun): Promise<void> {
    const { signal } = run.abort;
    const { content, onRead } = this.#parts;
    try {
      while (!content.complete && !this.#isTooLong) {
        await delay(Math.max(0, this.#dueAt - Date.now()), undefined, { signal });
        if (run.reads > 0 && !this.#options.isWanted()) return;
        await this.#readNow(signal);
        run.reads++;
        this.#options.onChange();
        onRead();
      }
    } catch {
      // Nobody follows any more, or the host closes.
    } finally {
      await content.close();
    }
  }

  async #readNow(signal: AbortSignal): Promise<void> {
    const { content, toProblem } = this.#parts;
    const began = Date.now();
    const { generation, size } = content;
    try {
      await this.#update(signal);
      this.#problem = null;
      const isSame = generation === content.generation && size === content.size;
      if (!isSame) content.record();
      this.#dueAt = Date.now() + this.#interval.after(isSame ? "same" : "grown", Date.now() - began);
    } catch (error) {
      if (signal.aborted) throw error;
      this.#problem = toProblem(error);
      // The account may not read a trace any more that the service hides from it.
      if (this.#problem.code === "not_found" && size > 0) await content.renew();
      const requested = error instanceof ServiceRequestError ? (error.retryAfterMs ?? 0) : 0;
      const wait = Math.min(requested, maxRequestedWaitMs);
      this.#dueAt = Date.now() + Math.max(wait, this.#interval.after("failed", Date.now() - began));
    }
  }

  /** Updates the stored trace, repeatedly while each update brings bytes. */
  async #update(signal: AbortSignal): Promise<void> {
    const { content, service } = this.#parts;
    for (;;) {
      const before = content.size;
      try {
        return await withRetries(
          () => this.#updateOnce(signal),
          (failure) => failure.retryable,
          signal,
          service.policy(),
        );
      } catch (error) {
        const isNetwork = error instanceof ServiceRequestError && error.retryable;
        if (signal.aborted || !isNetwork || content.size <= before) throw error;
      }
    }
  }

  async #updateOnce(signal: AbortSignal): Promise<void> {
    const { content, service, job } = this.#parts;
    const update: TraceUpdateOptions = {
      content,
      service,
      hasEnded: (stop) => job.hasEnded(stop),
      onChange: this.#options.onChange,
    };
    if (!this.#hasBegun) {
      await beginTrace(update, signal);
      this.#hasBegun = true;
    } else {
      const asksJob = !this.#interval.isShort || Date.now() - this.#jobRequestedAt > jobIntervalMs;
      if (asksJob) this.#jobRequestedAt = Date.now();
      await updateTrace(update, asksJob, signal);
    }
  }
}

/** Dependencies of one update. */
interface TraceUpdateOptions {
  readonly service: ServiceTrace;
  readonly content: TraceContent;
  /** Checks with the service whether the job prints nothing more. Throws ServiceRequestError. */
  readonly hasEnded: (signal: AbortSignal) => Promise<boolean>;
  /** Called after each piece that was stored, and when another generation begins. */
  readonly onChange: () => void;
}

/**
 * Reads a trace for the first time. The job is requested once the first bytes are there, which somebody waits for.
 * Throws ProblemError.
 */
async function beginTrace(update: TraceUpdateOptions, signal: AbortSignal): Promise<void> {
  let job: Promise<{ readonly ended: boolean } | { readonly error: unknown }> | null = null;
  const readJob = () => {
    job ??= update.hasEnded(signal).then(
      (ended) => ({ ended }),
      (error: unknown) => ({ error }),
    );
    return job;
  };
  const onChange = () => {
    void readJob();
    update.onChange();
  };
  const found = await storeTrace({ ...update, onChange }, signal);
  const outcome = await readJob();
  if ("ended" in outcome) {
    if (outcome.ended) await update.content.finish();
  } else if (found === "absent") throw outcome.error;
}

/** Updates the stored trace from the service's; with `asksJob` the job is requested first. Throws ProblemError. */
async function updateTrace(update: TraceUpdateOptions, asksJob: boolean, signal: AbortSignal): Promise<void> {
  const ended = asksJob && (await update.hasEnded(signal));
  await storeTrace(update, signal);
  if (ended) await update.content.finish();
}

async function storeTrace(update: TraceUpdateOptions, signal: AbortSignal): Promise<TraceFinding> {
  const { service, content, onChange } = update;
  const read = async () => {
    const file = await content.open();
    file.onGrowth = () => {
      content.recordGrowth();
      onChange();
    };
    return readTrace(service, file, signal);
  };
  const renew = async () => {
    await content.renew();
    service.honoursRange = true;
    onChange();
  };
  const found = await read();
  if (found === "absent" && content.size > 0) {
    // Only a service that has the job may report its trace as erased: a proxy may send an empty body.
    await update.hasEnded(signal);
    await renew();
  }
  if (found !== "changed") return found;
  await renew();
  return read();
}

/** Intervals of reading a trace that is followed. Times in ms. */
export interface Polling {
  /** Interval while bytes arrive. */
  readonly firstIntervalMs: number;
  /** Maximum interval while nothing arrives. */
  readonly maxIntervalMs: number;
  /** Time for which a trace is read on without followers. */
  readonly linger: number;
  /** Time that a service may need to store the last lines of a job that has ended. */
  readonly settle: number;
  /** Maximum time that the rest of a long trace waits for its first lines to be drawn. */
  readonly draw: number;
  /**
   * The same while a view of it is only likely to be opened: longer than a page waits for that view and `linger`
   * together, so that a log that nobody opens is not read on.
   */
  readonly ahead: number;
}

export const defaultPolling: Polling = {
  ...{ firstIntervalMs: 1000, maxIntervalMs: 10_000, linger: 5000, settle: 3000 },
  ...{ draw: 400, ahead: 20_000 },
};

/** Interval before the next read: short while bytes arrive, longer the longer nothing arrives or the service fails. */
class PollInterval {
  readonly #polling: Polling;
  #intervalMs: number;

  constructor(polling: Polling) {
    this.#polling = polling;
    this.#intervalMs = polling.firstIntervalMs;
  }

  /** Returns whether the last read brought bytes. */
  get isShort(): boolean {
    return this.#intervalMs === this.#polling.firstIntervalMs;
  }

  /** Returns the interval in ms after a read. `tookMs`: a whole trace that takes long is not read without a break. */
  after(result: "grown" | "same" | "failed", tookMs: number): number {
    const { firstIntervalMs, maxIntervalMs } = this.#polling;
    this.#intervalMs = result === "grown" ? firstIntervalMs : Math.min(maxIntervalMs, this.#intervalMs * 1.5);
    return Math.max(this.#intervalMs, Math.min(maxIntervalMs, tookMs * 2));
  }
}
