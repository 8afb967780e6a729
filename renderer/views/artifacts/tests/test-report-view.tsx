import { FlaskConical } from "lucide-react";
import { useEffect, useState } from "react";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import layout from "../../../ui/layout.module.css";
import { SplitPane } from "../../../ui/split-pane.tsx";
import type { ReadRows } from "../../../ui/use-fetched-rows.ts";
import type { OpenReport } from "../../../workers/junit/junit-engine.ts";
import type { TestRow, TestSelection } from "../../../workers/junit/junit-types.ts";
import { TestBar } from "./test-bar.tsx";
import { TestList } from "./test-list.tsx";
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
                <TestList {...chosen} scope={JSON.stringify(selection)} selected={open} onOpen={openTest} />
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
