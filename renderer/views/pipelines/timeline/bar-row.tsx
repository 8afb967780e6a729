import { JobLink } from "../../../features/ci/job-link.tsx";
import { StatusIcon } from "../../../features/ci/status-badge.tsx";
import { statusStyle } from "../../../features/ci/status-style.ts";
import { cx } from "../../../ui/class-names.ts";
import flow from "../../../ui/flow.module.css";
import { formatSeconds } from "../../../ui/format-time.ts";
import layout from "../../../ui/layout.module.css";
import type { JobBar } from "./job-bars.ts";
import type { TimeAxis } from "./time-axis.ts";
import styles from "./timeline.module.css";

interface BarRowProps {
  readonly account: string;
  readonly project: string;
  readonly bar: JobBar;
  readonly axis: TimeAxis;
  readonly isCritical: boolean;
  /** Whether the hovered job needs this one. */
  readonly isAwaited: boolean;
  readonly onPoint: (isOver: boolean) => void;
}

/** One attempt of a job on the time axis. */
export function BarRow({ account, project, bar, axis, isCritical, isAwaited, onPoint }: BarRowProps) {
  const { job, isEarlier, waitedFrom, queuedFrom, ranFrom, end } = bar;
  const between = (from: number, to: number) => {
    const left = axis.at(from);
    return { left: `${left * 100}%`, width: `${(axis.at(to) - left) * 100}%` };
  };
  const queueEnd = ranFrom ?? end;
  const seconds = (from: number, to: number) => formatSeconds(Math.round((to - from) / 1000));
  const text = [
    `${job.name}: ${statusStyle(job.status, job.allow_failure).word}`,
    isEarlier ? "earlier attempt" : "",
    waitedFrom === null ? "" : `waited ${seconds(waitedFrom, queuedFrom)}`,
    `queued ${seconds(queuedFrom, queueEnd)}`,
    ranFrom === null ? "not started" : `ran ${seconds(ranFrom, end)}`,
    isCritical ? "on the critical path" : "",
  ]
    .filter(Boolean)
    .join(", ");
  return (
    <li
      className={cx(styles.row, isEarlier && styles.earlier, isAwaited && styles.awaited)}
      onPointerEnter={() => onPoint(true)}
      onPointerLeave={() => onPoint(false)}
    >
      <JobLink
        className={styles.rowLink}
        {...{ account, project }}
        job={job.id}
        aria-label={text}
        title={text}
        onFocus={() => onPoint(true)}
        onBlur={() => onPoint(false)}
      >
        <span className={flow.inline}>
          <StatusIcon status={job.status} allowFailure={job.allow_failure} decorative />
          <span className={cx(layout.title, styles.name)}>{job.name}</span>
        </span>
        <span className={styles.track}>
          {waitedFrom === null ? null : (
            <span className={styles.waiting} style={between(Math.max(axis.from, waitedFrom), queuedFrom)} />
          )}
          <span className={styles.queued} style={between(queuedFrom, queueEnd)} />
          {ranFrom === null ? null : (
            <span
              className={cx(styles.running, isCritical && styles.critical)}
              data-tone={statusStyle(job.status, job.allow_failure).tone}
              style={between(ranFrom, end)}
            />
          )}
          <span className={styles.value} style={{ left: `${axis.at(end) * 100}%` }}>
            {seconds(ranFrom ?? queuedFrom, end)}
          </span>
        </span>
      </JobLink>
    </li>
  );
}
