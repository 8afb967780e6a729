import { type TraceUpdate, traceRoutes } from "../../../shared/host/traces.ts";
import { Notifier } from "../../../shared/notifier.ts";
import type { TraceSource, TraceSummary } from "../../../shared/trace-types.ts";
import { fetchHost, toProblem } from "../fetch-host.ts";
import { bodyLines, pathOfTrace } from "./trace-requests.ts";

/** Milliseconds before a trace is followed again after an error or an early end of its stream, and between two reports. */
const [retryMs, reconnectMs, paceMs] = [5_000, 1_000, 50];
/** Milliseconds for which a prefetched response waits for its view. */
const aheadMs = 10_000;

const nothing: TraceSummary = {
  generation: "",
  lines: 0,
  bytes: 0,
  size: 0,
  complete: false,
  problem: null,
  analysed: 0,
  sections: 0,
  errors: 0,
  warnings: 0,
  timestamps: false,
};

/** A trace that is followed before its view is mounted. */
interface Ahead {
  readonly trace: string;
  readonly stream: UpdateStream;
  readonly controller: AbortController;
  readonly timer: ReturnType<typeof setTimeout>;
}

const keyOf = ({ accountId, project, jobId }: TraceSource) => JSON.stringify([accountId, project, jobId]);

let ahead: Ahead | null = null;
/** Keys of the traces that views follow, each as often as it is followed. */
const followed: string[] = [];

/**
 * Starts to follow a trace before its view is mounted, unless a view follows it. `isLikely`: the view is only likely to be
 * opened. Resolves when there is a first update, or none will be.
 */
export async function followTraceAhead(source: TraceSource, isLikely: boolean): Promise<void> {
  const trace = keyOf(source);
  if (followed.includes(trace)) return;
  if (ahead?.trace === trace) return ahead.stream.begun;
  dropAhead();
  const controller = new AbortController();
  const stream = new UpdateStream(source, controller.signal, isLikely);
  ahead = { trace, stream, controller, timer: setTimeout(dropAhead, aheadMs) };
  return stream.begun;
}

/** Returns the latest update of a trace that is followed ahead of its view; null where none was received yet. */
export const knownUpdate = (source: TraceSource): TraceUpdate | null =>
  ahead?.trace === keyOf(source) ? ahead.stream.latest : null;

function dropAhead(): void {
  clearTimeout(ahead?.timer);
  ahead?.controller.abort();
  ahead = null;
}

/** Returns the updates of a trace: those that are read ahead of its view, else new ones. */
function startFollowing(source: TraceSource, signal: AbortSignal): UpdateStream {
  if (ahead?.trace !== keyOf(source)) return new UpdateStream(source, signal);
  const { stream, controller, timer } = ahead;
  ahead = null;
  clearTimeout(timer);
  signal.addEventListener("abort", () => controller.abort(), { once: true });
  return stream;
}

/**
 * Follows a trace until it is complete and analysed, or `signal` fires, while the window is visible; calls back at most every 50 ms. What was received
 * ahead is reported before this returns. The summary contains read errors.
 */
export async function followTrace(
  source: TraceSource,
  onUpdate: (update: TraceUpdate) => void,
  signal: AbortSignal,
): Promise<void> {
  let last: TraceUpdate = { summary: nothing, tail: [] };
  const report = (update: TraceUpdate) => {
    if (signal.aborted) return;
    last = update;
    onUpdate(update);
  };
  const trace = keyOf(source);
  followed.push(trace);
  signal.addEventListener("abort", () => followed.splice(followed.indexOf(trace), 1), { once: true });
  while (!signal.aborted) {
    // The browser keeps six connections to the host: a hidden window leaves them to the others.
    if (isHidden()) await untilVisible(signal);
    const visible = whileVisible(signal);
    try {
      const stream = startFollowing(source, visible.signal);
      for (let update = stream.take() ?? (await stream.next()); update; update = await stream.next()) {
        report(update);
        // More may be received meanwhile, of which only the latest is shown: each takes as long as a frame.
        await delay(paceMs, signal);
      }
      if (last.summary.complete && last.summary.analysed === last.summary.size) return;
      await delay(reconnectMs, visible.signal);
    } catch (error) {
      if (signal.aborted) return;
      if (visible.signal.aborted) continue;
      const { code, message, detail, retry } = toProblem(error);
      if (code === "conflict") continue;
      report({ ...last, summary: { ...last.summary, problem: { code, message, detail } } });
      if (!retry) return;
      await delay(retryMs, signal);
    } finally {
      visible.stop();
    }
  }
}

