import { useEffect, useMemo, useReducer, useState } from "react";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import { JobLink } from "../../../features/ci/ci-links.tsx";
import { isActiveStatus, StatusIcon, statusStyle } from "../../../features/ci/ci-status.tsx";
import { groupByStage } from "../../../features/ci/group-jobs.ts";
import { useAccount } from "../../../state/host-state.ts";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { formatSeconds } from "../../../ui/values/time.tsx";
import { criticalPath, type JobBar, jobBars, type TimeAxis, timeAxis } from "./time-axis.ts";
import styles from "./timeline.module.css";

interface TimelineProps {
  readonly account: string;
  readonly project: string;
  readonly jobs: readonly Job[];
}

/** Times of each job's waiting, queueing and run, as bars on one time axis. */
export function Timeline({ account, project, jobs }: TimelineProps) {
  const stages = useMemo(() => groupByStage(jobs), [jobs]);
  const isLive = jobs.some(({ status }) => isActiveStatus(status));
  const now = useNow(isLive);
  const { bars, idle } = useMemo(
    () =>
      jobBars(
        stages.flatMap(({ entries }) => entries),
        now,
      ),
    [stages, now],
  );
  const axis = useMemo(() => timeAxis(bars), [bars]);
  const listsNeeds = useAccount(account)?.kind === "local";
  const path = useMemo(() => criticalPath(bars, stages, listsNeeds), [bars, stages, listsNeeds]);
  const [pointed, setPointed] = useState<Job | null>(null);
  const awaited = new Set(pointed?.needs ?? []);
  if (bars.length === 0) return <p className={styles.none}>No job has been queued yet.</p>;
  return (
    <section className={styles.frame} aria-label="Timeline">
      <div className={styles.axis} aria-hidden="true">
        <span />
        <div className={styles.track}>
          {axis.ticks.map(({ left, seconds }) => (
            <span key={left} className={styles.tick} style={{ left: `${left * 100}%` }}>
              {tickText(seconds)}
            </span>
          ))}
        </div>
      </div>
      <div className={styles.rows}>
        <div className={styles.grid} aria-hidden="true">
          <span />
          <div className={styles.track}>
            {axis.ticks.map(({ left }) => (
              <span key={left} className={styles.line} style={{ left: `${left * 100}%` }} />
            ))}
            {axis.folds.map(({ left, width, seconds }) => (
              <span
                key={left}
                className={styles.fold}
                style={{ left: `${left * 100}%`, width: `${width * 100}%` }}
                title={`${formatSeconds(seconds)} in which nothing ran`}
              />
            ))}
          </div>
        </div>
        <ul aria-label="Jobs by time">
          {bars.map((bar) => (
            <BarRow
              key={bar.job.id}
              account={account}
              project={project}
              bar={bar}
              axis={axis}
              isCritical={path.has(bar.job.id)}
              isAwaited={!bar.isEarlier && awaited.has(bar.job.name)}
              onPoint={(isOver) => setPointed(isOver ? bar.job : null)}
            />
          ))}
        </ul>
      </div>
      {axis.folds.length > 0 ? (
        <p className={styles.note}>
          {axis.folds.map(({ seconds }) => formatSeconds(seconds)).join(", ")} in which nothing ran{" "}
          {axis.folds.length === 1 ? "is" : "are"} folded.
        </p>
      ) : null}
      {idle.length > 0 ? (
        <p className={styles.note}>
          Not started:{" "}
          {idle.map((job) => `${job.name} (${statusStyle(job.status).word.toLowerCase()})`).join(", ")}
        </p>
      ) : null}
      <p className={styles.legend}>
        <span>
          <i className={styles.waiting} /> Waited for other jobs
        </span>
        <span>
          <i className={styles.queued} /> Queued for a runner
        </span>
        <span>
          <i className={styles.running} /> Ran
        </span>
        {path.size > 0 ? (
          <span>
            <i className={styles.critical} /> Critical path
          </span>
        ) : null}
      </p>
    </section>
  );
}

/** A mark of the axis as a clock shows it: "1:30", "2:05:00". */
function tickText(seconds: number): string {
  const two = (amount: number) => String(Math.floor(amount)).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = (seconds % 3600) / 60;
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${Math.floor(minutes)}:${two(seconds % 60)}`;
}

/** The present moment, anew each second while `isLive`. */
function useNow(isLive: boolean): number {
  const [now, tick] = useReducer(() => Date.now(), Date.now());
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [isLive]);
  return now;
}

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
function BarRow({ account, project, bar, axis, isCritical, isAwaited, onPoint }: BarRowProps) {
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
        account={account}
        project={project}
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
