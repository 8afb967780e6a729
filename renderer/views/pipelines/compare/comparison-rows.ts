import { type ChangeKind, changeKinds, type OutcomeChange } from "../../../../shared/ci/compare-outcomes.ts";
import type { TestChange, TestComparison } from "../../../workers/junit/pipeline-test-types.ts";
import type { JobOutcome } from "./job-outcomes.ts";

export type JobChange = OutcomeChange<JobOutcome>;

export const changeWords: Readonly<Record<ChangeKind, string>> = {
  newly_failing: "Newly failing",
  still_failing: "Still failing",
  flaky: "Flaky",
  recovered: "Recovered",
  slower: "Slower",
  added: "Added",
  gone: "Gone",
};

/** Rules of sections, where their names do not say them, by subject. */
export const changeRules: Readonly<Record<ChangeKind, Readonly<Record<Subject, string>>>> = {
  newly_failing: { jobs: "", tests: "" },
  still_failing: { jobs: "", tests: "" },
  flaky: {
    jobs: "failed and passed for one commit",
    tests: "failed and passed for one commit",
  },
  recovered: { jobs: "", tests: "" },
  slower: { jobs: "by at least 20 % and 10 s", tests: "by at least 20 % and 1 s" },
  added: { jobs: "did not run before", tests: "did not run before" },
  gone: { jobs: "do not run any more", tests: "do not run any more" },
};

export type Subject = "jobs" | "tests";

/** A row of a comparison: the heading of a section, or a change. */
export type ComparisonRow =
  | {
      readonly row: "head";
      readonly key: string;
      readonly kind: ChangeKind;
      readonly subject: Subject;
      readonly count: number;
      /** Changes that are listed below it: not all where there are too many, or a text is searched. */
      readonly listed: number;
    }
  | { readonly row: "job"; readonly key: string; readonly change: JobChange }
  | { readonly row: "test"; readonly key: string; readonly change: TestChange };

export interface RowChoice {
  /** Null for all. */
  readonly kind: ChangeKind | null;
  readonly text: string;
}

/** Changes of both subjects; tests are null until their reports are read. */
export interface Changes {
  readonly jobs: readonly JobChange[];
  readonly tests: TestComparison | null;
}

/** Returns the rows of a comparison in sections, first of jobs and then of tests. A section without changes is left out. */
export function comparisonRows({ jobs, tests }: Changes, choice: RowChoice): ComparisonRow[] {
  const wanted = choice.text.trim().toLowerCase();
  const kinds = choice.kind === null ? changeKinds : [choice.kind];
  return kinds.flatMap((kind): ComparisonRow[] => {
    const ofJobs = jobs.filter((change) => change.kind === kind);
    const foundJobs = ofJobs.filter(({ before, after }) =>
      includes(wanted, [(after ?? before)?.job.name, (after ?? before)?.job.stage]),
    );
    const foundTests = (tests?.changes ?? []).filter(({ kind: own, before, after }) => {
      const test = after ?? before;
      return own === kind && includes(wanted, [test?.name, test?.group, test?.job]);
    });
    const head = (subject: Subject, count: number, listed: number): ComparisonRow[] =>
      listed === 0 ? [] : [{ row: "head", key: `${kind} ${subject}`, kind, subject, count, listed }];
    return [
      ...head("jobs", ofJobs.length, foundJobs.length),
      ...foundJobs.map((change): ComparisonRow => ({ row: "job", key: keyOf("job", change), change })),
      ...head("tests", tests?.counts[kind] ?? 0, foundTests.length),
      ...foundTests.map((change): ComparisonRow => ({ row: "test", key: keyOf("test", change), change })),
    ];
  });
}

const includes = (wanted: string, texts: readonly (string | undefined)[]): boolean =>
  wanted === "" || texts.some((text) => text?.toLowerCase().includes(wanted));

const keyOf = (row: string, { kind, before, after }: OutcomeChange<{ readonly key: string }>): string =>
  `${row} ${kind} ${(after ?? before)?.key}`;

/** Returns how many changes there are of each kind. */
export const countsOf = ({ jobs, tests }: Changes): Readonly<Record<ChangeKind, number>> => {
  const counts = { ...(tests?.counts ?? noChanges) };
  for (const { kind } of jobs) counts[kind]++;
  return counts;
};

const noChanges: Readonly<Record<ChangeKind, number>> = {
  newly_failing: 0,
  still_failing: 0,
  flaky: 0,
  recovered: 0,
  slower: 0,
  added: 0,
  gone: 0,
};
