import { Ban, Eraser, ListPlus, Play, RotateCw } from "lucide-react";
import type { InputOf } from "../../../shared/api/contract/operation.ts";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { cancelJob, eraseJob, playJob, retryJob } from "../../../shared/api/resources/jobs.ts";
import { cancelPipeline, type Pipeline, retryPipeline } from "../../../shared/api/resources/pipelines.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useWrite } from "../../api/use-write.ts";
import type { IconType } from "../../ui/marks/icon.tsx";
import { confirm } from "../../ui/overlays/confirm.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { isActiveStatus } from "./ci-status.tsx";
import { jobsText, pipelinesText } from "./ci-texts.ts";

/** An action on a job. */
export type JobAction = "retry" | "play" | "cancel" | "erase";

interface JobActionDetails {
  readonly label: string;
  /** Its participle, for the notice of what was done. */
  readonly done: string;
  readonly icon: IconType;
  readonly operation: typeof retryJob | typeof playJob | typeof cancelJob | typeof eraseJob;
}

export const jobActions: Readonly<Record<JobAction, JobActionDetails>> = {
  retry: { label: "Retry", done: "Retried", icon: RotateCw, operation: retryJob },
  play: { label: "Run", done: "Started", icon: Play, operation: playJob },
  cancel: { label: "Cancel", done: "Canceled", icon: Ban, operation: cancelJob },
  erase: { label: "Erase", done: "Erased", icon: Eraser, operation: eraseJob },
};

/** Start of a manual job with variables of its own, which asks for them first. */
export const runWithVariables = { label: "Run with variables…", icon: ListPlus } as const;

/** Returns whether a job can be started with variables: those that wait for somebody can. */
export const takesVariables = ({ status, archived }: Pick<Job, "status" | "archived">): boolean =>
  status === "manual" && !archived;

const ended = ["success", "failed", "canceled"];

/** Returns the actions of a job in its state, the main one first. A job that a retry replaced can be erased. */
export function actionsOf(
  { status, erased_at, archived }: Pick<Job, "status" | "erased_at" | "archived">,
  isReplaced = false,
): JobAction[] {
  if (archived) return [];
  if (status === "manual") return ["play"];
  if (status === "scheduled") return ["play", "cancel"];
  if (isActiveStatus(status)) return status === "canceling" ? [] : ["cancel"];
  if (!ended.includes(status)) return [];
  return [...(isReplaced ? [] : (["retry"] as const)), ...(erased_at == null ? (["erase"] as const) : [])];
}

/** An action on a pipeline. */
export type PipelineAction = "retry" | "cancel";

export const pipelineActions = {
  retry: { label: "Retry failed jobs", done: "Retried", icon: RotateCw, operation: retryPipeline },
  cancel: { label: "Cancel pipeline", done: "Canceled", icon: Ban, operation: cancelPipeline },
} as const;

/** Returns the actions of a pipeline in its state. */
export function actionsOfPipeline(status: string): PipelineAction[] {
  if (status === "failed" || status === "canceled") return ["retry"];
  return isActiveStatus(status) && status !== "canceling" ? ["cancel"] : [];
}

/** Requests confirmation before logs and artifacts are deleted, and before running jobs are stopped. */
export async function confirmJobs(action: JobAction, jobs: readonly Job[]): Promise<boolean> {
  const [job] = jobs;
  const only = jobs.length === 1 ? job : undefined;
  if (action === "erase") {
    return confirm({
      title: `Erase ${only ? `${only.name} #${only.id}` : jobsText(jobs.length)}?`,
      description: "Deletes the log and the artifacts for everyone. The jobs stay in their pipelines.",
      confirmLabel: "Erase",
      danger: true,
    });
  }
  const running = jobs.filter(({ status }) => status === "running").length;
  if (action !== "cancel" || running === 0) return true;
  return confirm({
    title: `Cancel ${only ? only.name : jobsText(jobs.length)}?`,
    description: only
      ? `Job #${only.id} stops where it is. Retry starts it from the beginning.`
      : `${running === jobs.length ? "All" : running.toLocaleString()} of them run and stop where they are. Retry starts them from the beginning.`,
    confirmLabel: only ? "Cancel job" : `Cancel ${jobsText(jobs.length)}`,
    cancelLabel: "Keep running",
    danger: true,
  });
}

/** Requests confirmation before running pipelines are stopped. */
export async function confirmPipelines(
  action: PipelineAction,
  pipelines: readonly Pick<Pipeline, "id" | "status">[],
): Promise<boolean> {
  const [pipeline] = pipelines;
  if (action !== "cancel" || !pipelines.some(({ status }) => status === "running")) return true;
  const what =
    pipelines.length === 1 && pipeline ? `pipeline #${pipeline.id}` : pipelinesText(pipelines.length);
  return confirm({
    title: `Cancel ${what}?`,
    description: "Jobs that run stop where they are. Retry starts them from the beginning.",
    confirmLabel: pipelines.length === 1 ? "Cancel pipeline" : `Cancel ${what}`,
    cancelLabel: "Keep running",
    danger: true,
  });
}

/** Returns a function that runs an action on a job, reports the outcome, and returns the resulting job. */
export function useRunJobAction(project: string) {
  const write: Readonly<Record<JobAction, (input: InputOf<typeof retryJob>) => Promise<Job>>> = {
    retry: useWrite(retryJob),
    play: useWrite(playJob),
    cancel: useWrite(cancelJob),
    erase: useWrite(eraseJob),
  };
  return async (action: JobAction, job: Job): Promise<Job | null> => {
    if (!(await confirmJobs(action, [job]))) return null;
    const { label, done } = jobActions[action];
    try {
      const result = await write[action]({ id: project, job_id: job.id });
      toast.success(`${done} ${job.name}`);
      return result;
    } catch (error) {
      toast.problem(`${label} of ${job.name} failed`, describeProblem(error));
      return null;
    }
  };
}

/** Returns a function that runs an action on a pipeline and reports the outcome. */
export function useRunPipelineAction(project: string) {
  const write = {
    retry: useWrite(retryPipeline),
    cancel: useWrite(cancelPipeline),
  };
  return async (action: PipelineAction, pipeline: Pick<Pipeline, "id" | "status">): Promise<void> => {
    if (!(await confirmPipelines(action, [pipeline]))) return;
    const { id } = pipeline;
    const { label, done } = pipelineActions[action];
    try {
      await write[action]({ id: project, pipeline_id: id });
      toast.success(`${done} pipeline #${id}`);
    } catch (error) {
      toast.problem(`${label}: failed for #${id}`, describeProblem(error));
    }
  };
}
