import type { Job } from "../../../shared/api/job-shapes.ts";
import type { JobAction } from "./use-job-actions.ts";

const cancelable = new Set([
  "created",
  "waiting_for_resource",
  "waiting_for_callback",
  "preparing",
  "pending",
  "running",
  "scheduled",
]);
const retryable = new Set(["success", "failed", "canceled"]);
const playable = new Set(["manual", "scheduled"]);

/** Returns what a service takes for a job in its present state. */
export function allowedActions({ status, erased_at, archived }: Job): readonly JobAction[] {
  if (archived) return [];
  const actions: JobAction[] = [];
  if (playable.has(status)) actions.push("play");
  if (retryable.has(status)) actions.push("retry");
  if (cancelable.has(status)) actions.push("cancel");
  if (retryable.has(status) && !erased_at) actions.push("erase");
  return actions;
}
