import { fetchIntoFork } from "../../git/merge-request-refs.ts";
import { rebaseCommits } from "../../git/rebase.ts";
import { branchTip } from "../../git/refs.ts";
import { perService, type ServiceStore } from "../../service-store.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import { changeMergeRequest, type MergeRequest } from "../../store/review/merge-requests.ts";
import type { User } from "../../store/users/users.ts";
import type { Caller } from "../access/access-level.ts";
import { requireCaller } from "../access/require-access.ts";
import { denialOf, refRulesOf } from "../branches/ref-permission.ts";
import { updateBranch } from "../branches/update-branch.ts";
import { projectRepository } from "../originals/original-state.ts";
import { conflict, forbidden, Refusal } from "../refusal.ts";
import type { MergeRequestInProject } from "./require-merge-request.ts";

/** Rebases that run, by merge request. One that a kill interrupts has moved the branch or has not; it is not resumed. */
class Rebases {
  readonly #running = new Map<number, Promise<void>>();

  isRunning(mergeRequestId: number): boolean {
    return this.#running.has(mergeRequestId);
  }

  start(mergeRequestId: number, work: () => Promise<void>): void {
    // The response is sent first.
    const run = new Promise((resolve) => setImmediate(resolve)).then(work);
    this.#running.set(
      mergeRequestId,
      run.finally(() => this.#running.delete(mergeRequestId)),
    );
  }

  /** Resolves once the rebases that run have ended. */
  async settle(): Promise<void> {
    await Promise.all(this.#running.values());
  }
}

/** Returns the rebases of a service that run. */
export const rebasesOf = perService(() => new Rebases());

/**
 * Begins to rebase the source branch of a merge request onto its target. A failure is its `mergeError` afterwards. Throws
 * `forbidden` where the caller may not rewrite the source branch, `wrongState` where it is not open, and `conflict` while it is being
 * rebased.
 */
export async function startRebase(
  caller: Caller,
  { project, mergeRequest }: MergeRequestInProject,
  { skipsCi }: { readonly skipsCi: boolean },
): Promise<void> {
  const { store } = caller;
  const user = requireCaller(caller);
  const { id, sourceProjectId, sourceBranch: name, state } = mergeRequest;
  const source = sourceProjectId === null ? null : findProject(store, sourceProjectId);
  if (!source || !(await branchTip(projectRepository(store, source), name)))
    throw forbidden("Source branch does not exist");
  if (denialOf(refRulesOf(store, user, source), { kind: "branch", name, change: "rewrite" }) !== null)
    throw forbidden("Cannot push to source branch");
  if (state !== "opened") throw new Refusal("wrongState", {});
  const rebases = rebasesOf(store);
  if (rebases.isRunning(id)) throw conflict("A rebase is already in progress");
  changeMergeRequest(store, id, { mergeError: null });
  rebases.start(id, async () => {
    const problem = await rebase({ store, user, source, target: project, mergeRequest, skipsCi }).catch(
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (problem !== null) changeMergeRequest(store, id, { mergeError: `Rebase failed: ${problem}` });
  });
}

interface Rebase {
  readonly store: ServiceStore;
  readonly user: User;
  readonly source: Project;
  readonly target: Project;
  readonly mergeRequest: MergeRequest;
  readonly skipsCi: boolean;
}

/** A rebase that ends because of conflicts; nothing was moved. */
class RebaseConflict extends Error {}

/** Rebases, and returns why that was not possible, null where it was. Throws what the update of the branch throws. */
async function rebase(work: Rebase): Promise<string | null> {
  const { store, user, source, target, mergeRequest, skipsCi } = work;
  const { sourceBranch: branch, targetBranch } = mergeRequest;
  const onto = await branchTip(projectRepository(store, target), targetBranch);
  if (!onto) return `${targetBranch} does not exist.`;
  const result = await updateBranch(
    { store, project: source, user },
    {
      branch,
      change: "rewrite",
      skipsCi,
      message: `rebase (helve): onto ${targetBranch}`,
      build: async ({ repository, tip }) => {
        if (tip === null) throw new RebaseConflict(`${branch} does not exist.`);
        if (source.id !== target.id)
          await fetchIntoFork(repository, projectRepository(store, target), targetBranch);
        const rebased = await rebaseCommits(repository, tip, onto, user);
        if (rebased.kind === "rebased") return rebased.tip;
        throw new RebaseConflict(
          `commit ${rebased.commit.slice(0, 8)} conflicts with ${targetBranch} in ${rebased.paths.join(", ")}.`,
        );
      },
    },
  );
  if (result.kind === "moved") return `${branch} was updated meanwhile.`;
  return result.kind === "updated" ? null : `${branch} may not be updated.`;
}
