import type { Measured, TimedOut } from "../measuring/measure.ts";
import { type DiffWorkload, workloads } from "./workload.ts";

/** Measurements of one view. */
interface DiffRow {
  readonly view: string;
  readonly helve: boolean;
  readonly outcome: Measured | TimedOut;
  /** Measurements of each run. */
  readonly runs: readonly Measured[];
}

/** Measurements of one workload. */
export interface DiffResult {
  readonly workload: DiffWorkload;
  /** Milliseconds in which diff2html alone reads the patch. */
  readonly parse: number;
  /** The same for Helve's own reading. */
  readonly read: number;
  readonly rows: readonly DiffRow[];
}

const whole = (value: number): string => Math.round(value).toLocaleString("en");
const megabytes = (value: number): string => whole(value / 1e6);
const ratio = (value: number, best: number): string =>
  Number.isFinite(value / best) ? `${(value / best).toFixed(2)}×` : "";

/** One line for each view, with its ratios to the best other one. */
export function printDiffs({ workload, parse, read, rows }: DiffResult): void {
  const { files, lines } = workloads[workload];
  console.log(
    `\n${workload}: ${files.toLocaleString("en")} files, ${lines.toLocaleString("en")} changed lines`,
  );
  const others = rows.filter(({ helve }) => !helve).map(({ outcome }) => outcome);
  const best = (pick: (outcome: Measured) => number | null) =>
    Math.min(...others.flatMap((outcome) => ("over" in outcome ? [] : [pick(outcome) ?? []].flat())));
  const bests = {
    first: Math.min(...others.flatMap(({ first }) => (first === null ? [] : [first]))),
    all: best(({ all }) => all),
    rss: best(({ rss }) => rss),
  };
  const line = ({ outcome }: DiffRow) => {
    const first =
      outcome.first === null
        ? {}
        : { first: whole(outcome.first), "of best": ratio(outcome.first, bests.first) };
    if ("over" in outcome) {
      const over = `over ${outcome.over / 1_000} s`;
      return outcome.all === null
        ? { ...first, all: over }
        : { ...first, all: whole(outcome.all), "RSS MB": over };
    }
    const { all, rss, reading, dragging, longest } = outcome;
    return {
      ...first,
      all: whole(all),
      "all of best": ratio(all, bests.all),
      "of parse": ratio(all, parse),
      "RSS MB": rss === null ? "" : megabytes(rss),
      "RSS of best": rss === null ? "" : ratio(rss, bests.rss),
      "heap MB": megabytes(outcome.heap),
      nodes: whole(outcome.nodes),
      "read p50": whole(reading.p50),
      p95: whole(reading.p95),
      "missed twice": reading.missedTwice,
      "drag p95": whole(dragging.p95),
      "task opening": whole(longest.opening),
      scrolling: whole(longest.scrolling),
    };
  };
  console.table(Object.fromEntries(rows.map((row) => [row.view, line(row)])));
  console.log(
    `With nothing drawn, diff2html reads the patch in ${whole(parse)} ms, Helve in ${whole(read)} (${ratio(read, parse)}).`,
  );
}
