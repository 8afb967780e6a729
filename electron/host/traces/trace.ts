import { setTimeout as delay } from "node:timers/promises";
import { type Problem, ProblemError } from "../../../shared/errors.ts";
import type { TraceEnd, TraceUpdate } from "../../../shared/host/traces.ts";
import { Notifier } from "../../../shared/notifier.ts";
import type { TraceSummary } from "../../../shared/trace-types.ts";
import { canceled } from "../client/network-error.ts";
import { isTraceCurrent, readTraceEnd } from "./fetch-trace.ts";
import { TraceReader, type TraceThreads } from "./trace-reader.ts";
import type { TraceContent } from "./trace-store.ts";
import { type JobPath, type SyncParts, TraceSync } from "./trace-sync.ts";

/** Dependencies of reading a trace. */
interface TraceParts extends SyncParts {
  readonly threads: TraceThreads;
}

/** State of a job's trace on the host's disk. */
export interface TraceState {
  /** Names one content that only grows. Another one follows when the service erased, rewrote or shortened the trace. */
  readonly generation: string;
  /** Bytes on disk. */
  readonly size: number;
  /** Whether the job has ended and all that it printed is on disk. */
  readonly complete: boolean;
  /** Problem of the last read of the service; what is on disk stays readable. */
  readonly problem: Pick<Problem, "code" | "message" | "detail"> | null;
}

/** Longest wait for the service before the state of a complete trace is returned, in ms. */
const verifyWaitMs = 50;
/** Longest wait for the job by another path, in ms. */
const pathWaitMs = 10_000;
/** Time for which a trace counts as open after it was last read by the page, in ms. */
const openMs = 5 * 60_000;

/** A job's trace: what is stored of it. However many follow it, the service is read once. */
export class Trace {
  readonly #parts: TraceParts;
  readonly #sync: TraceSync;
  /** Paths by which the job was read, or could not be because the service was away. */
  readonly #paths: Set<string>;
  /** The path to read it by, once the job can be read by it. */
  #nextPath: JobPath | null = null;
  /** More bytes, another generation, completeness or a failure. */
  readonly #changes = new Notifier();
  #followers = 0;
  #lingering: NodeJS.Timeout | undefined;
  #usedAt = Date.now();
  #verifying: Promise<void> | null = null;
  readonly #closing = new AbortController();
  #reader: TraceReader | null = null;

