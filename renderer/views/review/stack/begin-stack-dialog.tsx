import { useQueryClient } from "@tanstack/react-query";
import type { ShortCommit } from "../../../../shared/api/resources/commit-shapes.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { createWriteFlow } from "../../../api/send-write.ts";
import { startBulk } from "../../../features/bulk/bulk-run.ts";
import { PlanList } from "../../../features/bulk/plan-list.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { beginStepText, beginTask, planBegin } from "./begin-stack.ts";
import { stepsText } from "./stack-dialog.tsx";

interface BeginStackDialogProps {
  readonly project: string;
  readonly mergeRequest: MergeRequest;
  /** All of its commits, newest first. */
  readonly commits: readonly ShortCommit[];
  readonly onClose: () => void;
}

/** The dry run that makes a stack of a merge request: one branch and one merge request a commit. */
export function BeginStackDialog({ project, mergeRequest, commits, onClose }: BeginStackDialogProps) {
  const account = useAccountId();
  const client = useQueryClient();
  const steps = planBegin(mergeRequest, commits.toReversed());
  const start = () => {
    const writes = createWriteFlow(client);
    const run = { account, project, writes };
    onClose();
    startBulk({
      account,
      title: "Begin a stack",
      done: "Done",
      count: stepsText,
      inOrder: "until-failure",
      tasks: steps.map((step, index) => beginTask(run, step, index)),
      writes,
    });
  };
  return (
    <Dialog
      open
      size="l"
      onOpenChange={(open) => !open && onClose()}
      onEnter={start}
      title="Begin a stack"
      description="Each commit becomes a layer with a branch and a merge request of its own. This merge request is the top layer, with the last commit."
      sends
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button writes variant="primary" onClick={start}>
            Begin a stack: {stepsText(steps.length)}
          </Button>
        </>
      }
    >
      <PlanList
        plan={steps.map((step, index) => ({
          key: index,
          id: step.kind === "retarget" ? step.iid : null,
          sign: "!",
          verdict: "change" as const,
          ...beginStepText(step),
        }))}
        outcome="steps"
        isSequence
      />
    </Dialog>
  );
}
