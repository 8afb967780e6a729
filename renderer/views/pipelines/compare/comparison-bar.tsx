import { type ChangeKind, changeKinds } from "../../../../shared/ci/compare-outcomes.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { ToggleButtons } from "../../../ui/buttons/toggle-buttons.tsx";
import { SearchField } from "../../../ui/forms/text-field.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import layout from "../../../ui/theme/layout.module.css";
import styles from "./comparison.module.css";
import { type Changes, changeWords, countsOf, type RowChoice } from "./comparison-rows.ts";
import { jobOutcomes, type ReadPipeline } from "./job-outcomes.ts";
import type { TestComparisonState } from "./use-test-comparison.ts";

interface ComparisonBarProps {
  readonly changes: Changes;
  readonly choice: RowChoice;
  readonly onChoice: (choice: RowChoice) => void;
}

/** Numbers of changes that are filters too, and a text to search. */
export function ComparisonBar({ changes, choice, onChoice }: ComparisonBarProps) {
  const counts = countsOf(changes);
  const total = changeKinds.reduce((sum, kind) => sum + counts[kind], 0);
  return (
    <search className={layout.bar} aria-label="Changes">
      <ToggleButtons<ChangeKind | "all">
        label="Show changes"
        value={choice.kind ?? "all"}
        onChange={(value) =>
          onChoice({ ...choice, kind: value === "all" || value === choice.kind ? null : value })
        }
        options={[
          { value: "all", label: "All", count: total },
          ...changeKinds
            .filter((kind) => counts[kind] > 0 || kind === choice.kind)
            .map((kind) => ({ value: kind, label: changeWords[kind], count: counts[kind] })),
        ]}
      />
      <SearchField
        label="Filter changes"
        placeholder="Filter by name, group or stage"
        value={choice.text}
        onChange={(text) => onChoice({ ...choice, text })}
        className={layout.search}
      />
    </search>
  );
}

interface NotesProps {
  readonly before: ReadPipeline;
  readonly after: ReadPipeline;
  readonly tests: TestComparisonState;
}

/** Lines of reports that could not be read, of which the rest is only counted. */
const maxProblems = 3;

/** Lines about what is not compared, with the reason. */
export function Notes({ before, after, tests }: NotesProps) {
  const pending = jobOutcomes([...(after.jobs ?? [])]).filter(({ status }) => status === "pending").length;
  const problems = tests.state === "ready" ? tests.problems : [];
  return (
    <div className={styles.notes} role="status">
      {tests.state === "reading" ? <span>Loading test reports…</span> : null}
      {tests.state === "none" ? (
        <span>
          Neither #{before.pipeline.id} nor #{after.pipeline.id} has a test report: only jobs are compared.
        </span>
      ) : null}
      {tests.state === "ready" ? (
        <span>
          {tests.before.toLocaleString()} tests before, {tests.after.toLocaleString()} after
        </span>
      ) : null}
      {pending > 0 ? (
        <span>
          {pending} {pending === 1 ? "job has" : "jobs have"} not ended and {pending === 1 ? "is" : "are"} not
          compared.
        </span>
      ) : null}
      {problems.slice(0, maxProblems).map((problem) => (
        <span key={problem} className={styles.warning}>
          {problem}
        </span>
      ))}
      {problems.length > maxProblems ? <span>and {problems.length - maxProblems} more</span> : null}
      {tests.state === "failed" ? (
        <ErrorState
          compact
          {...describeProblem(tests.error)}
          title="The test reports could not be loaded"
          onRetry={tests.retry}
        />
      ) : null}
    </div>
  );
}
