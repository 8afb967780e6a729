import { Ban, Eraser, Play, RotateCw } from "lucide-react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { cancelJob, eraseJob, playJob, retryJob } from "../../../shared/api/resources/jobs.ts";
import type { IconType } from "../../ui/icon.tsx";
import { isActiveStatus } from "./status-style.ts";

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
