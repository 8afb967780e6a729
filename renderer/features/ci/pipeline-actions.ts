import { Ban, RotateCw } from "lucide-react";
import { cancelPipeline, retryPipeline } from "../../../shared/api/resources/pipelines.ts";
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
