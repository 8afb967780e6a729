import { ConfigError } from "./config-error.ts";
import type { PipelineJob } from "./pipeline-job.ts";

/** Needs that a job may name, as on other services. */
const maxNeeds = 50;

/** A job with the name that its parallel copies share. */
type NamedJob = PipelineJob & { readonly group: string };

/**
 * Returns the jobs with their `needs` by name: a need names a job or all of its parallel copies. Throws
 * {@link ConfigError} where one is not in the pipeline or of a later stage, and where jobs need each other.
 */
export function connectNeeds(jobs: readonly NamedJob[]): PipelineJob[] {
  const byName = new Map(jobs.map((job) => [job.name, [job]]));
  for (const job of jobs)
    if (job.group !== job.name) byName.set(job.group, [...(byName.get(job.group) ?? []), job]);
  const connected = jobs.map(({ group: _, ...job }) => {
    const { needs: written } = job.definition;
    if (written && written.length > maxNeeds) {
      throw new ConfigError(`${job.name}: needs more than ${maxNeeds} jobs.`);
    }
    const needs = written?.flatMap((need) => {
      const named = byName.get(need.job) ?? [];
      if (named.length === 0 && !need.optional) {
        throw new ConfigError(`${job.name}: needs "${need.job}", which is not in this pipeline.`);
      }
      if (named.some(({ stageIndex }) => stageIndex > job.stageIndex)) {
        throw new ConfigError(`${job.name}: needs "${need.job}", which is in a later stage.`);
      }
      return named.map(({ name }) => ({ ...need, job: name }));
    });
    return { ...job, definition: { ...job.definition, needs: needs ?? null } };
  });
  refuseCircles(connected);
  return connected;
}

/**
 * Throws for jobs whose needs form a cycle. Repeatedly removes jobs without remaining needs; what is left is in a cycle
 * or depends on one.
 */
function refuseCircles(jobs: readonly PipelineJob[]): void {
  let left = new Map(jobs.map((job) => [job.name, job.definition.needs ?? []]));
  for (;;) {
    const waiting = new Map([...left].filter(([, needs]) => needs.some(({ job }) => left.has(job))));
    if (waiting.size === 0) return;
    if (waiting.size === left.size) {
      throw new ConfigError(`${[...left.keys()].join(", ")}: these jobs need each other.`);
    }
    left = waiting;
  }
}
