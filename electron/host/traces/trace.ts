import { EventEmitter, once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Problem } from "../../../shared/errors.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { withRetries } from "../client/retry.ts";
import { canceled, ServiceRequestError } from "../client/service-request-error.ts";
import { isTraceCurrent } from "./is-trace-current.ts";
import type { JobWatch } from "./job-watch.ts";
import { type Polling, PollPause } from "./polling.ts";
import type { ServiceTrace } from "./request-trace.ts";
import type { TraceContent } from "./trace-content.ts";
import { TraceReader } from "./trace-reader.ts";
import type { TraceThreads } from "./trace-threads.ts";
import { beginTrace, type TraceUpdate, updateTrace } from "./update-trace.ts";

/** What a trace is read with. */
export interface TraceParts {
  readonly content: TraceContent;
  readonly service: ServiceTrace;
  readonly polling: Polling;
  readonly job: JobWatch;
  /** Returns the problem of an error, without secrets. */
  readonly toProblem: (error: unknown) => Problem;
  readonly threads: TraceThreads;
  /** Called after each read of the service. */
  readonly onRead: () => void;
}

/** What the host has of a job's trace on disk. */
export interface TraceState {
  /** Names one content that only grows. Another one follows when the service erased, rewrote or shortened the trace. */
  readonly generation: string;
  /** Bytes on disk. */
  readonly size: number;
  /** Whether the job has ended and all that it printed is on disk. */
  readonly complete: boolean;
  /** Why the service could not be read the last time; what is on disk stays readable. */
  readonly problem: Pick<Problem, "code" | "message"> | null;
}

/** Time within which the job's state is not asked for again while its trace grows, in ms. */
const askJobEveryMs = 3000;
/** Longest wait for the service before the state of a complete trace is returned, in ms. */
const verifyWaitMs = 50;
/** Time for which a trace counts as open after it was last read by the page, in ms. */
const openMs = 5 * 60_000;

/**
 * A job's trace: what is stored of it, and the one loop that reads the service while somebody follows. However many
 * follow, the service is asked once.
 */
export class Trace {
  readonly #parts: TraceParts;
  readonly #pause: PollPause;
  readonly #changes = new EventEmitter().setMaxListeners(0);
  #run: { readonly abort: AbortController; readonly done: Promise<void>; reads: number } | null = null;
  #followers = 0;
  #lingering: NodeJS.Timeout | undefined;
  #problem: Problem | null = null;
  #hasBegun = false;
  #jobAskedAt = 0;
  #dueAt = 0;
  #usedAt = Date.now();
  #verifying: Promise<void> | null = null;
  readonly #closing = new AbortController();
  #reader: TraceReader | null = null;

  constructor(parts: TraceParts) {
    this.#parts = parts;
    this.#pause = new PollPause(parts.polling);
  }

  get content(): TraceContent {
    return this.#parts.content;
  }

  get state(): TraceState {
    const { generation, size, complete } = this.content;
    const problem = this.#problem && { code: this.#problem.code, message: this.#problem.message };
    return { generation, size, complete, problem };
  }

  /** Whether what is stored was removed: the trace has to be opened again. */
  get isDiscarded(): boolean {
    return this.content.isDiscarded;
  }

  /** Whether the service is asked if it still has this trace. */
  get isVerifying(): boolean {
    return this.#verifying !== null;
  }

  /** Whether somebody reads it, so that it stays on disk. */
  get isOpen(): boolean {
    return this.#run !== null || this.#followers > 0 || Date.now() - this.#usedAt < openMs;
  }

  /** Reads the lines of what is stored now. */
  get reader(): TraceReader {
    const { path, indexPath, size, complete } = this.content;
    if (this.#reader?.files.log !== path) {
      this.closeReader();
      this.#reader = new TraceReader(this.#parts.threads, { log: path, index: indexPath });
    }
    if (size > 0) this.#reader.grow({ size, ended: complete });
    return this.#reader;
  }

  /** Forgets what is known of the lines; it is read again with the next one. */
  closeReader(): void {
    this.#reader?.close();
    this.#reader = null;
  }

  /** The page reads it now. */
  use(): void {
    this.#usedAt = Date.now();
  }

