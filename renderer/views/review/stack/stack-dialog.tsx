import { useQueryClient } from "@tanstack/react-query";
import { planStack, type StackAction, type StackStep } from "../../../../shared/merge-requests/stacks.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { createWriteFlow } from "../../../api/send-write.ts";
import { startBulk } from "../../../features/bulk/bulk-run.ts";
import { PlanList, type PlannedLine } from "../../../features/bulk/plan-list.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { stackStepText, stackTask } from "./perform-stack-step.ts";
import type { MergeRequestStack } from "./read-stack.ts";

interface StackDialogProps {
  readonly project: string;
  readonly stack: MergeRequestStack;
  readonly action: StackAction;
  readonly onClose: () => void;
}

const words = {
  merge: { title: "Merge the stack", verb: "Merge the stack", done: "Done" },
  retarget: { title: "Retarget the stack", verb: "Retarget", done: "Retargeted" },
  rebase: { title: "Rebase the stack", verb: "Rebase", done: "Rebased" },
} as const;

/** "1 step", "12 steps". */
export const stepsText = (count: number): string =>
  `${count.toLocaleString()} ${count === 1 ? "step" : "steps"}`;

/** The dry run of an action on a stack, step by step; they are carried out one after another, and none after one that fails. */
export function StackDialog({ project, stack, action, onClose }: StackDialogProps) {
  const account = useAccountId();
  const client = useQueryClient();
  const steps = planStack(action, stack);
  const lines = planLines(steps, stack);
  const isBlocked = lines.some(({ verdict }) => verdict === "blocked");
  const { title, verb, done } = words[action];
  const start = () => {
    const writes = createWriteFlow(client);
    const heads = new Map(
      stack.layers.flatMap(({ mergeRequest: { iid, sha } }) => (sha ? [[iid, sha] as const] : [])),
    );
    const run = { account, project, writes, heads };
    onClose();
    startBulk({
      account,
      title,
      done,
      count: stepsText,
      inOrder: "until-failure",
      tasks: steps.map((step, index) => stackTask(run, step, titleOf(stack, step.iid), index)),
      writes,
    });
  };
  return (
    <Dialog
      open
      size="l"
      onOpenChange={(open) => !open && onClose()}
      onEnter={steps.length === 0 || isBlocked ? undefined : start}
      title={title}
      description={
        steps.length === 0
          ? "There is nothing to do."
          : "The steps follow each other. A step that fails ends the run, which Retry continues."
      }
      sends
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button writes variant="primary" disabled={steps.length === 0 || isBlocked} onClick={start}>
            {steps.length === 0 ? verb : `${verb}: ${stepsText(steps.length)}`}
          </Button>
        </>
      }
    >
      <PlanList plan={lines} outcome={steps.length === 1 ? "step" : "steps"} isSequence />
    </Dialog>
  );
}

const titleOf = ({ layers }: MergeRequestStack, iid: number): string =>
  layers.find(({ mergeRequest }) => mergeRequest.iid === iid)?.mergeRequest.title ?? "";

/** Returns the lines of a dry run; a merge that the service would refuse for sure is blocked. */
function planLines(steps: readonly StackStep[], stack: MergeRequestStack): PlannedLine[] {
  return steps.map((step, index) => {
    const layer = stack.layers.find(({ mergeRequest }) => mergeRequest.iid === step.iid)?.mergeRequest;
    const isDraft = step.kind === "merge" && (layer?.draft === true || layer?.work_in_progress === true);
    return {
      key: index,
      id: step.iid,
      sign: "!",
      name: layer?.title ?? "",
      verdict: isDraft ? "blocked" : "change",
      text: isDraft ? "It is a draft. Mark it as ready first." : stackStepText(step),
    };
  });
}
