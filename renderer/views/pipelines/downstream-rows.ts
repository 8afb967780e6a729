import { latestAttempts } from "../../features/ci/group-jobs.ts";
import type { Downstream } from "../../features/ci/use-downstream.ts";
import type { JobListRow } from "./job-list.tsx";

/** Returns the jobs of pipelines below one, each pipeline under a heading, with earlier attempts where `showsEarlier`. */
export const downstreamRows = (all: readonly Downstream[], showsEarlier: boolean): JobListRow[] =>
  all.flatMap((downstream): JobListRow[] => {
    const { pipeline, project, jobs } = downstream;
    const entries = latestAttempts(jobs);
    if (project === null || entries.length === 0) return [];
    const row = { isReplaced: false, showsStage: true, project } as const;
    return [
      {
        kind: "head",
        key: `downstream ${pipeline.id}`,
        group: { kind: "downstream", downstream },
        jobs: entries.map(({ job }) => job),
      },
      ...entries.flatMap(({ job, earlier }): JobListRow[] => [
        { kind: "job", key: job.id, job, attempt: earlier.length > 0 ? earlier.length + 1 : null, ...row },
        ...(showsEarlier
          ? earlier.map(
              (old, index): JobListRow => ({
                kind: "job",
                key: old.id,
                job: old,
                attempt: earlier.length - index,
                ...row,
                isReplaced: true,
              }),
            )
          : []),
      ]),
    ];
  });
