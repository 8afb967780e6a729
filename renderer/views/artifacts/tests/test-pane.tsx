import { type ReactNode, useEffect, useState } from "react";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import flow from "../../../ui/flow.module.css";
import { formatSeconds } from "../../../ui/format-time.ts";
import layout from "../../../ui/layout.module.css";
import { Link } from "../../../ui/link.tsx";
import { LongTitle } from "../../../ui/long-title.tsx";
import type { OpenReport } from "../../../workers/junit/junit-engine.ts";
import type { TestDetails } from "../../../workers/junit/junit-types.ts";
import { TestHistory } from "./test-history.tsx";
import { TestIcon, testStatusLabels } from "./test-icon.tsx";
import paneStyles from "./test-pane.module.css";
import { SourceLink, TraceText } from "./trace-text.tsx";

interface TestPaneProps {
  readonly account: string;
  readonly project: string;
  readonly job: Job;
  readonly report: OpenReport;
  /** Position of the test in the report. */
  readonly index: number;
  readonly historyShown: boolean;
  readonly onHistory: () => void;
}

/** One test: how it ended, why, what it printed, and what became of it before. */
export function TestPane({ report, index, ...scope }: TestPaneProps) {
  const [test, setTest] = useState<TestDetails | null>(null);
  useEffect(() => {
    let canceled = false;
    // A report that was closed meanwhile is followed by the one that replaces it.
    report.details(index).then(
      (details) => canceled || setTest(details),
      () => undefined,
    );
    return () => {
      canceled = true;
    };
  }, [report, index]);
  return test ? <Details test={test} {...scope} /> : null;
}

type DetailsProps = Omit<TestPaneProps, "report" | "index"> & { readonly test: TestDetails };

function Details({ test, account, project, job, historyShown, onHistory }: DetailsProps) {
  const commit = job.commit?.id ?? job.pipeline?.sha ?? null;
  const tree = commit === null ? null : { account, project, commit };
  const name = test.group ? `${test.group} ${test.name}` : test.name;
  return (
    <article className={paneStyles.pane} aria-label={name}>
      <div className={paneStyles.paneHead}>
        <TestIcon status={test.status} size={18} />
        <div className={flow.growText}>
          <h2 className={paneStyles.paneTitle}>
            <LongTitle key={name} text={test.name || "(no name)"} />
          </h2>
          <p className={paneStyles.paneMeta}>
            <span>{testStatusLabels[test.status].word}</span>
            {test.seconds === null ? null : <span>{formatSeconds(test.seconds)}</span>}
            {test.group ? <bdi>{test.group}</bdi> : null}
            {test.suite && test.suite !== test.group ? <bdi>{test.suite}</bdi> : null}
            {test.file === null ? null : <SourceLink file={test.file} line={test.line} tree={tree} />}
          </p>
        </div>
        <Link asChild className={paneStyles.reportLink}>
          <AppLink
            href={hrefs.jobTab(account, project, job.id, "artifacts", { path: test.report })}
            title={`Show ${test.report}`}
          >
            Report file
          </AppLink>
        </Link>
        <CopyButton text={name} label="Copy the test's name" />
      </div>
      {test.fullMessage ? (
        <Part title={test.status === "skipped" ? "Reason" : "Message"} text={test.fullMessage}>
          <TraceText text={test.fullMessage} label="Message" tree={tree} />
        </Part>
      ) : null}
      {test.trace.trim() ? (
        <Part title="Stack trace" text={test.trace}>
          <TraceText text={test.trace.trim()} label="Stack trace" tree={tree} />
        </Part>
      ) : null}
      <Part title="History">
        <TestHistory {...{ account, project, job, test }} shown={historyShown} onShow={onHistory} />
      </Part>
      {test.output.trim() ? (
        <Part title="Output" text={test.output}>
          <TraceText text={test.output.trimEnd()} label="Output" tree={tree} />
        </Part>
      ) : null}
      {test.errors.trim() ? (
        <Part title="Error output" text={test.errors}>
          <TraceText text={test.errors.trimEnd()} label="Error output" tree={tree} />
        </Part>
      ) : null}
      {test.isCut ? (
        <p className={layout.meta}>The texts of this test are cut. Open {test.report} to read all of them.</p>
      ) : null}
    </article>
  );
}

interface PartProps {
  readonly title: string;
  /** Text that Copy copies; no button where left out. */
  readonly text?: string;
  readonly children: ReactNode;
}

function Part({ title, text, children }: PartProps) {
  return (
    <div className={paneStyles.part}>
      <div className={paneStyles.partHead}>
        <h3 className={paneStyles.partTitle}>{title}</h3>
        {text ? <CopyButton text={text} label={`Copy ${title.toLowerCase()}`} /> : null}
      </div>
      {children}
    </div>
  );
}
