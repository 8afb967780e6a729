import {
  CircleDot,
  CircleHelp,
  CirclePause,
  Clock,
  Lock,
  Moon,
  Shield,
  Tag,
  Wifi,
  WifiOff,
} from "lucide-react";
import { Fragment } from "react";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { ElapsedTime } from "../../../features/ci/elapsed-time.tsx";
import { Icon, type IconType } from "../../../ui/marks/icon.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import { RelativeTime } from "../../../ui/values/time.tsx";
import {
  type Connection,
  connectionLabels,
  connectionOf,
  type FleetRow,
  isPaused,
  kindLabels,
  type RecentJob,
  rateText,
  runnerKind,
  runnerName,
} from "../fleet/fleet-row.ts";
import styles from "./cells.module.css";

/** The values of folded columns, in the first cell's second line. */
export function NameCell({ row, folded }: { readonly row: FleetRow; readonly folded: ReadonlySet<string> }) {
  const { runner, detail } = row;
  const details = [
    `#${row.id}`,
    kindLabels[runnerKind(runner)],
    folded.has("version") ? detail?.version : null,
    folded.has("ip") ? runner.ip_address : null,
    folded.has("access") && detail?.locked ? "locked" : null,
    folded.has("access") && detail?.access_level === "ref_protected" ? "protected" : null,
  ];
  return (
    <div className={styles.two}>
      <span className={layout.title} title={runnerName(runner)}>
        <bdi>{runnerName(runner)}</bdi>
      </span>
      <span className={cx(layout.meta, layout.small, styles.details)}>
        {details.filter(Boolean).map((detail) => (
          <Fragment key={detail}>
            {/* The space is not shown, but part of the text. */}
            <span>{detail}</span>{" "}
          </Fragment>
        ))}
      </span>
    </div>
  );
}

const connectionIcons: Readonly<Record<Connection, IconType>> = {
  online: Wifi,
  offline: WifiOff,
  stale: Moon,
  never_contacted: CircleDot,
  unknown: CircleHelp,
};

/** State of the connection as icon and word; below it whether it is paused, and the last contact. */
export function StateCell({ row: { runner, detail } }: { readonly row: FleetRow }) {
  return (
    <div className={styles.two}>
      <StateText connection={connectionOf(runner)} paused={false} />
      <span className={cx(layout.meta, layout.small)}>
        {isPaused(runner) ? (
          <span className={styles.pausedText}>Paused{detail?.contacted_at ? " · " : ""}</span>
        ) : null}
        {detail?.contacted_at ? <RelativeTime time={detail.contacted_at} /> : "\u00a0"}
      </span>
    </div>
  );
}

export const StateText = ({
  connection,
  paused,
}: {
  readonly connection: Connection;
  readonly paused: boolean;
}) => (
  <span className={styles.states}>
    <span className={cx(styles.state, styles[connection])}>
      <Icon of={connectionIcons[connection]} size={14} />
      {connectionLabels[connection]}
    </span>
    {paused ? (
      <span className={cx(styles.state, styles.paused)}>
        <Icon of={CirclePause} size={14} />
        Paused
      </span>
    ) : null}
  </span>
);

export function TagsCell({ row }: { readonly row: FleetRow }) {
  if (!row.detail) return <UnreadCell row={row} />;
  const { tag_list: tags, run_untagged: untagged } = row.detail;
  return (
    <span className={styles.tags} title={tags.join(", ")}>
      <span>
        {untagged === false ? <Icon of={Tag} size={13} label="Runs tagged jobs only" /> : null}
        {tags.map((tag) => (
          <span key={tag} className={styles.tag}>
            {tag}
          </span>
        ))}
        {tags.length === 0 ? <span className={layout.muted}>No tags</span> : null}
      </span>
    </span>
  );
}

export function VersionCell({ row }: { readonly row: FleetRow }) {
  const { detail } = row;
  if (!detail) return <UnreadCell row={row} />;
  return (
    <div className={styles.two}>
      <span>{detail.version || "–"}</span>
      <span className={cx(layout.meta, layout.small)}>
        {[detail.platform, detail.architecture].filter(Boolean).join("/") || "\u00a0"}
      </span>
    </div>
  );
}