  constructor(parts: TraceParts) {
    this.#parts = parts;
    this.#paths = new Set([parts.service.call.path]);
    this.#sync = new TraceSync(parts, {
      isWanted: () => this.#followers > 0,
      onChange: this.#changes.notify,
    });
  }

  get content(): TraceContent {
    return this.#parts.content;
  }

  get state(): TraceState {
    const { generation, size, complete } = this.content;
    const found = this.#sync.problem;
    const problem = found && { code: found.code, message: found.message, detail: found.detail };
    return { generation, size, complete, problem };
  }

  /** Returns whether the stored trace was removed, so that it has to be opened again. */
  get isDiscarded(): boolean {
    return this.content.isDiscarded;
  }

  /** Returns whether everything that the service had is stored; the job may print more. */
  get isCaughtUp(): boolean {
    return this.content.complete || (this.#sync.run?.reads ?? 0) > 0;
  }

  /** Returns whether somebody reads it, so that it stays on disk. */
  get isOpen(): boolean {
    const isHeld = this.#reader?.isHeld ?? false;
    return this.#sync.run !== null || this.#followers > 0 || isHeld || Date.now() - this.#usedAt < openMs;
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

  /** Returns the reader of a generation, once its first lines are known. Throws ProblemError `conflict`. */
  async readerOf(generation: string, signal: AbortSignal): Promise<TraceReader> {
    if (!this.content.isCurrent(generation)) {
      throw new ProblemError({
        code: "conflict",
        message: "The service has another log for this job now.",
        retry: true,
      });
    }
    this.use();
    const { reader } = this;
    await reader.ready(signal);
    return reader;
  }

  /** The first lines are drawn, or all are needed: what follows them is read. */
  readRest(): void {
    this.#parts.service.rest.release();
  }

  /** Discards the index of the lines; the next reader builds it again. */
  closeReader(): void {
    this.#reader?.close();
    this.#reader = null;
  }

  /** The page reads it now. */
  use(): void {
    this.#usedAt = Date.now();
  }

  /**
   * Reads the service by another path from now on, if the job is there: its project was renamed or transferred, or the
   * first path was wrong. Throws ProblemError where the job is not there; the stored trace stays.
   */
  async readBy(path: JobPath): Promise<void> {
    const { service } = this.#parts;
    const isLost = this.#sync.problem?.code === "not_found";
    if (path.call.path === service.call.path || (this.#paths.has(path.call.path) && !isLost)) return;
    const failure = await this.#switchTo(path);
    if (failure?.code === "not_found") throw new ProblemError(failure);
    this.#paths.add(path.call.path);
    this.#nextPath = failure ? path : null;
  }

  /** Reads the service by another path from now on. Returns the problem where the job cannot be read by it. */
  async #switchTo(path: JobPath): Promise<Problem | null> {
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(pathWaitMs)]);
    try {
      await path.job.hasEnded(signal);
    } catch (error) {
      return this.#parts.toProblem(error);
    }
    await this.#sync.readBy(path);
    return null;
  }

  /**
   * Returns the state at once where bytes are stored, else when the first ones arrived or there are none. Throws
   * ProblemError where nothing is stored and the service cannot be read.
   */
  async open(signal: AbortSignal): Promise<TraceState> {
    this.use();
    this.content.record({ usedAt: this.#usedAt });
    if (this.content.complete) await this.#verify(signal);
    if (this.content.complete || this.content.size > 0) return this.state;
    this.#sync.start(true);
    const leave = this.follow();
    try {
      const { run } = this.#sync;
      while (run && this.#sync.run === run && run.reads === 0 && this.content.size === 0)
        await this.changed(signal);
    } finally {
      leave();
    }
    const { problem } = this.#sync;
    if (this.content.size === 0 && !this.content.complete && problem) throw new ProblemError(problem);
    return this.state;
  }

  /** Returns the last lines that the service has while it is still read; null where they cannot be known before. */
  async end(signal: AbortSignal): Promise<TraceEnd | null> {
    this.use();
    if (this.content.complete) return null;
    const end = await readTraceEnd(this.#parts.service, signal);
    if (!end) return null;
    const { size, ...shown } = end;
    return { size, lines: await this.#parts.threads.reading.call("showEnd", shown, { signal }) };
  }

  /**
   * Opens the trace for a page that follows it; what comes after its first lines waits until they are drawn, or for a
   * moment. Waits for the first bytes where none are stored; meanwhile it is checked whether the stored ones are still the
   * service's. Throws ProblemError.
   */
  async openToFollow(until: "draw" | "ahead", signal: AbortSignal): Promise<void> {
    const { service, polling } = this.#parts;
    service.rest.hold(polling[until], until === "draw");
    const opened = this.open(signal);
    if (this.content.size === 0 && !this.content.complete) await opened;
    else opened.catch(() => undefined);
  }

  /**
   * Yields what is known of the trace as it changes, no faster than it is read, and reads the service meanwhile. Ends once
   * the trace is complete and analysed, when it is removed, and when `signal` is aborted.
   */
  async *updates(signal: AbortSignal): AsyncGenerator<TraceUpdate, void> {
    const changes = new Notifier();
    const stops = [this.follow(), this.#changes.subscribe(changes.notify)];
    let reader: TraceReader | null = null;
    let unsubscribe = () => {};
    let sent = "";
    try {
      while (!signal.aborted && !this.isDiscarded) {
        if (this.reader !== reader) {
          unsubscribe();
          reader = this.reader;
          unsubscribe = reader.changes.subscribe(changes.notify);
        }
        const summary = summaryOf(this.state, reader);
        // Bytes that are not indexed yet are not reported.
        const key = summary && JSON.stringify({ ...summary, size: null });
        if (summary && key !== null && key !== sent) {
          sent = key;
          yield { summary, tail: [...(reader.report?.tail ?? [])] };
          // More may have changed while the reader was busy.
          continue;
        }
        if (summary?.complete && summary.analysed === summary.size && !this.#verifying) return;
        await changes.next(signal);
      }
    } finally {
      unsubscribe();
      for (const stop of stops) stop();
    }
  }

  /** Waits for more bytes, another generation, completeness or a failure. Throws when `signal` is aborted. */
  async changed(signal: AbortSignal): Promise<void> {
    await this.#changes.next(signal);
    if (signal.aborted) throw canceled();
  }

  /** Resolves once enough of the trace is stored. Throws the problem of one that cannot be read. */
  async readUntil(isEnough: () => boolean, signal: AbortSignal): Promise<void> {
    await this.open(signal);
    const leave = this.follow();
    this.readRest();
    try {
      while (!isEnough()) {
        const { problem } = this.state;
        if (problem) throw new Error(problem.message);
        await this.changed(signal);
      }
    } finally {
      leave();
    }
  }

  /** Reads the service as long as somebody follows. Returns the function that ends it. */
  follow(): () => void {
    this.#followers++;
    this.use();
    if (!this.content.complete) this.#sync.start();
    let follows = true;
    return () => {
      if (!follows) return;
      follows = false;
      this.#followers--;
      this.use();
      this.#linger();
    };
  }

  /** The stored trace is removed: followers have to request the state again. */
  discard(): void {
    this.content.discard();
    this.readRest();
    this.closeReader();
    this.#changes.notify();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.readRest();
    clearTimeout(this.#lingering);
    this.closeReader();
    // Both close the file, and record what they read in a store that is closed after this.
    await Promise.all([this.#sync.close(), this.#verifying]);
  }

  /** Continues a read for a while after the last follower has left. */
  #linger(): void {
    clearTimeout(this.#lingering);
    this.#lingering = setTimeout(() => {
      if (this.#followers === 0) this.#sync.stop();
    }, this.#parts.polling.linger).unref();
  }

  /** Checks, for a moment at most, whether a complete trace is still the service's. */
  async #verify(signal: AbortSignal): Promise<void> {
    this.#verifying ??= this.#verifyNow().finally(() => {
      this.#verifying = null;
      this.#changes.notify();
    });
    await Promise.race([this.#verifying, delay(verifyWaitMs, undefined, { signal, ref: false })]);
  }

  async #verifyNow(): Promise<void> {
    const { content, service, polling } = this.#parts;
    if (this.#nextPath) {
      const failure = await this.#switchTo(this.#nextPath);
      // The path before may lead nowhere any more.
      if (failure && failure.code !== "not_found") return;
      this.#nextPath = null;
    }
    const { call } = service;
    try {
      const file = await content.open();
      const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(polling.maxIntervalMs)]);
      if (await isTraceCurrent(service, file, signal)) return;
    } catch {
      // The service cannot be read: the stored trace stays.
      return;
    } finally {
      await content.close();
    }
    // A result for another path does not apply to this one.
    if (!content.complete || this.#closing.signal.aborted || service.call !== call) return;
    content.record({ complete: false });
    this.#sync.restart();
    this.#linger();
  }
}

/** Returns null while bytes are stored of which no line is indexed yet. */
function summaryOf(state: TraceState, { report, error }: TraceReader): TraceSummary | null {
  const { generation, size, complete, problem } = state;
  if (size > 0 && !report && !error) return null;
  return {
    generation,
    lines: report?.lines ?? 0,
    bytes: report?.bytes ?? 0,
    size,
    complete: complete && (size === 0 || (report?.complete ?? false)),
    problem: error ? { code: "internal", message: error.message } : problem,
    analysed: report?.analysed ?? 0,
    sections: report?.sections ?? 0,
    errors: report?.errors ?? 0,
    warnings: report?.warnings ?? 0,
    timestamps: (report?.stamp ?? "none") !== "none",
  };
}
