import type { BulkTask } from "../../../features/bulk/bulk-run.ts";
import { stepText } from "./action-labels.ts";
import type { PerformStep } from "./perform-step.ts";
import type { PlannedStep } from "./plan.ts";

/** A runner and what is done to it. */
export interface RunnerStep {
  readonly id: number;
  readonly name: string;
  readonly step: PlannedStep;
  /** Description of the step's change. */
  readonly text: string;
}

/** Returns the task of a bulk action that carries out a step on a runner. */
export const runnerTask = ({ id, name, step, text }: RunnerStep, perform: PerformStep): BulkTask => ({
  key: id,
  id,
  name,
  text,
  async perform() {
    const undo = await perform(id, step);
    return undo && runnerTask({ id, name, step: undo, text: stepText(undo) }, perform);
  },
});