/** Restrictions on a runner's jobs beside their tags. */
export function AccessCell({ row }: { readonly row: FleetRow }) {
  const { detail } = row;
  if (!detail) return <UnreadCell row={row} />;
  const marks = [
    { is: detail.access_level === "ref_protected", icon: Shield, text: "Protected" },
    { is: detail.locked === true, icon: Lock, text: "Locked" },
  ].filter(({ is }) => is);
  if (marks.length === 0) return <span className={layout.muted}>All branches</span>;
  return (
    <span className={styles.marks}>
      {marks.map(({ icon, text }) => (
        <span key={text} className={styles.state}>
          <Icon of={icon} size={13} />
          {text}
        </span>
      ))}
    </span>
  );
}

/** The longest time that a job may run on a runner. */
export function TimeoutCell({ row }: { readonly row: FleetRow }) {
  const { detail } = row;
  if (!detail) return <UnreadCell row={row} />;
  if (detail.maximum_timeout == null) return <span className={layout.muted}>No limit</span>;
  return (
    <span className={styles.state}>
      <Icon of={Clock} size={13} />
      {timeoutText(detail.maximum_timeout)}
    </span>
  );
}

/** A time limit of seconds in the unit that people set it in: "90 min", "2 h". */
export function timeoutText(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** A cell whose value is being read, or could not be. */
const UnreadCell = ({ row: { hasFailed = false } }: { readonly row: FleetRow }) =>
  hasFailed ? (
    <span className={layout.muted}>
      <abbr title="Could not be loaded">–</abbr>
    </span>
  ) : (
    <span className={styles.pending} aria-hidden />
  );

interface JobCellProps {
  readonly account: string;
  readonly row: FleetRow;
  readonly active: boolean;
}

/** The job that runs now, with a link; how many more run beside it. */
export function JobCell({ account, row, active }: JobCellProps) {
  if (!row.jobs) return <UnreadCell row={row} />;
  const { current, running } = row.jobs;
  if (!current) return <span className={layout.muted}>Idle</span>;
  return (
    <div className={styles.two}>
      <RunnerJobLink account={account} job={current} tabIndex={active ? 0 : -1} />
      <span className={cx(layout.meta, layout.small)}>
        <ElapsedTime start={current.startedAt} end={current.finishedAt} />
        {running > 1 ? ` · ${running - 1} more` : ""}
        {current.project ? ` · ${current.project}` : ""}
      </span>
    </div>
  );
}

interface RunnerJobLinkProps {
  readonly account: string;
  readonly job: RecentJob;
  readonly tabIndex?: number;
}

/** A job's name and number; a link where its project is known. */
export function RunnerJobLink({ account, job, tabIndex }: RunnerJobLinkProps) {
  const text = (
    <>
      {job.name} <span className={layout.muted}>#{job.id}</span>
    </>
  );
  if (!job.project) return <span className={layout.title}>{text}</span>;
  return (
    <AppLink
      href={hrefs.job(account, job.project, job.id)}
      className={cx(layout.ellipsis, styles.link)}
      tabIndex={tabIndex}
    >
      {text}
    </AppLink>
  );
}

/** Failures of the last jobs: a share, as a bar and in words. */
export function FailureCell({ row }: { readonly row: FleetRow }) {
  if (!row.jobs) return <UnreadCell row={row} />;
  const { failed, finished, failureRate } = row.jobs;
  if (failureRate === null) return <span className={layout.muted}>No jobs</span>;
  return (
    <span className={styles.failure} title={`${failed} of the last ${finished} finished jobs failed`}>
      <span className={styles.track} aria-hidden>
        <span className={styles.fill} style={{ width: `${failureRate * 100}%` }} />
      </span>
      <span>{rateText(failureRate)}</span>
      <span className={layout.muted}>of {finished}</span>
    </span>
  );
}
