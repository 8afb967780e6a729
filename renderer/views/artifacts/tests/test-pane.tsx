import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { fileReferences } from "../../../features/file-index/file-references.ts";
import { type CommitTree, useResolvedFiles } from "../../../features/file-index/in-tree.ts";
import { TestIcon, testStatusLabels } from "../../../features/test-reports/test-icon.tsx";
import { Link } from "../../../ui/buttons/button.tsx";
import { CopyButton } from "../../../ui/buttons/copy-button.tsx";
import { LongTitle } from "../../../ui/marks/long-title.tsx";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { formatSeconds } from "../../../ui/values/time.tsx";
import type { OpenReport } from "../../../workers/junit/junit-engine.ts";
import type { TestDetails } from "../../../workers/junit/junit-types.ts";
import { TestHistory } from "./test-history.tsx";
import paneStyles from "./tests.module.css";

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
        <TestHistory
          account={account}
          project={project}
          job={job}
          test={test}
          shown={historyShown}
          onShow={onHistory}
        />
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

interface TraceTextProps {
  readonly text: string;
  readonly label: string;
  /** Files of the commit that was tested; null where it is not known. */
  readonly tree: CommitTree | null;
}

const focusable = { tabIndex: 0 };

/** A stack trace or output whose files lead into the repository at the commit that was tested. */
function TraceText({ text, label, tree }: TraceTextProps) {
  const references = useMemo(() => fileReferences(text), [text]);
  const paths = useResolvedFiles(
    tree,
    references.map(({ path }) => path),
  );
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [index, { from, to, line }] of references.entries()) {
    const path = paths[index];
    if (!path || !tree) continue;
    parts.push(text.slice(at, from));
    parts.push(
      <AppLink
        key={from}
        href={hrefs.project(tree.account, tree.project, "files", { ref: tree.commit, path }, `L${line}`)}
        className={paneStyles.reference}
        title={`${path}, line ${line}`}
      >
        {text.slice(from, to)}
      </AppLink>,
    );
    at = to;
  }
  parts.push(text.slice(at));
  return (
    <section className={paneStyles.trace} aria-label={label} {...focusable}>
      <pre>{parts}</pre>
    </section>
  );
}

interface SourceLinkProps {
  readonly file: string;
  readonly line: number | null;
  readonly tree: CommitTree | null;
}

/** The source file of a test, as a link where the repository has it at the commit that was tested. */
function SourceLink({ file, line, tree }: SourceLinkProps) {
  const [path] = useResolvedFiles(tree, [file]);
  const text = line === null ? file : `${file}:${line}`;
  if (!path || !tree) return <code>{text}</code>;
  return (
    <AppLink
      href={hrefs.project(
        tree.account,
        tree.project,
        "files",
        { ref: tree.commit, path },
        line === null ? "" : `L${line}`,
      )}
      className={paneStyles.reference}
    >
      <code>{text}</code>
    </AppLink>
  );
}
