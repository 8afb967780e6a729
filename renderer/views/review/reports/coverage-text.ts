/** Coverage of changed lines, as far as a report knows them. */
export interface ChangedCoverage {
  readonly total: number;
  /** Those that are covered, partly too. */
  readonly covered: number;
  readonly partial: number;
}

/** Returns how many of the changed lines are covered, such as `84% of the 25 changed lines are covered, 2 partly`. */
export function coverageText({ total, covered, partial }: ChangedCoverage): string {
  // A change that is not covered entirely does not look so.
  const percent = Math.floor((100 * covered) / total);
  const lines = total === 1 ? "the changed line is" : `the ${total.toLocaleString()} changed lines are`;
  return `${percent}% of ${lines} covered${partial > 0 ? `, ${partial.toLocaleString()} partly` : ""}`;
}
