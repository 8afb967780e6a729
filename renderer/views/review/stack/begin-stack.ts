import { createBranch, deleteBranch, getBranch } from "../../../../shared/api/resources/branches.ts";
import type { ShortCommit } from "../../../../shared/api/resources/commit-shapes.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import {
  createMergeRequest,
  listProjectMergeRequests,
  updateMergeRequest,
} from "../../../../shared/api/resources/merge-requests.ts";
import { toProblem } from "../../../api/fetch-host.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import type { WriteFlow } from "../../../api/send-write.ts";
import type { BulkTask } from "../../../features/bulk/bulk-run.ts";
import { notDone, readMergeRequest } from "../../../features/merge-requests/rebase-and-wait.ts";

/** One write that makes a stack of a merge request's commits. */
export type BeginStep =
  | { readonly kind: "branch"; readonly branch: string; readonly sha: string }
  | {
      readonly kind: "merge-request";
      readonly source: string;
      readonly target: string;
      readonly title: string;
    }
  | {
      readonly kind: "retarget";
      readonly iid: number;
      readonly from: string;
      readonly to: string;
      readonly title: string;
    };

/** Characters of a commit's title in the name of a branch. */
const maxSlug = 40;

/** Returns a commit's title as a part of a branch's name. */
const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, maxSlug)
    .replace(/-+$/, "");

/**
 * Returns the steps that make one layer of each commit, which are oldest first: a branch and a merge request for each but the
 * last, whose layer is the merge request itself.
 */
export function planBegin(
  { iid, title, source_branch: source, target_branch: target }: MergeRequest,
  commits: readonly ShortCommit[],
): BeginStep[] {
  let below = target;
  const steps: BeginStep[] = commits.slice(0, -1).flatMap((commit, index): BeginStep[] => {
    const branch = `${source}-${index + 1}${slugOf(commit.title) ? `-${slugOf(commit.title)}` : ""}`;
    const made: BeginStep[] = [
      { kind: "branch", branch, sha: commit.id },
      { kind: "merge-request", source: branch, target: below, title: commit.title || branch },
    ];
    below = branch;
    return made;
  });
  return steps.length === 0 ? [] : [...steps, { kind: "retarget", iid, from: target, to: below, title }];
}

/** Returns the name and the text of a step in a dry run. */
export function beginStepText(step: BeginStep): { readonly name: string; readonly text: string } {
  switch (step.kind) {
    case "branch":
      return { name: step.branch, text: `Create the branch at ${step.sha.slice(0, 8)}` };
    case "merge-request":
      return { name: step.title, text: `Create a merge request: ${step.source} → ${step.target}` };
    case "retarget":
      return { name: step.title, text: `Retarget from ${step.from} to ${step.to}` };
  }
}

interface BeginRun {
  readonly account: string;
  readonly project: string;
  readonly writes: WriteFlow;
}

/** Returns the task of a run that carries out a step. */
export const beginTask = (run: BeginRun, step: BeginStep, index: number): BulkTask => ({
  key: index,
  id: step.kind === "retarget" ? step.iid : null,
  sign: "!",
  ...beginStepText(step),
  perform: () => performBeginStep(run, step, index),
});

/** Carries out a step, unless it was before, and returns the task that undoes it; null where there is none. Throws what went wrong. */
async function performBeginStep(run: BeginRun, step: BeginStep, index: number): Promise<BulkTask | null> {
  const { account, project, writes } = run;
  const undo = (text: string, write: () => Promise<unknown>): BulkTask => ({
    ...beginTask(run, step, index),
    text,
    async perform() {
      await write();
      return null;
    },
  });
  switch (step.kind) {
    case "branch": {
      const { branch, sha } = step;
      const tip = await tipOf(account, project, branch);
      if (tip === sha) return null;
      if (tip !== null) throw notDone(`The branch ${branch} exists already, at ${tip.slice(0, 8)}.`);
      await writes.send(account, createBranch, { id: project, branch, ref: sha });
      return undo("Delete the branch", () => writes.send(account, deleteBranch, { id: project, branch }));
    }
    case "merge-request": {
      const { source, target, title } = step;
      const filter = {
        id: project,
        source_branch: source,
        target_branch: target,
        state: "opened",
        scope: "all",
      } as const;
      const [known] = await fetchOperation(account, listProjectMergeRequests, filter);
      if (known) return null;
      const input = { id: project, source_branch: source, target_branch: target, title };
      const { iid } = await writes.send(account, createMergeRequest, input);
      return undo(`Close !${iid}`, () =>
        writes.send(account, updateMergeRequest, {
          id: project,
          merge_request_iid: iid,
          state_event: "close",
        }),
      );
    }
    case "retarget": {
      const target = { id: project, merge_request_iid: step.iid };
      const now = await readMergeRequest(account, target);
      if (now.state !== "opened") throw notDone("It is no longer open.");
      if (now.target_branch === step.to) return null;
      if (now.target_branch !== step.from) throw notDone(`Its target is ${now.target_branch} meanwhile.`);
      await writes.send(account, updateMergeRequest, { ...target, target_branch: step.to });
      return undo(`Retarget to ${step.from}`, () =>
        writes.send(account, updateMergeRequest, { ...target, target_branch: step.from }),
      );
    }
  }
}

/** Returns the hash of a branch's last commit; null where there is no such branch. */
async function tipOf(account: string, project: string, branch: string): Promise<string | null> {
  try {
    return (await fetchOperation(account, getBranch, { id: project, branch })).commit?.id ?? null;
  } catch (error) {
    if (toProblem(error).code === "not_found") return null;
    throw error;
  }
}
