import { mergedInto } from "../../git/history/ancestry.ts";
import { branchTip, listRefs } from "../../git/refs/refs.ts";
import { httpError, notFound } from "../../http/http-error.ts";
import type { Project } from "../../store/projects/projects.ts";
import { openMergeRequests } from "../../store/review/merge-requests.ts";
import type { Store } from "../../store/store.ts";
import { refusalOf } from "./branch-refusals.ts";
import { deleteBranches, type RefWriter, updateBranch } from "./update-branch.ts";

/** Deletes a branch. Throws 404, 403, and 400 where git or another process updated it meanwhile. */
export async function deleteBranchNamed(writer: RefWriter, branch: string): Promise<void> {
  const result = await updateBranch(writer, { branch, change: "delete", build: async () => null });
  if (result.kind === "missing") throw notFound("Branch");
  if (result.kind === "denied") throw refusalOf(result.denial, result.change);
  if (result.kind === "moved") throw httpError(400, "The branch has moved. Please refresh and try again.");
}

/**
 * Deletes the branches that are merged into the default branch, but for those of open merge requests. A branch at the
 * tip of the default branch stays: it has no commits yet.
 */
export async function deleteMerged(writer: RefWriter): Promise<void> {
  const { store, project } = writer;
  const { defaultBranch } = project;
  if (defaultBranch === null) return;
  const reviewed = branchesInReview(store, project);
  await deleteBranches(writer, async (repository) => {
    const main = await branchTip(repository, defaultBranch);
    if (main === null) return [];
    const all = await listRefs(repository, "heads");
    const tips = all.map(({ commit }) => commit).filter((commit) => commit !== main);
    const merged = await mergedInto(repository, tips, main);
    return all.filter(({ name, commit }) => merged.has(commit) && !reviewed.has(name));
  });
}

/** Returns the branches of a project that are source or target of an open merge request. */
const branchesInReview = (store: Store, project: Project): ReadonlySet<string> =>
  new Set(
    openMergeRequests(store, project.id).flatMap((mergeRequest) => [
      ...(mergeRequest.sourceProjectId === project.id ? [mergeRequest.sourceBranch] : []),
      ...(mergeRequest.projectId === project.id ? [mergeRequest.targetBranch] : []),
    ]),
  );
