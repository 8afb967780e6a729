import type { Timing } from "./timing.ts";

/** One workload's times, in milliseconds. */
export interface ServiceRow {
  readonly name: string;
  /** The first response after the start of the service. */
  readonly cold: number;
  /** The first response after a commit to the branch. */
  readonly fresh: number;
  readonly api: Timing;
  readonly git: Timing;
}

/** Measurements of one repository. */
export interface ServiceResult {
  readonly size: number;
  readonly commits: number;
  readonly rows: readonly ServiceRow[];
  /** Milliseconds of a commit of one file. */
  readonly commit: number;
  /** Reads a second, eight at once. */
  readonly rates: Readonly<Record<"blobs" | "trees", number>>;
}

/** Ratio to the smallest repository's time above which a response counts as growing. */
const growthRatio = 2;
/** Milliseconds of growth that count as noise. */
const noiseMs = 5;

const ms = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));

/** Prints the largest repository's times beside git's, and what grew since the smallest one. */
export function printService(results: readonly ServiceResult[]): void {
  const [small, large] = [results[0], results.at(-1)];
  if (!small || !large) return;
  const before = new Map(small.rows.map((row) => [row.name, row]));
  const table = large.rows.map((row) => {
    const then = before.get(row.name)?.api.p50 ?? Number.NaN;
    const growing = row.api.p50 > then * growthRatio && row.api.p50 - then > noiseMs;
    return {
      workload: row.name,
      "git p50": ms(row.git.p50),
      cold: ms(row.cold),
      "after a commit": ms(row.fresh),
      p50: ms(row.api.p50),
      p95: ms(row.api.p95),
      "times git": (row.api.p50 / row.git.p50).toFixed(2),
      [`p50 at ${small.size}`]: ms(then),
      grows: growing ? `${(row.api.p50 / then).toFixed(1)}×` : "",
    };
  });
  console.log(`${large.commits} commits, ${large.size} files; milliseconds`);
  console.table(table);
  for (const { size, rates, commit } of results) {
    const reads = `${rates.blobs.toFixed(0)} blobs/s, ${rates.trees.toFixed(0)} trees/s`;
    console.log(`${size}: ${reads}, a commit of one file ${ms(commit)}`);
  }
}