/** Resolves after `ms`, or when `signal` fires. */
const delay = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
  });

/** Returns whether nobody sees the window: it is minimised, covered or behind another tab of the browser. */
const isHidden = (): boolean => typeof document !== "undefined" && document.visibilityState === "hidden";

/** A signal that fires once the window is hidden, for as long as that is watched. */
interface Visible {
  readonly signal: AbortSignal;
  /** Ends the watching. */
  stop(): void;
}

/** Returns a signal that fires once the window is hidden, or `signal` fires. */
export function whileVisible(signal: AbortSignal): Visible {
  const hidden = new AbortController();
  const check = () => {
    if (isHidden()) hidden.abort();
  };
  return { signal: AbortSignal.any([signal, hidden.signal]), stop: onVisibility(check) };
}

/** Resolves once the window is visible, or `signal` fires. */
export async function untilVisible(signal: AbortSignal): Promise<void> {
  if (!isHidden()) return;
  const shown = new Notifier();
  const stop = onVisibility(() => {
    if (!isHidden()) shown.notify();
  });
  await shown.next(signal);
  stop();
}

/** Calls back now and whenever the window is hidden or shown; returns how to stop that. */
function onVisibility(callback: () => void): () => void {
  callback();
  if (typeof document === "undefined") return () => undefined;
  document.addEventListener("visibilitychange", callback);
  return () => document.removeEventListener("visibilitychange", callback);
}

/** Updates of a trace, read as they arrive; only the latest one waits to be taken. */
export class UpdateStream {
  /** The latest update as it was received; null once it is parsed: most are replaced before anybody looks at them. */
  #received: string | null = null;
  #latest: TraceUpdate | null = null;
  #isTaken = true;
  #end: { readonly failure: unknown } | null = null;
  readonly #changes = new Notifier();
  readonly #begun = Promise.withResolvers<void>();
  /** Resolves when the first update was received, or the stream ended without one. */
  readonly begun = this.#begun.promise;

  /**
   * Reads the updates of a trace until they end or `signal` fires. `ahead`: for a view that is only likely to be opened.
   */
  constructor(source: TraceSource, signal: AbortSignal, ahead = false) {
    this.#read(source, signal, ahead).then(
      () => this.#finish(null),
      (error: unknown) => this.#finish(error),
    );
  }

  /** The latest update; null before the first one. Throws where the line is not an update. */
  get latest(): TraceUpdate | null {
    const text = this.#received;
    this.#received = null;
    if (text !== null) this.#latest = JSON.parse(text);
    return this.#latest;
  }

  /** Returns the latest update; null where it was taken before. Throws where the line is not an update. */
  take(): TraceUpdate | null {
    if (this.#isTaken) return null;
    this.#isTaken = true;
    return this.latest;
  }

  /** Resolves to the latest update, else the next one; null at the end. Rejects with the error that ended the stream. */
  async next(): Promise<TraceUpdate | null> {
    for (;;) {
      const update = this.take();
      if (update) return update;
      if (this.#end?.failure) throw this.#end.failure;
      if (this.#end) return null;
      await this.#changes.next();
    }
  }

  async #read(source: TraceSource, signal: AbortSignal, ahead: boolean): Promise<void> {
    const address = { ...pathOfTrace(source), ahead };
    for await (const line of bodyLines(await fetchHost(traceRoutes.follow, address, { signal }))) {
      this.#received = line;
      this.#isTaken = false;
      this.#begun.resolve();
      this.#changes.notify();
    }
  }

  #finish(failure: unknown): void {
    this.#end = { failure };
    this.#begun.resolve();
    this.#changes.notify();
  }
}
