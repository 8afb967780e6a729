import { acceptMergeRequest, updateMergeRequest } from "../../../../shared/api/resources/merge-requests.ts";
import type { StackStep } from "../../../../shared/merge-requests/stacks.ts";
import type { WriteFlow } from "../../../api/send-write.ts";
import type { BulkTask } from "../../../features/bulk/bulk-run.ts";
import { isActiveStatus } from "../../../features/ci/ci-status.tsx";
import {
  notDone,
  readMergeRequest,
  rebaseAndWait,
} from "../../../features/merge-requests/rebase-and-wait.ts";

/** Milliseconds between two looks at a merge request that the service is checking, and until it is no longer waited for. */
const pollMs = 1000;
const maxCheckMs = 60_000;

/** Heads of the merge requests that the steps of one run may write to. */
type StackHeads = Map<number, string>;

interface StackRun {
  readonly account: string;
  readonly project: string;
  readonly writes: WriteFlow;
  /** Heads as the dry run showed them; a rebase of the run replaces its own. */
  readonly heads: StackHeads;
}

/** Returns the text of a step in a dry run. */
export function stackStepText(step: StackStep): string {
  switch (step.kind) {
    case "merge":
      return `Merge into ${step.into}`;
    case "retarget":
      return `Retarget from ${step.from} to ${step.to}`;
    case "rebase":
      return `Rebase onto ${step.onto}`;
  }
}

/** Returns the task of a run that carries out a step of a stack. */
export const stackTask = (run: StackRun, step: StackStep, title: string, index: number): BulkTask => ({
  key: index,
  id: step.iid,
  sign: "!",
  name: title,
  text: stackStepText(step),
  perform: () => performStackStep(run, step, title, index),
});

/**
 * Carries out a step and returns the task that undoes it, null where none can. The merge request is read first: what is done
 * already is not done again, so that a run goes on where it stopped, and a head that the dry run did not show is neither
 * rebased nor merged. Throws what went wrong.
 */
async function performStackStep(
  run: StackRun,
  step: StackStep,
  title: string,
  index: number,
): Promise<BulkTask | null> {
  const { account, project, writes, heads } = run;
  const target = { id: project, merge_request_iid: step.iid };
  const now = await readMergeRequest(account, target);
  if (now.state === "merged") return null;
  if (now.state !== "opened") throw notDone("It is no longer open.");
  if (now.sha !== heads.get(step.iid))
    throw notDone(`New commits since the dry run: its head is ${now.sha?.slice(0, 8) ?? "gone"}.`);
  switch (step.kind) {
    case "retarget": {
      if (now.target_branch === step.to) return null;
      if (now.target_branch !== step.from) throw notDone(`Its target is ${now.target_branch} meanwhile.`);
      await writes.send(account, updateMergeRequest, { ...target, target_branch: step.to });
      const back = { kind: "retarget", iid: step.iid, from: step.to, to: step.from } as const;
      return stackTask(run, back, title, index);
    }
    case "rebase": {
      const { sha } = await rebaseAndWait(writes, account, target);
      if (sha) heads.set(step.iid, sha);
      return null;
    }
    case "merge":
      await waitUntilChecked(run, step.iid);
      if (now.target_branch !== step.into) throw notDone(`Its target is ${now.target_branch}.`);
      await writes.send(account, acceptMergeRequest, { ...target, sha: now.sha ?? undefined });
      return null;
  }
}

/** Waits while the service checks whether a merge request can be merged. Throws where a pipeline runs or has failed. */
async function waitUntilChecked({ account, project }: StackRun, iid: number): Promise<void> {
  const until = Date.now() + maxCheckMs;
  for (;;) {
    const now = await readMergeRequest(account, { id: project, merge_request_iid: iid });
    const { head_pipeline: pipeline, merge_status: status } = now;
    if (pipeline && isActiveStatus(pipeline.status))
      throw notDone(
        `Pipeline #${pipeline.id} is running. Retry when it has passed, or add it to the merge queue.`,
      );
    if ((status !== "checking" && status !== "unchecked") || Date.now() > until) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
