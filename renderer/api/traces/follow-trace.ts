import type { TraceUpdate } from "../../../shared/host/traces.ts";
import type { TraceSource, TraceSummary } from "../../../shared/trace/trace-types.ts";
import { toProblem } from "../host.ts";
import { traceRoute } from "./trace-requests.ts";
import { UpdateStream } from "./update-stream.ts";
import { isHidden, untilVisible, whileVisible } from "./while-visible.ts";

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
  readonly path: string;
  readonly stream: UpdateStream;
  readonly controller: AbortController;
  readonly timer: ReturnType<typeof setTimeout>;
}

let ahead: Ahead | null = null;
/** Routes of the traces that views follow, each as often as it is followed. */
const followed: string[] = [];

/**
 * Starts to follow a trace before its view is mounted, unless a view follows it. `isLikely`: the view is only likely to be
 * opened. Resolves when there is a first update, or none will be.
 */
export async function followTraceAhead(source: TraceSource, isLikely: boolean): Promise<void> {
  const path = traceRoute(source, "follow");
  if (followed.includes(path)) return;
  if (ahead?.path === path) return ahead.stream.begun;
  dropAhead();
  const controller = new AbortController();
  const stream = new UpdateStream(
    traceRoute(source, "follow", isLikely ? { ahead: true } : {}),
    controller.signal,
  );
  ahead = { path, stream, controller, timer: setTimeout(dropAhead, aheadMs) };
  return stream.begun;
}

/** Returns the latest update of a trace that is followed ahead of its view; null where none was received yet. */
export const knownUpdate = (source: TraceSource): TraceUpdate | null =>
  ahead?.path === traceRoute(source, "follow") ? ahead.stream.latest : null;

function dropAhead(): void {
  clearTimeout(ahead?.timer);
  ahead?.controller.abort();
  ahead = null;
}

/** Returns the updates of a trace: those that are read ahead of its view, else new ones. */
function startFollowing(path: string, signal: AbortSignal): UpdateStream {
  if (ahead?.path !== path) return new UpdateStream(path, signal);
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
  const path = traceRoute(source, "follow");
  followed.push(path);
  signal.addEventListener("abort", () => followed.splice(followed.indexOf(path), 1), { once: true });
  while (!signal.aborted) {
    // The browser keeps six connections to the host: a hidden window leaves them to the others.
    if (isHidden()) await untilVisible(signal);
    const visible = whileVisible(signal);
    try {
      const stream = startFollowing(path, visible.signal);
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
