import { type TraceUpdate, traceUpdate } from "../../../shared/host/traces.ts";
import type { TraceFacts, TraceSource } from "../../../shared/trace/trace-types.ts";
import { hostFetch, toProblem } from "../host.ts";
import { jsonLinesOf, traceRoute } from "./trace-requests.ts";

/** Milliseconds before a trace is followed again after an error or an early end of its stream. */
const [retryMs, againMs] = [5_000, 1_000];
/** Milliseconds for which a prefetched response is kept for its view. */
const aheadMs = 10_000;

const nothing: TraceFacts = {
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

interface Ahead {
  readonly path: string;
  readonly response: Promise<Response>;
  readonly controller: AbortController;
  readonly timer: ReturnType<typeof setTimeout>;
}

let ahead: Ahead | null = null;

/** Starts to follow a trace before its view is mounted. */
export function followTraceAhead(source: TraceSource): void {
  const path = traceRoute(source, "follow");
  if (ahead?.path === path) return;
  dropAhead();
  const controller = new AbortController();
  const response = hostFetch(path, { signal: controller.signal });
  // What fails is reported when the view follows the trace.
  response.catch(() => undefined);
  ahead = { path, response, controller, timer: setTimeout(dropAhead, aheadMs) };
}

function dropAhead(): void {
  clearTimeout(ahead?.timer);
  ahead?.controller.abort();
  ahead = null;
}

/** Returns the prefetched response, else that of a new request. */
function startFollowing(source: TraceSource, signal: AbortSignal): Promise<Response> {
  const path = traceRoute(source, "follow");
  if (ahead?.path !== path) return hostFetch(path, { signal });
  const { response, controller, timer } = ahead;
  ahead = null;
  clearTimeout(timer);
  signal.addEventListener("abort", () => controller.abort(), { once: true });
  return response;
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
  while (!signal.aborted) {
    try {
      for await (const update of jsonLinesOf(traceUpdate, await startFollowing(source, signal)))
        report(update);
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
