/** Results as they are packed: the id of a test, and two bits of how a run of it ended. */
export const resultCodes = { p: 0, f: 1, e: 2, s: 3 } as const;
const skipped = resultCodes.s;

/** Largest id of a test that fits beside a result. */
export const maxTestId = 2 ** 30 - 1;

export const packResult = (test: number, result: keyof typeof resultCodes): number =>
  test * 4 + resultCodes[result];

/** The results of a pipeline. */
export interface PipelineResults {
  readonly pipeline: number;
  readonly sha: string;
  /** Packed, an entry for each run. */
  readonly results: Uint32Array;
}

/** Numbers of a test over several pipelines. */
export interface TestCounts {
  /** Runs that passed or failed. */
  runs: number;
  failures: number;
  /** Failures for a commit for which it passed as well. */
  flaky: number;
  /** Newest pipeline in which it failed; null for none. */
  lastFailed: number | null;
}

/** Counts the results of tests, by id. The pipelines are the newest first. */
export function countResults(pipelines: readonly PipelineResults[]): Map<number, TestCounts> {
  const counts = new Map<number, TestCounts>();
  for (const ofCommit of Map.groupBy(pipelines, ({ sha }) => sha).values()) {
    const failures = new Map<number, number>();
    const passed = new Set<number>();
    for (const { results, pipeline } of ofCommit) {
      for (const packed of results) {
        const code = packed & 3;
        const test = packed >>> 2;
        let known = counts.get(test);
        if (!known) {
          known = { runs: 0, failures: 0, flaky: 0, lastFailed: null };
          counts.set(test, known);
        }
        if (code === skipped) continue;
        known.runs++;
        if (code === resultCodes.p) passed.add(test);
        else {
          known.failures++;
          known.lastFailed = Math.max(known.lastFailed ?? 0, pipeline);
          failures.set(test, (failures.get(test) ?? 0) + 1);
        }
      }
    }
    for (const [test, failed] of failures) {
      const known = counts.get(test);
      if (known && passed.has(test)) known.flaky += failed;
    }
  }
  return counts;
}
