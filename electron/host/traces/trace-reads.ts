import type { z } from "zod";
import { type TraceRead, traceReads } from "../../../shared/host/traces.ts";
import { checkInput } from "../input.ts";
import { readerOf } from "./reader-of.ts";
import type { Trace } from "./trace.ts";
import type { Traces } from "./traces.ts";

interface ReadTarget {
  readonly traces: Traces;
  readonly trace: Trace;
  readonly signal: AbortSignal;
}

/** A read by the name of its route. */
interface ReadHandler {
  readonly name: string;
  /** Checks the query and returns what it reads. Throws ProblemError. */
  readonly run: (input: Record<string, string>, target: ReadTarget) => unknown;
}

const handler = <Q extends z.ZodType, R extends z.ZodType>(
  { name, query }: TraceRead<Q, R>,
  run: (query: z.output<Q>, target: ReadTarget) => z.input<R> | Promise<z.input<R>>,
): ReadHandler => ({ name, run: (input, target) => run(checkInput(query, input), target) });

/** The handlers of {@link traceReads}. */
export const traceReadHandlers: Readonly<Record<keyof typeof traceReads, ReadHandler>> = {
  lines: handler(traceReads.lines, async ({ generation, from, to }, { trace, signal }) =>
    (await readerOf(trace, generation, signal)).lines(from, to, signal),
  ),
  end: handler(traceReads.end, (_, { trace, signal }) => trace.end(signal)),
  sections: handler(traceReads.sections, async ({ generation }, { trace, signal }) => [
    ...(await (await readerOf(trace, generation, signal)).sections()),
  ]),
  findings: handler(traceReads.findings, async ({ generation, limit }, { trace, signal }) =>
    (await readerOf(trace, generation, signal)).findings(limit),
  ),
  matchLines: handler(traceReads.matchLines, ({ search, from, to }, { traces }) =>
    traces.searches.get(search).lines(from, to),
  ),
  nextMatch: handler(traceReads.nextMatch, ({ search, line, backwards }, { traces }) =>
    traces.searches.get(search).set.next(line, backwards),
  ),
  matchRank: handler(traceReads.matchRank, ({ search, line }, { traces }) =>
    traces.searches.get(search).rank(line),
  ),
  matchRanges: handler(traceReads.matchRanges, ({ search, from, to }, { traces }) =>
    traces.searches.get(search).ranges(from, to),
  ),
  matchRows: handler(traceReads.matchRows, ({ search, context, from, to }, { traces }) =>
    traces.searches.get(search).rows(context, from, to),
  ),
  matchRow: handler(traceReads.matchRow, ({ search, context, line }, { traces }) =>
    traces.searches.get(search).rowOf(context, line),
  ),
  comparedRows: handler(traceReads.comparedRows, ({ comparison, from, to }, { traces }) =>
    traces.comparisons.get(comparison).rows(from, to),
  ),
  nextChange: handler(traceReads.nextChange, ({ comparison, row, backwards }, { traces }) =>
    traces.comparisons.get(comparison).nextChange(row, backwards),
  ),
  unfold: handler(traceReads.unfold, ({ comparison, row }, { traces }) =>
    traces.comparisons.get(comparison).unfold(row),
  ),
};
