import { useEffect, useMemo, useReducer, useState } from "react";
import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import { groupByStage } from "../../../features/ci/group-jobs.ts";
import { isActiveStatus, statusStyle } from "../../../features/ci/status-style.ts";
import { useAccount } from "../../../state/host-state.ts";
import { formatSeconds } from "../../../ui/format-time.ts";
import axisStyles from "./axis.module.css";
import { BarRow } from "./bar-row.tsx";
import { criticalPath, jobBars } from "./job-bars.ts";
import { timeAxis } from "./time-axis.ts";
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
            <span key={left} className={axisStyles.tick} style={{ left: `${left * 100}%` }}>
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
              {...{ account, project, bar, axis }}
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
  const [hours, minutes] = [Math.floor(seconds / 3600), (seconds % 3600) / 60];
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
