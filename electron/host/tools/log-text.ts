import { ProblemError } from "../../../shared/errors.ts";
import type { TraceMirror } from "../traces/trace-mirror.ts";
import type { TraceReader } from "../traces/trace-reader.ts";

/** A job of a project of an account. */
export interface JobPlace {
  readonly account: string;
  readonly project: string;
  readonly job: number;
}

interface LogOptions {
  /** Lines at the end that are shown, all where undefined. */
  readonly tail?: number | undefined;
  /** A regular expression of RE2, in the time that is linear in the log; only matching lines are shown. */
  readonly grep?: string | undefined;
  /** Continues with new lines until the job has ended. */
  readonly follow?: boolean | undefined;
}

/** Lines that are read at once. */
const linesAtOnce = 500;

/**
 * Yields the lines of a job's log as plain text, each with its newline: those that there are, and with `follow` those that
 * come until the job has ended. Throws ProblemError.
 */
export async function* logText(
  traces: TraceMirror,
  { account, project, job }: JobPlace,
  { tail, grep, follow = false }: LogOptions,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const trace = await traces.get(account, project, job);
  const leave = trace.follow();
  try {
    await trace.open(signal);
    trace.readRest();
    while (!trace.isCaughtUp && !trace.state.problem) await trace.changed(signal);
    const problem = trace.state.problem ?? null;
    let shown: number | null = null;
    let generation: string | null = null;
    for await (const { summary } of trace.updates(signal)) {
      if (!summary.complete && summary.bytes < summary.size) continue;
      if (generation !== null && summary.generation !== generation) {
        yield "(the service erased or rewrote this log)\n";
        shown = 0;
      }
      generation = summary.generation;
      // The last line of a job that runs may go on.
      const end = summary.complete || !follow ? summary.lines : Math.max(0, summary.lines - 1);
      const reader = await trace.readerOf(generation, signal);
      if (grep !== undefined) {
        yield* matches(traces, reader, { text: grep, from: shown ?? 0, end, tail }, signal);
      } else {
        const from = shown ?? (tail === undefined ? 0 : Math.max(0, end - tail));
        for (let at = from; at < end && !signal.aborted; at += linesAtOnce)
          yield* joined(reader.wholeText(at, Math.min(end, at + linesAtOnce), signal));
      }
      shown = Math.max(shown ?? 0, end);
      if (!follow || summary.complete) break;
    }
    if (problem) throw new ProblemError({ ...problem, code: "unavailable" });
  } finally {
    leave();
  }
}

async function* joined(texts: AsyncGenerator<string, void>): AsyncGenerator<string, void> {
  let some = false;
  for await (const text of texts) {
    some = true;
    yield text;
  }
  if (some) yield "\n";
}

interface Wanted {
  readonly text: string;
  /** Lines among which matches are shown, the end exclusive. */
  readonly from: number;
  readonly end: number;
  readonly tail: number | undefined;
}

/** Yields the matching lines, at most the last `tail` of them. */
async function* matches(
  traces: TraceMirror,
  reader: TraceReader,
  { text, from, end, tail }: Wanted,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const query = { text, regex: true, matchCase: true, word: false };
  for await (const { search, state } of traces.search(reader, query, signal)) {
    if (state.problem !== undefined)
      throw new ProblemError({ code: "invalid_input", message: state.problem });
    if (!state.done) continue;
    const found = traces.searches.get(search);
    const first = Math.max(0, state.lines - (tail ?? state.lines));
    for (let at = first; at < state.lines; at += linesAtOnce) {
      for (const line of found.lines(at, Math.min(state.lines, at + linesAtOnce)))
        if (line >= from && line < end) yield* joined(reader.wholeText(line, line + 1, signal));
    }
    return;
  }
}
