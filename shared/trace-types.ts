import { z } from "zod";

/** The job whose trace is meant; `project` as it is in the page's address: a number or a path. */
export const traceSource = z.object({
  accountId: z.string().min(1),
  project: z.string().min(1),
  jobId: z.int().min(1),
});
export type TraceSource = Readonly<z.output<typeof traceSource>>;

/** Reason why the trace cannot be read further; what was read stays. */
const traceProblem = z
  .object({ code: z.string(), message: z.string(), detail: z.string().optional() })
  .readonly();
export type TraceProblem = z.output<typeof traceProblem>;

export const traceSummary = z
  .object({
    /** Changes when the service erased, rewrote or shortened the trace: all line numbers start again. */
    generation: z.string(),
    lines: z.int(),
    /** Bytes whose lines are known. */
    bytes: z.int(),
    /** Bytes on the host's disk. */
    size: z.int(),
    /** The job has ended and all its lines are known. */
    complete: z.boolean(),
    problem: traceProblem.nullable(),
    /** Bytes that were searched for sections, errors and warnings. */
    analysed: z.int(),
    sections: z.int(),
    errors: z.int(),
    warnings: z.int(),
    /** Lines have a time of their own. */
    timestamps: z.boolean(),
  })
  .readonly();
export type TraceSummary = z.output<typeof traceSummary>;

const colour = z.union([z.number(), z.string()]);
const flag = z.boolean().optional();
/** Style of a span; a colour is an index of the 256-colour palette or `#rrggbb`. */
const spanStyle = z
  .object({
    fg: colour.optional(),
    bg: colour.optional(),
    bold: flag,
    dim: flag,
    italic: flag,
    underline: flag,
    strike: flag,
    inverse: flag,
    conceal: flag,
  })
  .readonly();
export type SpanStyle = z.output<typeof spanStyle>;

/** Text of one style. */
const traceSpan = z
  .object({
    text: z.string(),
    style: spanStyle.optional(),
    /** An http or https address that the text leads to. */
    link: z.string().optional(),
  })
  .readonly();
export type TraceSpan = z.output<typeof traceSpan>;

/** One line as a terminal would show it at its end. */
export const traceLine = z
  .object({
    /** From 0. */
    number: z.int(),
    spans: z.array(traceSpan).readonly(),
    /** ISO time at which it was printed. */
    timestamp: z.string().optional(),
    /** Bytes that were left out at the end; the line's whole text has them. */
    cut: z.int().optional(),
  })
  .readonly();
export type TraceLine = z.output<typeof traceLine>;

/** Lines between `section_start` and `section_end`. */
export const traceSection = z
  .object({
    name: z.string(),
    /** Plain text of the line that opens it. */
    header: z.string(),
    /** The line that opens it. */
    from: z.int(),
    /** The first line after it; null while it is open. */
    to: z.int().nullable(),
    depth: z.int(),
    /** Null while it is open. */
    seconds: z.number().nullable(),
    /** Whether it is folded at first, as the job requests. */
    collapsed: z.boolean(),
  })
  .readonly();
export type TraceSection = z.output<typeof traceSection>;

/** A position in a file of the repository, as a tool printed it; numbers from 1. */
const filePosition = z
  .object({ path: z.string(), line: z.number().optional(), column: z.number().optional() })
  .readonly();
export type FilePosition = z.output<typeof filePosition>;

/** A line that reports an error or a warning. */
export const finding = z
  .object({
    kind: z.enum(["error", "warning"]),
    line: z.int(),
    text: z.string(),
    file: filePosition.optional(),
  })
  .readonly();
export type Finding = z.output<typeof finding>;

/** Query in the plain text of lines. */
export const traceQuery = z
  .object({ text: z.string().max(10_000), regex: z.boolean(), matchCase: z.boolean(), word: z.boolean() })
  .readonly();
export type TraceQuery = z.output<typeof traceQuery>;

/** Progress of a search. */
export const searchState = z
  .object({
    /** All matches; a line may have several. */
    matches: z.int(),
    /** Lines with matches. */
    lines: z.int(),
    scannedLines: z.int(),
    /** All lines that are known were searched. */
    done: z.boolean(),
    /** Reason why the search stopped early, or cannot begin. */
    problem: z.string().optional(),
    /** Matching lines in each of 512 equal parts of the trace. */
    density: z.array(z.int()).readonly(),
  })
  .readonly();
export type TraceSearchState = z.output<typeof searchState>;

/** A row of a trace of which only matches and their surroundings are shown: a line, or the lines left out. */
export const matchRow = z.union([
  z.object({ line: z.int(), match: z.boolean() }).readonly(),
  z.object({ from: z.int(), to: z.int() }).readonly(),
]);
export type MatchRow = z.output<typeof matchRow>;

/** UTF-16 units of a line's plain text, the end exclusive. */
const ranges = z.array(z.tuple([z.int(), z.int()]).readonly()).readonly();

/** Matches in a line. */
export const lineMatches = z.object({ line: z.int(), ranges }).readonly();
export type LineMatches = z.output<typeof lineMatches>;

/** A line that matches; `text` is a part of a long one, around its first match. */
const traceHit = z
  .object({
    line: z.int(),
    text: z.string(),
    /** Matches in `text`. */
    ranges,
  })
  .readonly();
export type TraceHit = z.output<typeof traceHit>;

/** Matches in one of several traces. */
export const traceHits = z
  .object({
    source: traceSource.readonly(),
    /** All matches so far. */
    matches: z.int(),
    /** Lines with matches so far. */
    lines: z.int(),
    /** The first of them. */
    hits: z.array(traceHit).readonly(),
    /** All of the trace was searched. */
    done: z.boolean(),
    problem: traceProblem.optional(),
  })
  .readonly();
export type TraceHits = z.output<typeof traceHits>;

/** Equal lines that are not shown. */
const traceDiffFold = z
  .object({
    kind: z.literal("fold"),
    /** The first of them on each side. */
    left: z.int(),
    right: z.int(),
    count: z.int(),
  })
  .readonly();
export type TraceDiffFold = z.output<typeof traceDiffFold>;

/** A row of two traces side by side: a line of either or both, or equal lines that are folded. */
export const traceDiffRow = z.union([
  z
    .object({
      kind: z.enum(["equal", "added", "removed"]),
      /** The line on the left; null where it is added. */
      left: z.int().nullable(),
      /** The line on the right; null where it is removed. */
      right: z.int().nullable(),
      /** Its text on the right, of a removed one on the left. */
      spans: z.array(traceSpan).readonly(),
    })
    .readonly(),
  traceDiffFold,
]);
export type TraceDiffRow = z.output<typeof traceDiffRow>;

/** Differences of two traces; rows are read by `id`. */
export const comparisonSummary = z
  .object({
    rows: z.int(),
    added: z.int(),
    removed: z.int(),
    /** One of them is so long that only its first lines were compared. */
    cut: z.boolean(),
  })
  .readonly();
export type ComparisonSummary = z.output<typeof comparisonSummary>;
