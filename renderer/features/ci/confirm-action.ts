import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import type { Pipeline } from "../../../shared/api/resources/pipelines.ts";
import { confirm } from "../../ui/confirm.tsx";
import { jobsText, pipelinesText } from "./count-texts.ts";
import type { JobAction } from "./job-actions.ts";
import type { PipelineAction } from "./pipeline-actions.ts";

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
