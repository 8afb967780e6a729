import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { isActiveStatus } from "./ci-status.tsx";

/** A job of a pipeline, or one that a pipeline would have. */
export interface StagedJob {
  readonly id: number;
  readonly name: string;
  readonly stage: string;
  /** Names of the jobs that it waits for; null or undefined for all of earlier stages. */
  readonly needs?: readonly string[] | null | undefined;
}

/** A job of a pipeline with the attempts that a retry replaced. */
export interface JobEntry<J extends StagedJob = Job> {
  readonly job: J;
  /** Newest first. */
  readonly earlier: readonly J[];
}

/** Jobs of one stage. */
export interface Stage<J extends StagedJob = Job> {
  readonly name: string;
  readonly entries: readonly JobEntry<J>[];
}

/** Returns the latest attempt of each job of a pipeline, in the order in which the jobs were made. */
export function latestAttempts<J extends StagedJob>(jobs: readonly J[]): JobEntry<J>[] {
  const byName = new Map<string, J[]>();
  for (const job of jobs.toSorted((a, b) => a.id - b.id)) {
    const key = `${job.stage}\n${job.name}`;
    const attempts = byName.get(key);
    if (attempts) attempts.push(job);
    else byName.set(key, [job]);
  }
  return [...byName.values()].flatMap((attempts) => {
    const [job, ...earlier] = attempts.toReversed();
    return job ? [{ job, earlier }] : [];
  });
}

/**
 * Returns the stages of a pipeline in order. Services name no order, but make the jobs of a stage after those of the
 * stages before it.
 */
export function groupByStage<J extends StagedJob>(jobs: readonly J[]): Stage<J>[] {
  const stages = Map.groupBy(latestAttempts(jobs), ({ job }) => job.stage);
  return [...stages].map(([name, entries]) => ({ name, entries }));
}

/** The jobs of one definition: the copies of `parallel` or of a matrix, or a single job. */
export interface JobGroup<J extends StagedJob = Job> {
  readonly name: string;
  readonly entries: readonly JobEntry<J>[];
}

const copyName = /^(.+?)(?::\s*\[.*\]|[\s:]+\d+\/\d+)$/;

/** Returns the jobs with the copies of one job together: `test 1/3`, `test: [linux, 24]`. */
export function groupCopies<J extends StagedJob>(entries: readonly JobEntry<J>[]): JobGroup<J>[] {
  const groups = Map.groupBy(entries, ({ job }) => copyName.exec(job.name)?.[1] ?? job.name);
  return [...groups].flatMap(([name, members]) =>
    members.length > 1
      ? [{ name, entries: members }]
      : members.map((entry) => ({ name: entry.job.name, entries: [entry] })),
  );
}

/** Returns the state that several jobs add up to, and whether a failure among them was allowed. */
export function combinedStatus(jobs: readonly Pick<Job, "status" | "allow_failure">[]): {
  readonly status: string;
  readonly allowFailure: boolean;
} {
  const has = (status: string) => jobs.some((job) => job.status === status);
  const blocking = (status: string) => jobs.some((job) => job.status === status && !job.allow_failure);
  const of = (status: string, allowFailure = false) => ({ status, allowFailure });
  if (has("running")) return of("running");
  if (blocking("failed")) return of("failed");
  const active = jobs.find(({ status }) => isActiveStatus(status) && status !== "created");
  if (active) return of(active.status);
  if (has("created")) return of("created");
  if (blocking("canceled")) return of("canceled");
  if (blocking("manual")) return of("manual");
  if (has("failed")) return of("failed", true);
  if (has("success")) return of("success");
  return of(jobs.find(({ status }) => status !== "skipped")?.status ?? "skipped");
}

/** Returns the state of a pipeline; where it passed although a job failed, which was allowed, one that says so. */
export const withWarnings = (status: string, jobs: readonly Job[]): string =>
  status === "success" && latestAttempts(jobs).some(({ job }) => job.status === "failed" && job.allow_failure)
    ? "success_with_warnings"
    : status;

/**
 * Returns the failed jobs that still matter: not allowed to fail, not mended by a retry within their pipeline, and of
 * the attempts of one job only the latest.
 */
export function openFailures(jobs: readonly Job[]): Job[] {
  const seen = new Set<string>();
  return jobs.filter((job) => {
    if (job.allow_failure || job.pipeline?.status === "success") return false;
    const key = `${job.pipeline?.id ?? job.id} ${job.name}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Returns jobs by pipeline, in the order in which the pipelines first occur. */
export const pipelinesOf = (jobs: readonly Job[]): (readonly Job[])[] => [
  ...Map.groupBy(jobs, (job) => job.pipeline?.id ?? -job.id).values(),
];
