import { ConfigError } from "./config-error.ts";
import type { JobDefinition, PipelineJob } from "./job-definition.ts";
import type { Need } from "./keyword-schema.ts";
import { ownValue } from "./own-value.ts";
import { expandParallel } from "./parallel.ts";

/** Needs that a job may name, as on other services. */
const maxNeeds = 50;

/** A job before those that it needs are known. */
export interface PlannedJob extends PipelineJob {
  /** The name that its parallel copies share. */
  readonly group: string;
  readonly matrix: Readonly<Record<string, string>>;
  readonly needs: readonly Need[] | null;
}

/**
 * Returns the jobs with their `needs` and `dependencies` by name: one names a job or all of its parallel copies, or those of
 * a matrix. Throws {@link ConfigError} where one is not in the pipeline or of a later stage, and where jobs need each other.
 */
export function connectNeeds(jobs: readonly PlannedJob[]): PipelineJob[] {
  const byName = new Map(jobs.map((job) => [job.name, [job]]));
  for (const job of jobs)
    if (job.group !== job.name) byName.set(job.group, [...(byName.get(job.group) ?? []), job]);
  const connected = jobs.map(({ group: _, matrix, needs: written, ...job }) => {
    if (written && written.length > maxNeeds) {
      throw new ConfigError(`${job.name}: needs more than ${maxNeeds} jobs.`);
    }
    const needs = written?.flatMap(({ parallel, ...need }) => {
      const fill = (text: string) => fillMatrix(text, matrix, job.name);
      const name = fill(need.job);
      const wanted = parallel ? expandParallel(name, { matrix: fillAll(parallel.matrix, fill) }) : [{ name }];
      return wanted.flatMap((each) => {
        const named = byName.get(each.name) ?? [];
        if (named.length === 0 && !need.optional) {
          throw new ConfigError(`${job.name}: needs "${each.name}", which is not in this pipeline.`);
        }
        if (named.some(({ stageIndex }) => stageIndex > job.stageIndex)) {
          throw new ConfigError(`${job.name}: needs "${each.name}", which is in a later stage.`);
        }
        return named.map((other) => ({ ...need, job: other.name }));
      });
    });
    const { dependencies } = job.definition;
    const definition: JobDefinition = {
      ...job.definition,
      needs: needs ? [...new Map(needs.map((need) => [need.job, need])).values()] : null,
      dependencies:
        dependencies &&
        [...new Set(dependencies)].flatMap((name) => byName.get(name)?.map((other) => other.name) ?? name),
    };
    return { ...job, definition };
  });
  refuseCircles(connected);
  return connected;
}

type Matrix = NonNullable<Need["parallel"]>["matrix"];

const fillAll = (matrix: Matrix, fill: (text: string) => string): Matrix =>
  matrix.map((axes) =>
    Object.fromEntries(
      Object.entries(axes).map(([name, values]) => [
        name,
        typeof values === "string" ? fill(values) : values.map(fill),
      ]),
    ),
  );

/** Returns a text of `needs` with each `$[[ matrix.NAME ]]` replaced by what the job has at its place in its own matrix. */
const fillMatrix = (text: string, matrix: Readonly<Record<string, string>>, job: string): string =>
  text.replace(/\$\[\[\s*matrix\.([\w-]+)\s*\]\]/g, (_, name: string) => {
    const value = ownValue(matrix, name);
    if (value === undefined) throw new ConfigError(`${job}: needs: there is no "${name}" in its matrix.`);
    return value;
  });

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
