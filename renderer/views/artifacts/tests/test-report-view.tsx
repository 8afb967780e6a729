import { FlaskConical } from "lucide-react";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import { suiteOf } from "../../../../shared/ci/junit/suite-name.ts";
import type { ArchiveListing } from "../../../../shared/host/artifacts.ts";
import type { LedgerEntry } from "../../../../shared/host/test-ledger.ts";
import type { ArtifactSource } from "../../../features/test-reports/artifact-source.tsx";
import { FlakyMark } from "../../../features/test-reports/flaky-mark.tsx";
import { readReportFiles, reportPaths } from "../../../features/test-reports/report-paths.ts";
import { TestIcon, testStatusLabels } from "../../../features/test-reports/test-icon.tsx";
import { useLedgerEntries } from "../../../features/test-reports/use-test-ledger.ts";
import { ToggleButtons } from "../../../ui/buttons/toggle-buttons.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { SearchField } from "../../../ui/forms/text-field.tsx";
import { type ReadRows, useFetchedRows } from "../../../ui/lists/use-fetched-rows.ts";
import { VirtualList } from "../../../ui/lists/virtual-list.tsx";
import { SplitPane } from "../../../ui/panes/split-pane.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { formatSeconds } from "../../../ui/values/time.tsx";
import { type OpenReport, openReport } from "../../../workers/junit/junit-engine.ts";
import type { TestRow, TestSelection, TestSummary } from "../../../workers/junit/junit-types.ts";
import { TestPane } from "./test-pane.tsx";
import styles from "./tests.module.css";
import { useOpenTest } from "./use-open-test.ts";

interface TestReportViewProps {
  readonly account: string;
  readonly project: string;
  readonly job: Job;
  readonly report: OpenReport;
  /** XML files that were too many or too large to load. */
  readonly left: number;
}

interface Chosen {
  readonly count: number;
  readonly read: ReadRows<TestRow>;
}

/** Pixels of the list at first: less in a narrow window, so that stack traces have room. */
const listWidth = (): number => Math.min(440, Math.round(window.innerWidth * 0.32));

/** The tests of a job: the list, failed first, beside the test that is open. */
export function TestReportView({ report, left, ...scope }: TestReportViewProps) {
  const [selection, setSelection] = useState<TestSelection>({ text: "", status: "all", order: "report" });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [open, openTest] = useOpenTest(report);
  const [historyShown, setHistoryShown] = useState(false);
  const entryOf = useLedgerEntries(scope.account, scope.project);
  const job = suiteOf(scope.job.name);
  const flakyOf = ({ group, name }: TestRow) => entryOf({ job, group, name });
  useEffect(() => {
    let canceled = false;
    void report.select(selection).then((count) => {
      // A separate reader, so that no rows of the previous choice are left.
      if (!canceled) setChosen({ count, read: (from, to) => report.readRows(from, to) });
    });
    return () => {
      canceled = true;
    };
  }, [report, selection]);
  return (
    <div className={layout.page}>
      <TestBar summary={report} selection={selection} onSelection={setSelection} />
      <Warnings report={report} left={left} />
      <div className={layout.list}>
        <SplitPane
          label="test list"
          defaultSize={listWidth()}
          min={240}
          max={760}
          first={
            <div className={styles.side}>
              {chosen === null ? null : chosen.count === 0 ? (
                <EmptyState compact icon={FlaskConical} title="No matches" />
              ) : (
                <TestList
                  {...chosen}
                  scope={JSON.stringify(selection)}
                  selected={open}
                  flakyOf={flakyOf}
                  onOpen={openTest}
                />
              )}
            </div>
          }
          second={
            open === null ? null : (
              <TestPane
                {...scope}
                report={report}
                index={open}
                historyShown={historyShown}
                onHistory={() => setHistoryShown(true)}
              />
            )
          }
        />
      </div>
    </div>
  );
}

/** Files whose tests are not all in the list. */
function Warnings({ report, left }: { readonly report: OpenReport; readonly left: number }) {
  const problems = report.files.filter(({ problem }) => problem !== null);
  if (problems.length === 0 && left === 0) return null;
  return (
    <ul className={styles.warnings}>
      {left > 0 ? <li>{left} more XML files are too many or too large to load</li> : null}
      {problems.map(({ path, problem }) => (
        <li key={path}>
          {path}: {problem}
        </li>
      ))}
    </ul>
  );
}

interface TestListProps {
  readonly count: number;
  readonly read: ReadRows<TestRow>;
  /** Filter and order of the tests. */
  readonly scope: string;
  /** Test that is open. */
  readonly selected: number | null;
  /** Finds what the ledger knows about a test that failed before. */
  readonly flakyOf: (test: TestRow) => LedgerEntry | null;
  readonly onOpen: (test: TestRow) => void;
}

