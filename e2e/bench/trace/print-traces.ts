import type { Measured, TimedOut } from "../measuring/measure.ts";
import type { EngineRates } from "./engine.ts";
import type { Following } from "./measure-following.ts";
import type { Searches } from "./measure-search.ts";
import type { Limits } from "./trace-peers.ts";

/** Measurements of one view. */
interface TraceRow {
  readonly view: string;
  readonly helve: boolean;
  readonly outcome: Measured | TimedOut;
  /** Measurements of each run. */
  readonly runs: readonly Measured[];
}

/** Measurements of one trace. */
export interface TraceResult {
  readonly megabytes: number;
  readonly limits: Limits;
  readonly rows: readonly TraceRow[];
  /** Null where the search was given up. */
  readonly search: Searches | null;
  readonly engine: EngineRates;
}

const whole = (value: number): string => Math.round(value).toLocaleString("en");
const ratio = (value: number, of: number): string =>
  Number.isFinite(of) && of > 0 ? `${(value / of).toFixed(2)}×` : "";

/** One line for each view, with its ratios to the best other one and to the physical limit. */
export function printTraces({ megabytes, limits, rows, search, engine }: TraceResult): void {
  console.log(`\n${whole(megabytes)} MB`);
  const others = rows.filter(({ helve }) => !helve).map(({ outcome }) => outcome);
  const best = (pick: (outcome: Measured | TimedOut) => number | null) =>
    Math.min(...others.map((outcome) => pick(outcome) ?? Number.POSITIVE_INFINITY));
  const bestFirst = best(({ first }) => first);
  const bestAll = best(({ all }) => all);
  const line = ({ outcome }: TraceRow) => {
    const { first, all } = outcome;
    const times = {
      first: first === null ? "" : whole(first),
      "of best": first === null ? "" : ratio(first, bestFirst),
      all: all === null ? `over ${"over" in outcome ? outcome.over / 1000 : 0} s` : whole(all),
      "all of best": all === null ? "" : ratio(all, bestAll),
      "MB/s": all === null ? "" : whole(megabytes / (all / 1000)),
      "of scan": all === null ? "" : ratio(megabytes / (all / 1000), limits.scan),
    };
    if ("over" in outcome) return times;
    const { heap, rss, reading, dragging, longest } = outcome;
    return {
      ...times,
      "heap MB": whole(heap / 1e6),
      "RSS MB": rss === null ? "" : whole(rss / 1e6),
      "RSS/MB": rss === null ? "" : (rss / 1e6 / megabytes).toFixed(2),
      "read p95": whole(reading.p95),
      "missed twice": reading.missedTwice,
      "drag p95": whole(dragging.p95),
      "task opening": whole(longest.opening),
      scrolling: whole(longest.scrolling),
    };
  };
  console.table(Object.fromEntries(rows.map((row) => [row.view, line(row)])));
  const { scan, decode } = limits;
  for (const [kind, searched] of Object.entries(search ?? {})) {
    const { first, done, found } = searched;
    const rate = megabytes / (done / 1000);
    console.log(
      `Search, ${kind}: first after ${whole(first)} ms, all after ${whole(done)} ms (${found}), ${whole(rate)} MB/s, ${ratio(rate, kind === "regex" ? limits.pattern : limits.search)} of the bare search for it`,
    );
  }
  printEngine(engine);
  console.log(
    `Limits in the same browser, MB/s: line ends ${whole(scan)}, decode ${whole(decode)}, search ${whole(limits.search)}, pattern ${whole(limits.pattern)}`,
  );
}

/** One line for what the host does without a page. */
export function printEngine({
  bareScan,
  bareSearch,
  barePattern,
  index,
  analysis,
  literal,
  regex,
}: EngineRates): void {
  console.log(
    `The host alone, MB/s: index ${whole(index)} (${ratio(index, bareScan)} of counting line ends), analysis ${whole(analysis)}, word ${whole(literal)} (${ratio(literal, bareSearch)} of the bare search), pattern ${whole(regex)} (${ratio(regex, barePattern)} of the bare pattern)`,
  );
}

/** One line for what following cost. */
export function printFollowing({
  seconds,
  linesPerSecond,
  lag,
  frames,
  longest,
  heap,
  rss,
}: Following): void {
  const change = (pair: readonly [number, number]) =>
    pair.map((value) => (value / 1e6).toFixed(1)).join(" → ");
  console.log(`\nFollowing for ${whole(seconds)} s`);
  console.table({
    Helve: {
      "lines/s": whole(linesPerSecond),
      "lag p50": whole(lag.p50),
      "lag p95": whole(lag.p95),
      "frame p50": whole(frames.p50),
      "frame p95": whole(frames.p95),
      "missed twice": frames.missedTwice,
      "longest task": whole(longest),
      "heap MB": change(heap),
      "RSS MB": rss ? change(rss) : "",
    },
  });
}
