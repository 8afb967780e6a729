import {
  deleteRunner,
  disableProjectRunner,
  enableProjectRunner,
  getRunner,
  type RunnerDetail,
  updateRunner,
} from "../../../../shared/api/resources/runners.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import { sendWrite } from "../../../api/send-write.ts";
import { activity } from "../fleet/activity.ts";
import { isPaused } from "../fleet/runner.ts";
import type { PlannedStep } from "./plan.ts";
import { nextTags, revertTags } from "./tags.ts";

/** Carries out a step on a runner and returns the one that undoes it, null where none can. Throws what went wrong. */
export type PerformStep = (id: number, step: PlannedStep) => Promise<PlannedStep | null>;

/** Callback for the details of a runner after a change; null where the service did not return them. */
export type OnChange = (id: number, detail: RunnerDetail | null) => void;

/**
 * Returns the function that carries out a step on a service of this version. State and tags are read again first, so
 * that neither a change nor its undo overwrites what somebody else has changed since the dry run.
 */
export function performStep(account: string, version: string | null, onChange: OnChange): PerformStep {
  return async (id, step) => {
    switch (step.kind) {
      case "set-paused": {
        const before = await fetchOperation(account, getRunner, { id });
        if (isPaused(before) === step.paused) {
          onChange(id, before);
          return null;
        }
        onChange(id, await sendWrite(account, updateRunner, { id, ...activity(version, step.paused) }));
        return { kind: "set-paused", paused: !step.paused };
      }
      case "set-tags": {
        const { tag_list: before } = await fetchOperation(account, getRunner, { id });
        const after = nextTags(before, step.change);
        onChange(id, await sendWrite(account, updateRunner, { id, tag_list: after }));
        return { kind: "set-tags", change: revertTags(before, after) };
      }
      case "enable":
        await sendWrite(account, enableProjectRunner, { id: step.project.id, runner_id: id });
        onChange(id, null);
        return { kind: "disable", project: step.project };
      case "disable":
        await sendWrite(account, disableProjectRunner, { id: step.project.id, runner_id: id });
        onChange(id, null);
        return { kind: "enable", project: step.project };
      case "delete":
        await sendWrite(account, deleteRunner, { id });
        return null;
    }
  };
}
