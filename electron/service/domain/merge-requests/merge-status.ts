import { Cache } from "../../git/cache.ts";
import { mergeBase } from "../../git/history/ancestry.ts";
import { ifMissing } from "../../git/objects/missing-object.ts";
import { historyScope } from "../../git/originals/history-scope.ts";
import { branchTip } from "../../git/refs/refs.ts";
import { openRepository, type Repository } from "../../git/repository.ts";
import { mergeTrees } from "../../git/write/merge-tree.ts";
import type { Project } from "../../store/projects/projects.ts";
import { latestVersion } from "../../store/review/merge-request-versions.ts";
import type { MergeRequest } from "../../store/review/merge-requests.ts";
import type { Store } from "../../store/store.ts";
import { isAvailable } from "../originals/original-state.ts";

const checked = new Cache<"can_be_merged" | "cannot_be_merged">(10_000);

/**
 * Returns whether a merge request can be merged. `now: false` returns the cached status, else `unchecked`: a list does
 * not try every one. `signal` ends git.
 */
export async function mergeStatus(
  store: Store,
  project: Project,
  mergeRequest: MergeRequest,
  now: boolean,
  signal?: AbortSignal,
): Promise<"can_be_merged" | "cannot_be_merged" | "unchecked"> {
  if (mergeRequest.state !== "opened") return "can_be_merged";
  if (!(await isAvailable(store, project.id))) return "unchecked";
  const repository = openRepository(project.repositoryPath);
  const head = latestVersion(store, mergeRequest.id)?.headSha;
  const into = await branchTip(repository, mergeRequest.targetBranch);
  if (!head || !into) return "cannot_be_merged";
  const key = `${repository.folder} ${historyScope(repository.folder)} ${head} ${into}`;
  const known = checked.get(key);
  if (known || !now) return known ?? "unchecked";
  // The merge itself fails with the reason where commits or files are missing.
  const mergeable = await isMergeable(repository, into, head, signal).catch(ifMissing(false));
  const status = mergeable ? "can_be_merged" : "cannot_be_merged";
  checked.set(key, status);
  return status;
}

async function isMergeable(
  repository: Repository,
  into: string,
  head: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const base = await mergeBase(repository, [into, head], signal);
  return base !== null && (await mergeTrees(repository, base, into, head, signal)).kind === "tree";
}
