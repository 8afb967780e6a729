import { GitCompareArrows } from "lucide-react";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import type { LedgerEntry } from "../../../../shared/host/test-ledger.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { StatusIcon } from "../../../features/ci/ci-status.tsx";
import { FlakyMark } from "../../../features/test-reports/flaky-mark.tsx";
import { TestIcon } from "../../../features/test-reports/test-icon.tsx";
import { testSearch } from "../../../features/test-reports/test-search.ts";
import { Badge } from "../../../ui/marks/badge.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import { formatSeconds } from "../../../ui/values/time.tsx";
import type { TestChange } from "../../../workers/junit/pipeline-test-types.ts";
import styles from "./comparison.module.css";
import type { JobChange } from "./comparison-rows.ts";

interface Scope {
  readonly account: string;
  readonly project: string;
}

/** Returns the address of the logs of a job in two pipelines, or of the only one that there is. */
const logsOf = ({ account, project }: Scope, before: number | null, after: number | null): string | null =>
  after !== null && before !== null
    ? hrefs.job(account, project, after, { view: "compare", with: before })
    : after !== null || before !== null
      ? hrefs.job(account, project, after ?? before ?? 0)
      : null;

/** A job that differs between two pipelines: opens the comparison of its logs. */
export function JobChangeRow({ change, ...scope }: Scope & { readonly change: JobChange }) {
  const { before, after } = change;
  const job = (after ?? before)?.job;
  if (!job) return null;
  return (
    <div className={styles.row}>
      <span className={styles.states}>
        <JobState job={before?.job} /> <Arrow /> <JobState job={after?.job} />
      </span>
      <span className={layout.rowText}>
        <span className={layout.line}>
          <AppLink
            className={layout.title}
            href={logsOf(scope, before?.job.id ?? null, after?.job.id ?? null) ?? ""}
            title={before && after ? "Compare the logs" : "Show the log"}
          >
            {job.name}
          </AppLink>
          {before?.isFlaky || after?.isFlaky ? (
            <Badge tone="warning" title="It failed and passed in one pipeline">
              Retried
            </Badge>
          ) : null}
        </span>
        <span className={layout.meta}>{job.stage}</span>
      </span>
      <Times before={before?.seconds} after={after?.seconds} />
    </div>
  );
}

interface TestChangeRowProps extends Scope {
  readonly change: TestChange;
  readonly entry: LedgerEntry | null;
  /** Jobs that ran it, null where they are not known. */
  readonly jobs: { readonly before: number | null; readonly after: number | null };
}

/** A test that differs between two pipelines: opens it in its report, or the logs of its job. */
export function TestChangeRow({ change, entry, jobs, ...scope }: TestChangeRowProps) {
  const { before, after } = change;
  const test = after ?? before;
  if (!test) return null;
  const logs = logsOf(scope, jobs.before, jobs.after);
  const job = after ? jobs.after : jobs.before;
  const name = test.name || "(no name)";
  return (
    <div className={styles.row}>
      <span className={styles.states}>
        {before ? <TestIcon status={before.result} /> : <None />} <Arrow />{" "}
        {after ? <TestIcon status={after.result} /> : <None />}
      </span>
      <span className={layout.rowText}>
        <span className={layout.line}>
          {job === null ? (
            <bdi className={layout.title}>{name}</bdi>
          ) : (
            <AppLink
              className={layout.title}
              href={hrefs.jobTab(scope.account, scope.project, job, "tests", testSearch(test))}
            >
              <bdi>{name}</bdi>
            </AppLink>
          )}
          <FlakyMark entry={entry} />
        </span>
        <span className={layout.meta}>
          {[test.group, test.job, after?.message || before?.message].filter(Boolean).join(" · ")}
        </span>
      </span>
      <Times before={before?.seconds} after={after?.seconds} />
      {logs === null ? null : (
        <AppLink
          className={layout.iconLink}
          href={logs}
          aria-label={`Compare the logs of ${test.job}`}
          title={`Compare the logs of ${test.job}`}
        >
          <Icon of={GitCompareArrows} />
        </AppLink>
      )}
    </div>
  );
}

const Arrow = () => <span aria-hidden="true">→</span>;

const None = () => (
  <span className={styles.none} role="img" aria-label="Not there" title="Not there">
    –
  </span>
);

const JobState = ({ job }: { readonly job: Job | undefined }) =>
  job ? <StatusIcon status={job.status} allowFailure={job.allow_failure} /> : <None />;

interface TimesProps {
  readonly before: number | null | undefined;
  readonly after: number | null | undefined;
}

/** Durations before and after, with the difference in percent. */
function Times({ before, after }: TimesProps) {
  const share = before && after != null ? Math.round((after / before - 1) * 100) : null;
  return (
    <span className={cx(layout.small, styles.times)}>
      {before == null ? "–" : formatSeconds(before)} → {after == null ? "–" : formatSeconds(after)}
      {share === null ? null : (
        <span className={styles.share}>
          {share > 0 ? "+" : share < 0 ? "−" : ""}
          {Math.abs(share)} %
        </span>
      )}
    </span>
  );
}
