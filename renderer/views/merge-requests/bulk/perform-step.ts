import {
  approveMergeRequest,
  unapproveMergeRequest,
} from "../../../../shared/api/resources/merge-request-approvals.ts";
import { cancelAutoMerge } from "../../../../shared/api/resources/merge-request-merges.ts";
import { acceptMergeRequest, updateMergeRequest } from "../../../../shared/api/resources/merge-requests.ts";
import type { WriteFlow } from "../../../api/send-write.ts";
import type { BulkTask } from "../../../features/bulk/bulk-run.ts";
import {
  notDone,
  readMergeRequest,
  rebaseAndWait,
} from "../../../features/merge-requests/rebase-and-wait.ts";
import {
  type ChosenMergeRequest,
  type MergeRequestStep,
  nextLabels,
  revertLabels,
  undoText,
} from "./merge-request-plan.ts";

/** Returns the task of a bulk action that carries out a step on a merge request. */
export const mergeRequestTask = (
  writes: WriteFlow,
  account: string,
  entry: ChosenMergeRequest,
  step: MergeRequestStep,
  text: string,
): BulkTask => ({
  key: entry.key,
  id: entry.mergeRequest.iid,
  sign: "!",
  name: entry.mergeRequest.title,
  text,
  async perform() {
    const undo = await performMergeRequestStep(writes, account, entry, step);
    return undo && mergeRequestTask(writes, account, entry, undo, undoText(undo));
  },
});

/**
 * Carries out a step on a merge request and returns the one that undoes it, null where none can. The merge request is read
 * first: a head that the dry run did not show is neither approved nor merged, and what others changed is not overwritten.
 * Throws what went wrong.
 */
async function performMergeRequestStep(
  writes: WriteFlow,
  account: string,
  { project, mergeRequest }: Pick<ChosenMergeRequest, "project" | "mergeRequest">,
  step: MergeRequestStep,
): Promise<MergeRequestStep | null> {
  const target = { id: project, merge_request_iid: mergeRequest.iid };
  const now = await readMergeRequest(account, target);
  if ("sha" in step && now.sha !== step.sha)
    throw notDone(`New commits since the dry run: its head is ${now.sha?.slice(0, 8) ?? "gone"}.`);
  if (step.kind !== "reopen" && now.state !== "opened") throw notDone("It is no longer open.");
  const update = (change: object) => writes.send(account, updateMergeRequest, { ...target, ...change });
  switch (step.kind) {
    case "approve":
      await writes.send(account, approveMergeRequest, { ...target, sha: step.sha });
      return { kind: "unapprove" };
    case "unapprove":
      await writes.send(account, unapproveMergeRequest, target);
      return null;
    case "auto-merge": {
      if (now.merge_when_pipeline_succeeds) return null;
      const input = { ...target, sha: step.sha, merge_when_pipeline_succeeds: true, auto_merge: true };
      const { state } = await writes.send(account, acceptMergeRequest, input);
      return state === "opened" ? { kind: "cancel-auto-merge" } : null;
    }
    case "cancel-auto-merge":
      await writes.send(account, cancelAutoMerge, target);
      return null;
    case "rebase":
      await rebaseAndWait(writes, account, target);
      return null;
    case "close":
      await update({ state_event: "close" });
      return { kind: "reopen" };
    case "reopen":
      if (now.state === "closed") await update({ state_event: "reopen" });
      return null;
    case "label": {
      const after = nextLabels(now.labels, step.change);
      await update({ labels: after.join(",") });
      return { kind: "label", change: revertLabels(now.labels, after) };
    }
    case "assign": {
      await update(assigneesInput(step.people));
      return { kind: "assign", people: now.assignees.map(({ id }) => id) };
    }
  }
}

/** Returns the fields for assignees: every version has that for one person, only newer ones that for several. */
const assigneesInput = (ids: readonly number[]) =>
  ids.length > 1 ? { assignee_ids: [...ids] } : { assignee_id: ids[0] ?? 0 };
