import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import type { Stage } from "../../features/ci/group-jobs.ts";

/** A row of a list of jobs: the heading of a group, or a job of it. */
export type JobListRow =
  | {
      readonly kind: "head";
      readonly key: string;
      readonly group: JobGroupHead;
      readonly jobs: readonly Job[];
    }
  | {
      readonly kind: "job";
      readonly key: number;
      readonly job: Job;
      /** Number of the attempt where the job was retried, else null. */
      readonly attempt: number | null;
      /** Whether a later attempt has replaced it. */
      readonly isReplaced: boolean;
      /** Whether no heading names its stage. */
      readonly showsStage: boolean;
    };

/** Common pipeline or stage of a group of jobs. */
export type JobGroupHead =
  | { readonly kind: "pipeline"; readonly id: number; readonly job: Job }
  | { readonly kind: "stage"; readonly name: string };

/** Returns jobs as they were listed, with a heading wherever the pipeline changes. */
export function rowsByPipeline(jobs: readonly Job[]): JobListRow[] {
  const rows: JobListRow[] = [];
  const runs: Job[][] = [];
  for (const job of jobs) {
    const last = runs.at(-1);
    if (last && last[0]?.pipeline?.id === job.pipeline?.id) last.push(job);
    else runs.push([job]);
  }
  for (const [index, run] of runs.entries()) {
    const [job] = run;
    const id = job?.pipeline?.id;
    if (job && id !== undefined) {
      rows.push({
        kind: "head",
        key: `pipeline ${id} ${index}`,
        group: { kind: "pipeline", id, job },
        jobs: run,
      });
    }
    for (const each of run) {
      rows.push({ kind: "job", key: each.id, job: each, attempt: null, isReplaced: false, showsStage: true });
    }
  }
  return rows;
}

/** Returns the jobs of a pipeline below their stages, each with its earlier attempts below it where `showsEarlier`. */
export function rowsByStage(stages: readonly Stage[], showsEarlier: boolean): JobListRow[] {
  return stages.flatMap(({ name, entries }): JobListRow[] => [
    {
      kind: "head",
      key: `stage ${name}`,
      group: { kind: "stage", name },
      jobs: entries.map(({ job }) => job),
    },
    ...entries.flatMap(({ job, earlier }): JobListRow[] => [
      {
        kind: "job",
        key: job.id,
        job,
        attempt: earlier.length > 0 ? earlier.length + 1 : null,
        isReplaced: false,
        showsStage: false,
      },
      ...(showsEarlier
        ? earlier.map(
            (old, index): JobListRow => ({
              kind: "job",
              key: old.id,
              job: old,
              attempt: earlier.length - index,
              isReplaced: true,
              showsStage: false,
            }),
          )
        : []),
    ]),
  ]);
}
