import { jobDefinition } from "../../../../shared/ci/config/job-definition.ts";
import type { NewJob } from "../../store/ci/jobs.ts";
import type { Random } from "../seed/seeded-random.ts";

const steps = [
  { name: "lint", stage: "prepare", stageIndex: 1, needs: null },
  { name: "unit", stage: "check", stageIndex: 2, needs: null },
  { name: "soak", stage: "check", stageIndex: 2, needs: [] },
  { name: "package", stage: "deliver", stageIndex: 3, needs: null },
  { name: "deploy", stage: "deliver", stageIndex: 3, needs: ["package"] },
] as const;

/** Scripts of the steps that have no file of their own, as the configuration has them. */
const scripts: Readonly<Record<string, string>> = {
  package: "mkdir -p dist && cp lamp.txt dist/",
  deploy: 'echo "Lamp $CI_COMMIT_SHORT_SHA is lit on $CI_COMMIT_REF_SLUG"',
};

type Step = (typeof steps)[number];

/** A job of an ended pipeline, without what the store adds to it. */
export type PlannedSampleJob = Omit<NewJob, "projectId" | "pipelineId" | "userId" | "runnerId">;

interface PlannedPipeline {
  readonly status: "success" | "failed" | "canceled";
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly jobs: readonly PlannedSampleJob[];
}

/** Every ninth pipeline has a failed test, right after eight in which the same test passed. */
const outcomeOf = (index: number): PlannedPipeline["status"] =>
  index === 20 ? "canceled" : index % 9 === 8 ? "failed" : "success";

function statusOf(
  step: Pick<Step, "name" | "stageIndex">,
  outcome: PlannedPipeline["status"],
  index: number,
  random: Random,
): string {
  if (step.stageIndex === 3 && outcome !== "success") return outcome === "canceled" ? "canceled" : "skipped";
  if (step.name === "deploy" && index % 13 === 5) return "manual";
  if (step.name === "unit" && outcome === "failed") return "failed";
  return step.name === "soak" && random.chance(0.2) ? "failed" : "success";
}

/** Returns the jobs of the pipeline at a position of the history, one stage after the other. */
export function planPipeline(index: number, created: Date, random: Random): PlannedPipeline {
  const status = outcomeOf(index);
  const began = created.getTime() + random.int(2, 20) * 1000;
  const clock = { stage: 0, start: began, end: began };
  const ends = new Map<string, number>();
  const jobs = steps.map(({ needs, ...step }): PlannedSampleJob => {
    if (step.stageIndex !== clock.stage) Object.assign(clock, { stage: step.stageIndex, start: clock.end });
    const ready = needs === null ? clock.start : Math.max(began, ...needs.map((name) => ends.get(name) ?? 0));
    const state = statusOf(step, status, index, random);
    const base = {
      ...step,
      status: state,
      allowFailure: step.name === "soak",
      definition: jobDefinition.parse({
        script: [scripts[step.name] ?? `sh ci/${step.name}.sh`],
        when: state === "manual" ? "manual" : "on_success",
        needs: needs?.map((job) => ({ job, artifacts: true, optional: false })) ?? null,
      }),
      createdAt: created.toISOString(),
    };
    if (state !== "success" && state !== "failed") return base;
    const started = ready + 1000 * (1 + ((index * 7 + step.name.length) % 9));
    const finished = started + random.int(4, 240) * 1000;
    clock.end = Math.max(clock.end, finished);
    ends.set(step.name, finished);
    return {
      ...base,
      queuedAt: new Date(ready).toISOString(),
      startedAt: new Date(started).toISOString(),
      finishedAt: new Date(finished).toISOString(),
      ...(state === "failed" ? { failureReason: "script_failure" } : {}),
      ...(step.name === "unit" && state === "success"
        ? { coverage: 85 + Math.round(random.next() * 100) / 10 }
        : {}),
    };
  });
  return {
    status,
    startedAt: new Date(began).toISOString(),
    finishedAt: new Date(clock.end).toISOString(),
    jobs,
  };
}