/** The tests that were chosen; only visible rows exist, and their tests are fetched from the worker. */
function TestList({ count, read, scope, selected, flakyOf, onOpen }: TestListProps) {
  const positions = useMemo(() => Array.from({ length: count }, (_, index) => index), [count]);
  const [view, setView] = useState({ from: 0, to: 0 });
  const onView = useCallback((from: number, to: number) => setView({ from, to }), []);
  const row = useFetchedRows(read, view.from, view.to);
  return (
    <VirtualList
      label="Tests"
      items={positions}
      scope={scope}
      itemKey={(position) => position}
      rowHeight={40}
      onView={onView}
      onOpen={(position) => {
        const test = row(position);
        if (test) onOpen(test);
      }}
      renderItem={(position) => {
        const test = row(position);
        return test ? <Row test={test} open={test.index === selected} entry={flakyOf(test)} /> : null;
      }}
    />
  );
}

interface RowProps {
  readonly test: TestRow;
  readonly open: boolean;
  readonly entry: LedgerEntry | null;
}

function Row({ test, open, entry }: RowProps) {
  return (
    <div className={styles.row} data-open={open}>
      <TestIcon status={test.status} />
      <div className={styles.rowText}>
        <bdi className={cx(layout.ellipsis, styles.testName)}>{test.name || "(no name)"}</bdi>
        <span className={layout.meta}>{test.message || test.group}</span>
      </div>
      {isFailure(test) ? <FlakyMark entry={entry} /> : null}
      <span className={cx(layout.small, styles.seconds)}>
        {test.seconds === null ? "" : formatSeconds(test.seconds)}
      </span>
    </div>
  );
}

interface TestBarProps {
  readonly summary: TestSummary;
  readonly selection: TestSelection;
  readonly onSelection: (selection: TestSelection) => void;
}

const isFailure = ({ status }: TestRow): boolean => status === "failed" || status === "error";

const statuses = ["failed", "error", "skipped", "passed"] as const;

/** Numbers of a report that are its filters too, a text to search and the order. */
function TestBar({ summary, selection, onSelection }: TestBarProps) {
  const choose = (status: TestSelection["status"]) =>
    onSelection({ ...selection, status: selection.status === status ? "all" : status });
  const files = summary.files.filter(({ total }) => total > 0).length;
  return (
    <search className={styles.bar} aria-label="Tests">
      <ToggleButtons
        label="Show tests"
        value={selection.status}
        onChange={choose}
        options={[
          { value: "all", label: "All", count: summary.total },
          ...statuses
            .filter((status) => summary[status] > 0)
            .map((status) => ({
              value: status,
              label: testStatusLabels[status].word,
              count: summary[status],
              mark: <TestIcon status={status} size={14} />,
            })),
        ]}
      />
      <SearchField
        label="Filter tests"
        placeholder="Filter by name or class"
        value={selection.text}
        onChange={(text) => onSelection({ ...selection, text })}
        className={styles.search ?? ""}
      />
      <Select
        label="Order"
        hideLabel
        value={selection.order}
        onChange={(order) => onSelection({ ...selection, order })}
        options={[
          { value: "report", label: "Failed first" },
          { value: "slowest", label: "Slowest first" },
        ]}
      />
      <span className={cx(flow.end, layout.small)}>
        {formatSeconds(summary.seconds)} in {files} {files === 1 ? "report" : "reports"}
      </span>
    </search>
  );
}

type TestReportState =
  | { readonly state: "reading"; readonly done: number; readonly total: number }
  | { readonly state: "failed"; readonly error: unknown }
  | { readonly state: "ready"; readonly report: OpenReport; readonly left: number };

/** Reads the JUnit reports of an archive into the worker. `attempt` reads them again. */
export function useTestReport(
  source: ArtifactSource,
  listing: ArchiveListing,
  attempt: number,
): TestReportState {
  const [state, setState] = useState<TestReportState>({ state: "reading", done: 0, total: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed is read again on request
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let opened: OpenReport | undefined;
    const { paths, left } = reportPaths(listing.entries);
    const show = (next: TestReportState) => signal.aborted || setState(next);
    const read = async () => {
      let done = 0;
      show({ state: "reading", done, total: paths.length });
      const files = await readReportFiles(source, paths, signal, () =>
        show({ state: "reading", done: ++done, total: paths.length }),
      );
      opened = await openReport(files);
      if (signal.aborted) opened.close();
      else show({ state: "ready", report: opened, left });
    };
    read().catch((error: unknown) => show({ state: "failed", error }));
    return () => {
      controller.abort();
      opened?.close();
    };
  }, [source, listing, attempt]);
  return state;
}
