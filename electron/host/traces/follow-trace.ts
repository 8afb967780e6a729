import type { TraceUpdate } from "../../../shared/host/traces.ts";
import type { TraceSummary } from "../../../shared/trace/trace-types.ts";
import type { TraceReader } from "./reading/trace-reader.ts";
import type { Trace } from "./trace.ts";

/**
 * Opens a trace that the page follows; what comes after its first lines waits until they are drawn, or for a moment. Waits
 * for the first bytes where none are stored; meanwhile it is checked whether the stored ones are still the service's.
 * Throws ProblemError.
 */
export async function openToFollow(
  trace: Trace,
  until: "draw" | "ahead",
  signal: AbortSignal,
): Promise<void> {
  trace.holdRest(until);
  const opened = trace.open(signal);
  if (trace.content.size === 0 && !trace.content.complete) await opened;
  else opened.catch(() => undefined);
}

/**
 * Yields what is known of a trace as it changes, no faster than it is read, and reads the service meanwhile. Ends once the
 * trace is complete and analysed, when it is removed, and when `signal` is aborted.
 */
export async function* followTrace(trace: Trace, signal: AbortSignal): AsyncGenerator<TraceUpdate, void> {
  const changes = new Wakeup(signal);
  const stops = [trace.follow(), trace.onChange(changes.wake)];
  let reader: TraceReader | null = null;
  let unsubscribe = () => {};
  let sent = "";
  try {
    while (!signal.aborted && !trace.isDiscarded) {
      if (trace.reader !== reader) {
        unsubscribe();
        reader = trace.reader;
        unsubscribe = reader.subscribe(changes.wake);
      }
      const summary = summaryOf(trace, reader);
      // Bytes that are not indexed yet are not reported.
      const key = summary && JSON.stringify({ ...summary, size: null });
      if (summary && key !== null && key !== sent) {
        sent = key;
        yield { summary, tail: [...(reader.report?.tail ?? [])] };
        // More may have changed while the reader was busy.
        continue;
      }
      if (summary?.complete && summary.analysed === summary.size && !trace.isVerifying) return;
      await changes.next();
    }
  } finally {
    unsubscribe();
    for (const stop of stops) stop();
  }
}

/** Returns null while bytes are stored of which no line is indexed yet. */
function summaryOf(trace: Trace, reader: TraceReader): TraceSummary | null {
  const { generation, size, complete, problem } = trace.state;
  const { report, error } = reader;
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

/** Waits for calls of {@link wake}, of which none is missed between two waits. */
class Wakeup {
  #isDue = false;
  #resolve = () => {};

  constructor(signal: AbortSignal) {
    signal.addEventListener("abort", this.wake, { once: true });
  }

  readonly wake = (): void => {
    this.#isDue = true;
    this.#resolve();
  };

  async next(): Promise<void> {
    if (!this.#isDue) {
      await new Promise<void>((resolve) => {
        this.#resolve = resolve;
      });
    }
    this.#isDue = false;
  }
}
