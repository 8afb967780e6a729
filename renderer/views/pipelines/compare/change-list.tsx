import { GitCompareArrows, SearchX } from "lucide-react";
import { useMemo } from "react";
import { jobOfSuite } from "../../../features/test-reports/job-of-suite.ts";
import { useLedgerEntries } from "../../../features/test-reports/use-test-ledger.ts";
import { VirtualList } from "../../../ui/lists/virtual-list.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import layout from "../../../ui/theme/layout.module.css";
import { JobChangeRow, TestChangeRow } from "./change-row.tsx";
import styles from "./comparison.module.css";
import {
  type Changes,
  type ComparisonRow,
  changeRules,
  changeWords,
  comparisonRows,
  type RowChoice,
} from "./comparison-rows.ts";
import type { ReadPipeline } from "./job-outcomes.ts";

/** Pixels of rows. */
export const rowHeights = { head: 36, job: 46, test: 46 } as const;

interface ChangeListProps {
  readonly account: string;
  readonly project: string;
  readonly before: ReadPipeline;
  readonly after: ReadPipeline;
  readonly changes: Changes;
  readonly choice: RowChoice;
  /** Whether the reports are still read. */
  readonly isReading: boolean;
}

/** The changes in sections, or why there are none. */
export function ChangeList({ account, project, before, after, changes, choice, isReading }: ChangeListProps) {
  const { kind, text } = choice;
  const rows = useMemo(() => comparisonRows(changes, { kind, text }), [changes, kind, text]);
  const entryOf = useLedgerEntries(account, project);
  const jobIds = useMemo(() => {
    const find = ({ jobs = [] }: ReadPipeline) => {
      const known = new Map<string, number | null>();
      return (suite: string): number | null => {
        const found = known.get(suite) ?? jobOfSuite(jobs, suite)?.id ?? null;
        known.set(suite, found);
        return found;
      };
    };
    return { before: find(before), after: find(after) };
  }, [before, after]);
  if (rows.length === 0 && isReading) return null;
  if (rows.length === 0) {
    const isFiltered = kind !== null || text.trim() !== "";
    return isFiltered ? (
      <EmptyState page icon={SearchX} title="No change matches" description="Remove a filter or show all." />
    ) : (
      <EmptyState
        page
        icon={GitCompareArrows}
        title="No differences"
        description={`Everything ended as in #${before.pipeline.id}, and nothing got much slower: jobs by at least 20 % and 10 s, tests by at least 20 % and 1 s.`}
      />
    );
  }
  const jobsOf = ({ before, after }: Extract<ComparisonRow, { row: "test" }>["change"]) => {
    const suite = (after ?? before)?.job ?? "";
    return {
      before: before?.jobId ?? jobIds.before(suite),
      after: after?.jobId ?? jobIds.after(suite),
    };
  };
  return (
    <VirtualList
      label="Changes"
      role="list"
      className={layout.list ?? ""}
      items={rows}
      scope={`${kind} ${text}`}
      itemKey={({ key }) => key}
      rowHeight={({ row }) => rowHeights[row]}
      isHeading={({ row }) => row === "head"}
      renderItem={(row) =>
        row.row === "head" ? (
          <SectionHead {...row} />
        ) : row.row === "job" ? (
          <JobChangeRow account={account} project={project} change={row.change} />
        ) : (
          <TestChangeRow
            account={account}
            project={project}
            change={row.change}
            entry={entryOfChange(row.change, entryOf)}
            jobs={jobsOf(row.change)}
          />
        )
      }
    />
  );
}

const entryOfChange = (
  { before, after }: Extract<ComparisonRow, { row: "test" }>["change"],
  entryOf: ReturnType<typeof useLedgerEntries>,
) => {
  const test = after ?? before;
  return test ? entryOf(test) : null;
};

/** The heading of a section, with the rule by which its rows are in it. */
function SectionHead({ kind, subject, count, listed }: Extract<ComparisonRow, { row: "head" }>) {
  const rule = changeRules[kind][subject];
  return (
    <h2 className={styles.head}>
      <span>
        {changeWords[kind]} {subject}
      </span>
      <span className={layout.secondary}>
        {listed < count ? `${listed.toLocaleString()} of ${count.toLocaleString()}` : count.toLocaleString()}
      </span>
      {rule ? <span className={layout.secondary}>{rule}</span> : null}
    </h2>
  );
}
