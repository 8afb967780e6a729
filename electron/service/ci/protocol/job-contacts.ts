import { jobDefinition } from "../../../../shared/ci/config/job-definition.ts";
import { perService, type ServiceStore } from "../../service-store.ts";
import { type Job, listJobsInState } from "../../store/ci/jobs.ts";
import { findRunner } from "../../store/ci/runners.ts";
import { failedWith, finishJob } from "../finish-job.ts";
import { recordTrace } from "../store-artifacts.ts";

/** Milliseconds without a word from a job's runner after which the job has failed, as on real services. */
const silentAfterMs = 60 * 60_000;
/** Milliseconds beyond a job's time limit in which its runner, who ends it, reports that. */
const reportingMs = 15 * 60_000;

/** Last contact of the runners of jobs, by job, since the service started. */
const contacts = perService(({ clock }) => ({ since: clock.now(), last: new Map<number, number>() }));

/** Begins to wait for the runners of jobs that ran before the service started. */
export const expectContacts = (store: ServiceStore): void => void contacts(store);

/** Records that the runner of a job is there. */
export function recordJobContact(store: ServiceStore, { id }: Pick<Job, "id">): void {
  contacts(store).last.set(id, store.clock.now());
}

/** Forgets a job that has ended. */
export function forgetJobContact(store: ServiceStore, { id }: Pick<Job, "id">): void {
  contacts(store).last.delete(id);
}

/**
 * Fails the jobs of other runners than this machine's that were not heard of for an hour, or that run much longer than they may.
 * `isOwn` is true of the jobs of this machine.
 */
export function failSilentJobs(store: ServiceStore, isOwn: (jobId: number) => boolean): void {
  const now = store.clock.now();
  const { since, last } = contacts(store);
  const running = listJobsInState(store, "running");
  for (const job of running) {
    if (isOwn(job.id)) continue;
    const startedAt = Date.parse(job.startedAt ?? job.createdAt);
    const heardAt = Math.max(since, startedAt, last.get(job.id) ?? 0);
    const reason =
      now - heardAt > silentAfterMs
        ? "stuck_or_timeout_failure"
        : now - startedAt > timeLimitMs(store, job) + reportingMs
          ? "job_execution_timeout"
          : null;
    if (reason === null) continue;
    recordTrace(store, job);
    finishJob(store, job, failedWith(reason));
  }
  const ids = new Set(running.map(({ id }) => id));
  for (const id of last.keys()) if (!ids.has(id)) last.delete(id);
}

function timeLimitMs(store: ServiceStore, job: Job): number {
  const { timeout } = jobDefinition.parse(job.definition);
  const runner = job.runnerId === null ? null : findRunner(store, job.runnerId);
  return Math.min(timeout, runner?.maximumTimeout ?? timeout) * 1000;
}
