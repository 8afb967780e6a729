import { countAheadBehind } from "../../git/history/ahead-behind.ts";
import type { Project } from "../../store/projects/projects.ts";
import { listLatestVersions } from "../../store/review/merge-request-versions.ts";
import { listMergeRequestsOf, type MergeRequest } from "../../store/review/merge-requests.ts";
import type { Store } from "../../store/store.ts";
import { projectRepository } from "../originals/project-repository.ts";

/**
 * Returns the merge requests of a project whose changes have a commit, and those that were merged by it, newest first. One
 * walk of git compares all of them. `signal` ends it.
 */
export async function mergeRequestsOfCommit(
  store: Store,
  project: Project,
  commit: string,
  signal: AbortSignal,
): Promise<MergeRequest[]> {
  const versions = listLatestVersions(store, project.id);
  const tips = versions.flatMap(({ baseSha, headSha }) => [baseSha, headSha]);
  const compared = await countAheadBehind(projectRepository(store, project), tips, commit, signal);
  const has = (tip: string) => compared.get(tip)?.behind === 0;
  const changed = new Set(
    versions
      .filter(({ baseSha, headSha }) => has(headSha) && !has(baseSha))
      .map(({ mergeRequestId }) => mergeRequestId),
  );
  return listMergeRequestsOf(store, project.id).filter(
    ({ id, mergeCommitSha }) => changed.has(id) || mergeCommitSha === commit,
  );
}
