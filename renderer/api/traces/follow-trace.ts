import { type TraceUpdate, traceUpdate } from "../../../shared/host/traces.ts";
import type { TraceSource, TraceSummary } from "../../../shared/trace/trace-types.ts";
import { hostFetch, toProblem } from "../host.ts";
import { jsonLinesOf, traceRoute } from "./trace-requests.ts";

/** Milliseconds before a trace is followed again after an error or an early end of its stream. */
const [retryMs, againMs] = [5_000, 1_000];
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

type Updates = AsyncGenerator<TraceUpdate, void>;

/** A trace that is followed before its view is mounted. */
interface Ahead {
  readonly path: string;
  readonly updates: Updates;
  /** The first update, which is read already; the others once the view is mounted. */
  readonly first: Promise<IteratorResult<TraceUpdate, void>>;
  /** The first update, once it was received. */
  known: TraceUpdate | null;
  readonly controller: AbortController;
  readonly timer: ReturnType<typeof setTimeout>;
}

let ahead: Ahead | null = null;
/** Routes of the traces that views follow, each as often as it is followed. */
const followed: string[] = [];

/** Starts to follow a trace before its view is mounted, unless a view follows it. */
export function followTraceAhead(source: TraceSource): void {
  const path = traceRoute(source, "follow");
  if (ahead?.path === path || followed.includes(path)) return;
  dropAhead();
  const controller = new AbortController();
  const updates = updatesOf(traceRoute(source, "follow", { ahead: true }), controller.signal);
  const first = updates.next();
  const started = { path, updates, first, known: null, controller, timer: setTimeout(dropAhead, aheadMs) };
  ahead = started;
  first.then(
    ({ value }) => Object.assign(started, { known: value ?? null }),
    // What fails is reported when the view follows the trace.
    () => undefined,
  );
}

async function* updatesOf(path: string, signal: AbortSignal): Updates {
  yield* jsonLinesOf(traceUpdate, await hostFetch(path, { signal }));
}

/** Returns the first update of a trace that is followed already; null where it was not received yet. */
export const knownUpdate = (source: TraceSource): TraceUpdate | null =>
  ahead?.path === traceRoute(source, "follow") ? ahead.known : null;

function dropAhead(): void {
  clearTimeout(ahead?.timer);
  ahead?.controller.abort();
  ahead = null;
}

/** Yields the updates of a trace, those that were received already first. */
async function* startFollowing(source: TraceSource, signal: AbortSignal): Updates {
  const path = traceRoute(source, "follow");
  if (ahead?.path !== path) return yield* updatesOf(path, signal);
  const { updates, first, controller, timer } = ahead;
  ahead = null;
  clearTimeout(timer);
  signal.addEventListener("abort", () => controller.abort(), { once: true });
  const { value, done } = await first;
  if (done) return;
  yield value;
  yield* updates;
}

/** Follows a trace until it is complete and analysed, or `signal` fires. The facts contain read errors. */
export async function followTrace(
  source: TraceSource,
  onUpdate: (update: TraceUpdate) => void,
  signal: AbortSignal,
): Promise<void> {
  let last: TraceUpdate = { facts: nothing, tail: [] };
  const report = (update: TraceUpdate) => {
    if (signal.aborted) return;
    last = update;
    onUpdate(update);
  };
  const path = traceRoute(source, "follow");
  followed.push(path);
  signal.addEventListener("abort", () => followed.splice(followed.indexOf(path), 1), { once: true });
  while (!signal.aborted) {
    try {
      for await (const update of startFollowing(source, signal)) report(update);
      if (last.facts.complete && last.facts.analysed === last.facts.size) return;
      await pause(againMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      const { code, message, retry } = toProblem(error);
      if (code === "conflict") continue;
      report({ ...last, facts: { ...last.facts, problem: { code, message } } });
      if (!retry) return;
      await pause(retryMs, signal);
    }
  }
}

/** Resolves after `ms`, or when `signal` fires. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
  });
