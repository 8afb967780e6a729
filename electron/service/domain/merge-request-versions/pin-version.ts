import { copyCommits } from "../../git/carry-objects.ts";
import { pinHead, pinRef, unpinHeads } from "../../git/merge-request-refs.ts";
import { noObject } from "../../git/refs.ts";
import { updateRefs } from "../../git/update-refs.ts";
import type { ServiceStore } from "../../service-store.ts";
import { findOriginal } from "../../store/projects/originals.ts";
import type { Project } from "../../store/projects/projects.ts";
import { listPinnedCommits, listVersions } from "../../store/review/merge-request-versions.ts";
import type { MergeRequest } from "../../store/review/merge-requests.ts";
import { moveRefs } from "../originals/move-refs.ts";
import { isReadOnly } from "../originals/original-state.ts";

/**
 * Pins the commits of a merge request's version: they stay when its branches are rebased or deleted. In an original they
 * are pinned by refs below `refs/helve/`, which its `gc`, `repack` and `prune` respect; where it is read-only, the
 * commits that only the merge request has are copied into Helve's own folder.
 */
export async function pinVersion(
  store: ServiceStore,
  project: Project,
  iid: number,
  { head, start }: { readonly head: string; readonly start: string },
): Promise<void> {
  const repository = store.git.open(project.repositoryPath);
  const original = findOriginal(store, project.id);
  if (!original) return pinHead(repository, iid, head);
  if (await isReadOnly(store, original)) {
    // The objects of a bundle are Helve's own already.
    if (original.kind !== "bundle") await copyCommits(repository, head, start);
    return pinHead(repository, iid, head);
  }
  const { objects } = repository;
  const updates = [];
  for (const id of new Set([head, start])) {
    const ref = pinRef(id);
    if ((await objects.check(ref)) === null) updates.push({ ref, before: noObject, after: id });
  }
  // None where another project of the same original has pinned them.
  if (updates.length > 0) await moveRefs(store, project, updates);
  const own = `refs/merge-requests/${iid}/head`;
  const before = (await objects.check(own))?.id ?? noObject;
  if (before !== head) await updateRefs(repository, [{ ref: own, before, after: head }]);
}

/**
 * Calls `remove`, which deletes the row of a merge request, and removes the refs of its versions: commits that only a
 * fork has would stay in the target without anything that says whose they are. Those of an original stay with it.
 */
export async function unpinAfter(
  store: ServiceStore,
  project: Project,
  { id, iid }: MergeRequest,
  remove: () => void,
): Promise<void> {
  const heads = listVersions(store, id).map(({ headSha }) => headSha);
  remove();
  if (project.origin !== null) return;
  const pinned = new Set(listPinnedCommits(store, project.id));
  const lost = heads.filter((head) => !pinned.has(head));
  await unpinHeads(store.git.open(project.repositoryPath), iid, [...new Set(lost)]);
}
