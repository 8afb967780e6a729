import { Ban, RotateCw } from "lucide-react";
import { cancelPipeline, type Pipeline, retryPipeline } from "../../../shared/api/resources/pipelines.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useWrite } from "../../api/use-write.ts";
import { toast } from "../../ui/toast.tsx";
import { isActiveStatus } from "./status-style.ts";

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

/** Returns a function that runs an action on a pipeline and reports the outcome. */
export function useRunPipelineAction(project: string) {
  const write = useWrite();
  return async (action: PipelineAction, { id }: Pick<Pipeline, "id">): Promise<void> => {
    const { operation, label, done } = pipelineActions[action];
    try {
      await write(operation, { id: project, pipeline_id: id });
      toast.success(`${done} pipeline #${id}`);
    } catch (error) {
      toast.problem(`${label}: failed for #${id}`, describeProblem(error));
    }
  };
}
