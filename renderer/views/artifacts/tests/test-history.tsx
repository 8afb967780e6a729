import { History } from "lucide-react";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { formatSeconds } from "../../../ui/format-time.ts";
import layout from "../../../ui/layout.module.css";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import type { TestDetails, TestRow } from "../../../workers/junit/junit-types.ts";
import { maxRuns } from "./find-earlier-runs.ts";
import historyStyles from "./test-history.module.css";
import { TestIcon, testStatusLabels } from "./test-icon.tsx";
import styles from "./tests.module.css";
import { testSearch } from "./use-open-test.ts";
import { type TestRun, useTestHistory } from "./use-test-history.ts";

interface TestHistoryProps {
  readonly account: string;
  readonly project: string;
  readonly job: Job;
  readonly test: TestDetails;
  /** Whether earlier reports are read: it costs a request for each. */
  readonly shown: boolean;
  readonly onShow: () => void;
}

/** Results of a test in the runs of its job before this one. */
export function TestHistory({ account, project, job, test, shown, onShow }: TestHistoryProps) {
  const history = useTestHistory({ account, project, job }, test, shown);
  if (!shown) {
    return (
      <div>
        <Button icon={History} onClick={onShow}>
          Show the last {maxRuns} runs
        </Button>
      </div>
    );
  }
  if (history.error)
    return <ErrorState compact {...describeProblem(history.error)} onRetry={history.retry} />;
  const known = history.runs.filter((run) => run.test);
  // Of the default branch where the job's own has none.
  const ref = history.runs[0]?.job.ref;
  const failed = known.filter((run) => run.test && isFailure(run.test)).length;
  return (
    <>
      <p className={layout.muted} role="status">
        {history.isPending ? (
          "Loading reports of earlier runs…"
        ) : history.runs.length === 0 ? (
          `There are no earlier runs of ${job.name} with a report.`
        ) : (
          <>
            Failed in {failed} of {known.length} earlier {known.length === 1 ? "run" : "runs"}
            {ref ? (
              <>
                {" "}
                on <bdi>{ref}</bdi>
              </>
            ) : null}
          </>
        )}
      </p>
      <ol className={historyStyles.runs} aria-label="Earlier runs, newest first">
        {history.runs.map((run) => (
          <Run key={run.job.id} run={run} account={account} project={project} />
        ))}
      </ol>
    </>
  );
}

const isFailure = ({ status }: TestRow): boolean => status === "failed" || status === "error";

interface RunProps {
  readonly run: TestRun;
  readonly account: string;
  readonly project: string;
}

function Run({ run: { job, test, error }, account, project }: RunProps) {
  const params = { account, project };
  return (
    <li className={historyStyles.run}>
      {test ? <TestIcon status={test.status} /> : <span className={historyStyles.none} />}
      <span>
        {test
          ? testStatusLabels[test.status].word
          : error
            ? "Could not be loaded"
            : test === null
              ? "Not in this report"
              : "…"}
      </span>
      <AppLink
        href={hrefs.jobTab(params.account, params.project, job.id, "tests", test ? testSearch(test) : {})}
        className={historyStyles.runLink}
      >
        #{job.id}
      </AppLink>
      {job.commit ? (
        <AppLink
          href={hrefs.commit(params.account, params.project, job.commit.id)}
          className={cx(layout.ellipsis, historyStyles.commit)}
          title={job.commit.title}
        >
          <code>{job.commit.short_id}</code> {job.commit.title}
        </AppLink>
      ) : null}
      <span className={historyStyles.when}>
        {job.finished_at ? <RelativeTime time={job.finished_at} /> : null}
      </span>
      <span className={cx(layout.small, styles.seconds, historyStyles.seconds)}>
        {test?.seconds == null ? "" : formatSeconds(test.seconds)}
      </span>
    </li>
  );
}
