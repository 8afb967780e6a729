/** The result of a job or a test in a pipeline: `none` where it did not run, `pending` where it has not ended yet. */
export type OutcomeStatus = "passed" | "failed" | "none" | "pending";

/** A job or a test of a pipeline, as a comparison needs it. */
export interface Outcome {
  /** Once in a pipeline, and the same in every pipeline. */
  readonly key: string;
  readonly status: OutcomeStatus;
  /** Whether it both failed and passed within its pipeline. */
  readonly isFlaky: boolean;
  /** Null where it is not known. */
  readonly seconds: number | null;
}

/** Sections of a comparison, in the order in which they are shown. */
export const changeKinds = [
  "newly_failing",
  "still_failing",
  "flaky",
  "recovered",
  "slower",
  "added",
  "gone",
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** A result that differs between two pipelines, or that is worth to be seen in both. */
export interface OutcomeChange<T> {
  readonly kind: ChangeKind;
  /** Null where there is none of its key. */
  readonly before: T | null;
  readonly after: T | null;
}

/** Bounds from which on something counts as slower: both have to be reached. */
export interface SlowerLimits {
  /** Share of the time before, such as 0.2. */
  readonly share: number;
  readonly seconds: number;
}

export const slowerJobs: SlowerLimits = { share: 0.2, seconds: 10 };
export const slowerTests: SlowerLimits = { share: 0.2, seconds: 1 };

interface ComparisonOptions {
  readonly slower: SlowerLimits;
  /** Whether both ran for the same commit: another result is then flaky. */
  readonly isSameCommit: boolean;
}

/**
 * Compares the results of two pipelines. What did not run counts as absent, and what has not ended is left out. One of them
 * may have several changes, such as newly failing and flaky. With the pipelines swapped, `added` and `gone` are swapped, and
 * so are `newly_failing` and `recovered`.
 */
export function compareOutcomes<T extends Outcome>(
  before: readonly T[],
  after: readonly T[],
  options: ComparisonOptions,
): OutcomeChange<T>[] {
  const byKey = new Map<string, { before: T | null; after: T | null }>();
  for (const outcome of before) byKey.set(outcome.key, { before: outcome, after: null });
  for (const outcome of after) {
    const pair = byKey.get(outcome.key);
    if (pair) pair.after = outcome;
    else byKey.set(outcome.key, { before: null, after: outcome });
  }
  return [...byKey.values()].flatMap((pair) => kindsOf(pair, options).map((kind) => ({ kind, ...pair })));
}

const ran = (outcome: Outcome | null): boolean =>
  outcome?.status === "passed" || outcome?.status === "failed";

function kindsOf(
  { before, after }: { readonly before: Outcome | null; readonly after: Outcome | null },
  { slower, isSameCommit }: ComparisonOptions,
): ChangeKind[] {
  if (before?.status === "pending" || after?.status === "pending") return [];
  const kinds: ChangeKind[] = [];
  const isFlaky = before?.isFlaky === true || after?.isFlaky === true;
  if (!ran(before) || !ran(after)) {
    if (ran(after)) kinds.push("added");
    if (ran(before)) kinds.push("gone");
    if (isFlaky) kinds.push("flaky");
    return kinds;
  }
  const differs = before?.status !== after?.status;
  if (after?.status === "failed") kinds.push(differs ? "newly_failing" : "still_failing");
  else if (differs) kinds.push("recovered");
  if (isFlaky || (differs && isSameCommit)) kinds.push("flaky");
  if (after?.status === "passed" && !differs && isSlower(before?.seconds, after.seconds, slower)) {
    kinds.push("slower");
  }
  return kinds;
}

function isSlower(
  before: number | null | undefined,
  after: number | null,
  { share, seconds }: SlowerLimits,
): boolean {
  if (before == null || after === null) return false;
  const more = after - before;
  return more >= seconds && more >= before * share;
}
