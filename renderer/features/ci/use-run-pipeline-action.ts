import type { Pipeline } from "../../../shared/api/resources/pipelines.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useWrite } from "../../api/use-write.ts";
import { toast } from "../../ui/toast.tsx";
import { confirmPipelines } from "./confirm-action.ts";
import { type PipelineAction, pipelineActions } from "./pipeline-actions.ts";

/** Returns a function that runs an action on a pipeline and reports the outcome. */
export function useRunPipelineAction(project: string) {
  const write = useWrite();
  return async (action: PipelineAction, pipeline: Pick<Pipeline, "id" | "status">): Promise<void> => {
    if (!(await confirmPipelines(action, [pipeline]))) return;
    const { id } = pipeline;
    const { operation, label, done } = pipelineActions[action];
    try {
      await write(operation, { id: project, pipeline_id: id });
      toast.success(`${done} pipeline #${id}`);
    } catch (error) {
      toast.problem(`${label}: failed for #${id}`, describeProblem(error));
    }
  };
}
