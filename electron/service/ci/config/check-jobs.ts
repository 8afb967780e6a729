import { ConfigError } from "./config-error.ts";
import type { JobConfig } from "./job-schema.ts";
import { expandParallel } from "./parallel.ts";

interface WrittenJob {
  readonly name: string;
  readonly job: JobConfig;
  readonly stageIndex: number;
}

/**
 * Throws {@link ConfigError} where a job names others that there are not, or that are not as they have to be. Unlike `needs`,
 * they may be left out by their rules.
 */
export function checkJobs(jobs: readonly WrittenJob[]): void {
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const hasCopy = ({ name, job }: WrittenJob, copy: string) =>
    job.parallel !== undefined &&
    copy.startsWith(name) &&
    expandParallel(name, job.parallel).some((each) => each.name === copy);
  for (const { name, job, stageIndex } of jobs) {
    const needed = job.needs && new Set(job.needs.map((need) => need.job));
    for (const wanted of job.dependencies ?? []) {
      const refuse = (why: string) => new ConfigError(`${name}: dependencies: ${why}.`);
      const other = byName.get(wanted) ?? jobs.find((each) => hasCopy(each, wanted));
      if (!other) throw refuse(`there is no job "${wanted}"`);
      if (needed && !needed.has(wanted)) throw refuse(`"${wanted}" has to be among its needs`);
      if (!needed && other.stageIndex >= stageIndex) throw refuse(`"${wanted}" is not in an earlier stage`);
    }
    const { on_stop: onStop, name: environment } = job.environment ?? {};
    if (onStop === undefined) continue;
    const stop = byName.get(onStop);
    const refuse = (why: string) => new ConfigError(`${name}: environment: on_stop: ${why}.`);
    if (!stop) throw refuse(`there is no job "${onStop}"`);
    if (stop.job.environment?.name !== environment || stop.job.environment?.action !== "stop")
      throw refuse(`"${onStop}" has to have the environment "${environment}" with the action stop`);
  }
}
