import {
  Clock,
  GitBranch,
  GitCommitHorizontal,
  Hourglass,
  Info,
  Server,
  SquareTerminal,
  Tag,
} from "lucide-react";
import type { ReactNode } from "react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { tagRef } from "../../../shared/text/ref-name.ts";
import type { OperationResult } from "../../api/use-operation.ts";
import { IconButton, Link } from "../../ui/buttons/button.tsx";
import { Icon, type IconType } from "../../ui/marks/icon.tsx";
import { LongTitle } from "../../ui/marks/long-title.tsx";
import { Popover } from "../../ui/overlays/popover.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { TabLinks } from "../../ui/panes/tab-links.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import tones from "../../ui/theme/tone.module.css";
import { formatSeconds, RelativeTime } from "../../ui/values/time.tsx";
import { AppLink } from "../addresses/app-link.tsx";
import { EntryError } from "../addresses/entry-error.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import { jobStatus, StatusBadge, StatusIcon } from "./ci-status.tsx";
import { failureText } from "./ci-texts.ts";
import { ElapsedTime } from "./elapsed-time.tsx";
import { JobHeadActions } from "./job-head-actions.tsx";
import styles from "./job-page.module.css";
import { useRouteStatus } from "./use-route-status.ts";

interface JobHeaderProps {
  readonly account: string;
  readonly project: string;
  readonly job: Job;
  readonly current: JobTab;
  /** Facts about the shown tab, such as the size of its files. */
  readonly details?: ReactNode;
  /** Tools of the shown tab. */
  readonly tools?: ReactNode;
  /** Further buttons of the page, before those of every page of a job. */
  readonly actions?: ReactNode;
}

/** The head of a job's pages, with its state, which the tab shows too. */
export function JobHeader({ account, project, job, current, details, tools, actions }: JobHeaderProps) {
  const { name, status, allow_failure: allowFailure } = job;
  useRouteStatus(jobStatus(status, allowFailure));
  const meta = <JobMeta account={account} project={project} job={job} />;
  return (
    <div className={cx(styles.head, tools !== undefined && styles.crowded)}>
      <PageHeader
        mark={<StatusIcon status={status} allowFailure={allowFailure} decorative />}
        title={<LongTitle text={name} />}
        state={<StatusBadge status={status} allowFailure={allowFailure} />}
        tabs={<JobTabs account={account} project={project} job={job.id} current={current} />}
        meta={
          <>
            {details ? <span className={layout.small}>{details}</span> : null}
            <div className={styles.fields}>{meta}</div>
          </>
        }
        tools={
          <>
            {tools}
            <Popover
              label="Details of the job"
              align="end"
              trigger={<IconButton label="Details of the job" icon={Info} size="s" />}
            >
              <div className={styles.details}>{meta}</div>
            </Popover>
          </>
        }
        actions={
          <>
            {actions}
            <JobHeadActions account={account} project={project} job={job} />
          </>
        }
      />
    </div>
  );
}

interface JobMetaProps {
  readonly account: string;
  readonly project: string;
  readonly job: Job;
}