  /**
   * Returns the state at once where bytes are stored, else when the first ones came or it is known that there are none.
   * Throws ProblemError where nothing is stored and the service cannot be read.
   */
  async open(signal: AbortSignal): Promise<TraceState> {
    this.use();
    this.content.record({ usedAt: this.#usedAt });
    if (this.content.complete) await this.#verify(signal);
    if (this.content.complete || this.content.size > 0) return this.state;
    if (!this.#run) this.#dueAt = 0;
    const leave = this.follow();
    try {
      const run = this.#run;
      while (run && this.#run === run && run.reads === 0 && this.content.size === 0)
        await this.changed(signal);
    } finally {
      leave();
    }
    const { size, complete } = this.content;
    if (size === 0 && !complete && this.#problem) throw new ProblemError(this.#problem);
    return this.state;
  }

  /** Waits for more bytes, another generation, completeness or a failure. Throws when `signal` is aborted. */
  async changed(signal: AbortSignal): Promise<void> {
    await once(this.#changes, "change", { signal }).catch(() => {
      throw canceled();
    });
  }

  /** Calls back after each such change; returns the function that ends this. */
  onChange(listener: () => void): () => void {
    this.#changes.on("change", listener);
    return () => void this.#changes.off("change", listener);
  }

  /** Reads the service as long as somebody follows. Returns the function that ends it. */
  follow(): () => void {
    this.#followers++;
    this.use();
    if (!this.content.complete) this.#begin();
    let follows = true;
    return () => {
      if (!follows) return;
      follows = false;
      this.#followers--;
      this.use();
      this.#linger();
    };
  }

  /** What is stored is removed: who follows has to ask for the state again. */
  discard(): void {
    this.content.discard();
    this.closeReader();
    this.#changes.emit("change");
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#lingering);
    this.closeReader();
    const run = this.#run;
    run?.abort.abort();
    // Both close the file, and record what they read in a store that is closed after this.
    await Promise.all([run?.done, this.#verifying]);
  }

  /** Lets a read go on for a while where nobody follows (any more). */
  #linger(): void {
    clearTimeout(this.#lingering);
    this.#lingering = setTimeout(() => {
      if (this.#followers === 0) this.#run?.abort.abort();
    }, this.#parts.polling.linger).unref();
  }

  #begin() {
    if (this.#run) return this.#run;
    const abort = new AbortController();
    const run = { abort, reads: 0, done: Promise.resolve() };
    this.#run = run;
    run.done = this.#readOn(run).finally(() => {
      this.#run = null;
      this.#changes.emit("change");
      // Somebody may have come while it ended.
      if (this.#followers > 0 && !this.content.complete && !this.#closing.signal.aborted) this.#begin();
    });
    return run;
  }

  /** Reads again and again until the trace is complete or nobody follows. */
  async #readOn(run: { readonly abort: AbortController; reads: number }): Promise<void> {
    const { signal } = run.abort;
    try {
      while (!this.content.complete) {
        await delay(Math.max(0, this.#dueAt - Date.now()), undefined, { signal });
        if (run.reads > 0 && this.#followers === 0) return;
        await this.#readNow(signal);
        run.reads++;
        this.#changes.emit("change");
        this.#parts.onRead();
      }
    } catch {
      // Nobody follows any more, or the host closes.
    } finally {
      await this.content.close();
    }
  }

  async #readNow(signal: AbortSignal): Promise<void> {
    const began = Date.now();
    const { generation, size } = this.content;
    try {
      await this.#update(signal);
      this.#problem = null;
      const isSame = generation === this.content.generation && size === this.content.size;
      if (!isSame) this.content.record();
      this.#dueAt = Date.now() + this.#pause.after(isSame ? "same" : "grown", Date.now() - began);
    } catch (error) {
      if (signal.aborted) throw error;
      this.#problem = this.#parts.toProblem(error);
      // What the service does not show any more is not for this account.
      if (this.#problem.code === "not_found" && size > 0) await this.content.renew();
      const wait = error instanceof ServiceRequestError ? (error.retryAfterMs ?? 0) : 0;
      this.#dueAt = Date.now() + Math.max(wait, this.#pause.after("failed", Date.now() - began));
    }
  }

  /** Updates what is stored, as often as it takes while each time something more came. */
  async #update(signal: AbortSignal): Promise<void> {
    const { service } = this.#parts;
    for (;;) {
      const before = this.content.size;
      try {
        return await withRetries(
          () => this.#updateOnce(signal),
          (failure) => failure.retryable,
          signal,
          service.policy(),
        );
      } catch (error) {
        const isNetwork = error instanceof ServiceRequestError && error.retryable;
        if (signal.aborted || !isNetwork || this.content.size <= before) throw error;
      }
    }
  }

  async #updateOnce(signal: AbortSignal): Promise<void> {
    const { content, service, job } = this.#parts;
    const update: TraceUpdate = {
      content,
      service,
      hasEnded: (stop) => job.hasEnded(stop),
      onChange: () => this.#changes.emit("change"),
    };
    if (!this.#hasBegun) {
      await beginTrace(update, signal);
      this.#hasBegun = true;
    } else {
      const asksJob = !this.#pause.isShort || Date.now() - this.#jobAskedAt > askJobEveryMs;
      if (asksJob) this.#jobAskedAt = Date.now();
      await updateTrace(update, asksJob, signal);
    }
  }

  /** Looks whether a complete trace is still the service's, for a moment at most. */
  async #verify(signal: AbortSignal): Promise<void> {
    this.#verifying ??= this.#verifyNow().finally(() => {
      this.#verifying = null;
      this.#changes.emit("change");
    });
    await Promise.race([this.#verifying, delay(verifyWaitMs, undefined, { signal, ref: false })]);
  }

  async #verifyNow(): Promise<void> {
    const { content, service, polling } = this.#parts;
    try {
      const file = await content.open();
      const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(polling.longest)]);
      if (await isTraceCurrent(service, file, signal)) return;
    } catch {
      // The service cannot be read: what is stored is what there is.
      return;
    } finally {
      await content.close();
    }
    if (!content.complete || this.#closing.signal.aborted) return;
    content.record({ complete: false });
    this.#dueAt = 0;
    this.#hasBegun = false;
    this.#begin();
    this.#linger();
  }
}
