import { z } from "zod";
import {
  comparisonSummary,
  finding,
  lineMatches,
  matchRow,
  searchState,
  traceDiffRow,
  traceHits,
  traceLine,
  traceQuery,
  traceSection,
  traceSource,
  traceSummary,
} from "../trace-types.ts";
import { hostRoute } from "./host-route.ts";

/** Lines, rows or matches that one request returns at most. */
const maxItems = 1_000;
const count = z.coerce.number().pipe(z.int().min(0));
const isSmall = ({ from, to }: { from: number; to: number }) => to - from <= maxItems;
const window = z
  .object({ from: count, to: count })
  .refine(isSmall, `At most ${maxItems} of them can be read at once.`);
const generation = z.object({ generation: z.string() });
const search = z.object({ search: z.string() });
const comparison = z.object({ comparison: z.string() });
const context = count.pipe(z.int().max(100));

/** A job's trace. `project` is its id, or its full path. */
const params = z.object({
  account: z.string(),
  project: z.string().min(1),
  job: z.coerce.number().pipe(z.int().min(1)),
});
/** The path of a job's trace. */
const root = "/traces/:account/:project/:job";
type Values = z.ZodType<Readonly<Record<string, unknown>>>;

/** A part of a trace that is read as JSON. */
const read = <const N extends string, Q extends Values, R extends z.ZodType>(
  name: N,
  query: Q,
  response: R,
) => hostRoute(`GET ${root}/${name}`, { params, query, response });

/** The last lines of a trace that is still read, numbered from any number on, and how many bytes the trace has. */
const traceEnd = z.object({ size: z.int(), lines: z.array(traceLine) });
export type TraceEnd = z.output<typeof traceEnd>;

/**
 * Reads of a trace. The problem `conflict` (409) means that the generation is no longer this one, `not_found` (404)
 * that the search or comparison has ended.
 */
export const traceReads = {
  /** Lines `from` to `to` (exclusive); fewer where there are no more. */
  lines: read("lines", generation.and(window), z.array(traceLine)),
  /** Its end, before the rest is read; null where it is complete, or the service sends only whole traces. */
  end: hostRoute(`GET ${root}/end`, { params, response: traceEnd.nullable() }),
  /** Sections that were found so far, by the line that opens them. */
  sections: read("sections", generation, z.array(traceSection)),
  /** Errors and warnings that were found so far, by line; of too many all errors before any warning. */
  findings: read("findings", generation.extend({ limit: count.pipe(z.int().max(10_000)) }), z.array(finding)),
  /** Line numbers of matching lines, from the `from`-th on, from 0. */
  matchLines: read("match-lines", search.and(window), z.array(z.int())),
  /** The nearest matching line after a line, or before it; null for none. */
  nextMatch: read(
    "next-match",
    search.extend({ line: z.coerce.number().pipe(z.int()), backwards: z.stringbool() }),
    z.int().nullable(),
  ),
  /** Number of matching lines before a matching line; null where the line does not match. */
  matchRank: read("match-rank", search.extend({ line: count }), z.int().nullable()),
  /** Matches in the lines `from` to `to` (exclusive). */
  matchRanges: read("match-ranges", search.and(window), z.array(lineMatches)),
  /** Matching lines with `context` lines around each: how many rows there are, and those `from` to `to` (exclusive). */
  matchRows: read(
    "match-rows",
    search.extend({ context }).and(window),
    z.object({ total: z.int(), rows: z.array(matchRow) }),
  ),
  /** The row of a line among those of `match-rows`. */
  matchRow: read("match-row", search.extend({ context, line: count }), z.int()),
  /** Rows `from` to `to` (exclusive) of a comparison. */
  comparedRows: read("compared-rows", comparison.and(window), z.array(traceDiffRow)),
  /** The row of the next change after a row, or of the one before; null for none. */
  nextChange: read(
    "next-change",
    comparison.extend({ row: z.coerce.number().pipe(z.int()), backwards: z.stringbool() }),
    z.int().nullable(),
  ),
  /** Shows the lines of a fold of a comparison; how many rows there are then. */
  unfold: read("unfold", comparison.extend({ row: count }), z.int()),
};

/** Summary of a trace that is followed, at most every 50 ms, and its last lines. */
export const traceUpdate = z.object({ summary: traceSummary, tail: z.array(traceLine) });
export type TraceUpdate = z.output<typeof traceUpdate>;

/** State of a search that goes on, with the id by which its matches are read. */
export const searchUpdate = z.object({ search: z.string(), state: searchState });

/**
 * The share of two traces that was read, from 0 to 1, and at last how they differ, with the id by which rows are read
 * until the reader aborts; or why they cannot be compared.
 */
export const comparisonUpdate = z.union([
  z.object({ share: z.number() }),
  z.object({ comparison: z.string(), summary: comparisonSummary }),
  z.object({ problem: z.string() }),
]);

/** Other routes of a trace; those with `lines` can have the problem `conflict`, as {@link traceReads} do. */
export const traceRoutes = {
  /** Plain text of the lines `from` to `to` (exclusive), each ended by a newline but the last. */
  text: hostRoute(`GET ${root}/text`, {
    params,
    query: generation.extend({ from: count, to: count }),
    raw: "text",
  }),
  /**
   * Follows a trace. Where the host has nothing of it, the response begins with the first bytes, or is the service's error. The
   * service is polled only while a client follows. The body ends once the trace is complete and analysed. A long trace is
   * read beyond its first lines once `rest` says that they are drawn, or after a moment; `ahead`: for a view that is only
   * likely to be opened, after some seconds.
   */
  follow: hostRoute(`GET ${root}/follow`, {
    params,
    query: z.object({ ahead: z.stringbool().default(false) }),
    lines: traceUpdate,
  }),
  rest: hostRoute(`POST ${root}/rest`, { params }),
  /** The search continues with new lines, and can be read by its id, until the request is aborted. */
  search: hostRoute(`GET ${root}/search`, {
    params,
    query: generation.extend({
      text: traceQuery.unwrap().shape.text,
      regex: z.stringbool(),
      matchCase: z.stringbool(),
      word: z.stringbool(),
    }),
    lines: searchUpdate,
  }),
  /** Compares the trace with that of another job, which `with` names. */
  compare: hostRoute(`GET ${root}/compare`, {
    params,
    query: generation.extend({ with: z.coerce.number().pipe(z.int().min(1)) }),
    lines: comparisonUpdate,
  }),
  /** Starts the trace reader, so that the first trace opens without a delay. */
  prepare: hostRoute("POST /traces/prepare"),
  /** Starts the threads that search, so that the first key typed is searched without a delay. */
  prepareSearch: hostRoute("POST /traces/prepare-search"),
  /** Searches several traces, such as those of all jobs of a pipeline. */
  searchAll: hostRoute("POST /traces/search", {
    body: z.object({ sources: z.array(traceSource).max(2_000).readonly(), query: traceQuery }),
    lines: z.union([traceHits, z.object({ problem: z.string() })]),
  }),
};