/** Facts about a job: why it failed, where it belongs, what it ran on, and its times. */
function JobMeta({ account, project, job }: JobMetaProps) {
  const { commit, pipeline, ref, runner } = job;
  return (
    <>
      {job.status === "failed" && job.failure_reason ? (
        <span className={tones.danger}>{failureText(job.failure_reason)}</span>
      ) : null}
      <span>#{job.id}</span>
      {job.stage ? (
        <span className={cx(styles.field, styles.cut)} title="Stage">
          <bdi>{job.stage}</bdi>
        </span>
      ) : null}
      {pipeline ? (
        <Link quiet asChild>
          <AppLink href={hrefs.pipeline(account, project, pipeline.id)}>pipeline #{pipeline.id}</AppLink>
        </Link>
      ) : null}
      {ref ? (
        <Field icon={job.tag ? Tag : GitBranch} name={job.tag ? "Tag" : "Branch"} isCut>
          <Link quiet asChild>
            <AppLink href={hrefs.project(account, project, "files", { ref: job.tag ? tagRef(ref) : ref })}>
              <bdi>{ref}</bdi>
            </AppLink>
          </Link>
        </Field>
      ) : null}
      {commit ? (
        <Field icon={GitCommitHorizontal} name="Commit" isCut>
          <Link quiet asChild>
            <AppLink
              href={hrefs.commit(account, project, commit.id)}
              className={styles.commit}
              title={commit.title}
            >
              <code>{commit.short_id}</code>{" "}
              <span className={cx(layout.ellipsis, styles.commitTitle)}>{commit.title}</span>
            </AppLink>
          </Link>
        </Field>
      ) : null}
      {runner ? (
        <Field icon={Server} name="Runner" isMinor isCut>
          <bdi>{runner.description || `#${runner.id}`}</bdi>
        </Field>
      ) : null}
      {job.started_at ? (
        <Field icon={Clock} name="Duration">
          <ElapsedTime start={job.started_at} end={job.finished_at} duration={job.duration} />
        </Field>
      ) : null}
      {job.queued_duration == null || job.queued_duration < 1 ? null : (
        <Field icon={Hourglass} name="Queued for" isMinor>
          queued {formatSeconds(job.queued_duration)}
        </Field>
      )}
      {job.finished_at ? (
        <span className={styles.minor} title="Finished">
          <RelativeTime time={job.finished_at} />
        </span>
      ) : null}
    </>
  );
}

interface FactProps {
  readonly icon: IconType;
  /** Name of the value, for assistive technology and on hover. */
  readonly name: string;
  /** Hidden in narrow windows. */
  readonly isMinor?: boolean;
  /** Whether a long value is cut. */
  readonly isCut?: boolean;
  readonly children: ReactNode;
}

function Field({ icon, name, isMinor = false, isCut = false, children }: FactProps) {
  return (
    <span className={cx(styles.field, isMinor && styles.minor, isCut && styles.cut)} title={name}>
      <Icon of={icon} size={14} label={name} />
      {children}
    </span>
  );
}

const tabs = [
  { name: "log", label: "Log" },
  { name: "artifacts", label: "Artifacts" },
  { name: "tests", label: "Tests" },
] as const;
type JobTab = (typeof tabs)[number]["name"];

interface JobTabsProps {
  readonly account: string;
  readonly project: string;
  readonly job: number;
  readonly current: JobTab;
}

/** The parts of a job: its log, its artifacts, and its test report. */
const JobTabs = ({ account, project, job, current }: JobTabsProps) => (
  <TabLinks label="Job">
    {tabs.map(({ name, label }) => (
      <AppLink
        key={name}
        href={name === "log" ? hrefs.job(account, project, job) : hrefs.jobTab(account, project, job, name)}
        aria-current={name === current ? "page" : undefined}
      >
        {label}
      </AppLink>
    ))}
  </TabLinks>
);

interface UnreadJobPageProps extends JobTabsProps {
  readonly result: Pick<OperationResult<Job>, "isPending" | "error" | "refetch">;
}

/** The page of a job that is loading or could not be read: its head and tabs are those of the address. */
export function UnreadJobPage({ result, ...tabs }: UnreadJobPageProps) {
  return (
    <div className={cx(layout.page, styles.page)}>
      <div className={styles.head}>
        <PageHeader icon={SquareTerminal} title={`Job #${tabs.job}`} tabs={<JobTabs {...tabs} />} />
      </div>
      <div className={flow.viewport}>
        {result.isPending ? (
          <div className={flow.roomy}>
            <Skeleton lines={14} height={14} label="Loading the job" />
          </div>
        ) : (
          <EntryError
            error={result.error}
            entry={`Job #${tabs.job}`}
            list={{ label: "Jobs", href: hrefs.project(tabs.account, tabs.project, "jobs") }}
            onRetry={() => void result.refetch()}
          />
        )}
      </div>
    </div>
  );
}
