import { diffTrees } from "../../git/diff/diffs.ts";
import { mergeBase } from "../../git/history/ancestry.ts";
import { log } from "../../git/history/commits.ts";
import { countAhead, isAncestor } from "../../git/history/rev-list.ts";
import { fetchFromFork } from "../../git/refs/merge-request-refs.ts";
import { branchTip } from "../../git/refs/refs.ts";
import { openRepository } from "../../git/repository.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import { insertVersion, latestVersion, type Version } from "../../store/review/merge-request-versions.ts";
import {
  changeMergeRequest,
  findMergeRequest,
  type MergeRequest,
  openMergeRequests,
} from "../../store/review/merge-requests.ts";
import { insertNote } from "../../store/review/notes.ts";
import type { Store } from "../../store/store.ts";
import { isAvailable } from "../originals/original-state.ts";
import { keepVersion } from "./keep-version.ts";
import { emitMergeRequestChanged, emitVersionAdded } from "./merge-request-events.ts";

/** Commits that a note about a push lists. */
const mostListed = 20;

/**
 * Looks at every open merge request of a project after its branches may have moved: a new tip of a source branch is a
 * new version, and a source that its target now holds is merged. `userId` is who moved them; `moved` names the branches
 * that may have moved, all of them unless given.
 */
export async function followBranches(
  store: Store,
  project: Project,
  userId: number | null,
  moved?: ReadonlySet<string>,
): Promise<void> {
  for (const mergeRequest of openMergeRequests(store, project.id)) {
    const { sourceBranch, targetBranch } = mergeRequest;
    if (moved && !moved.has(sourceBranch) && !moved.has(targetBranch)) continue;
    await followBranch(store, mergeRequest, userId);
  }
}

/** Brings one merge request up to its branches. Answers it as it is then. */
export async function followBranch(
  store: Store,
  mergeRequest: MergeRequest,
  userId: number | null,
  at = new Date().toISOString(),
): Promise<MergeRequest> {
  const target = findProject(store, mergeRequest.projectId);
  const source =
    mergeRequest.sourceProjectId === null ? null : findProject(store, mergeRequest.sourceProjectId);
  if (!target || !source || mergeRequest.state !== "opened") return mergeRequest;
  // Of an original that is away nothing can be said.
  if (!isAvailable(store, target.id) || !isAvailable(store, source.id)) return mergeRequest;
  const repository = openRepository(target.repositoryPath);
  const fork = openRepository(source.repositoryPath);
  const [tip, into] = await Promise.all([
    branchTip(fork, mergeRequest.sourceBranch),
    branchTip(repository, mergeRequest.targetBranch),
  ]);
  if (!into) return mergeRequest;
  const before = latestVersion(store, mergeRequest.id);
  if (tip && tip !== before?.headSha) {
    if (source.id !== target.id) {
      await fetchFromFork(repository, fork, mergeRequest.sourceBranch, mergeRequest.iid);
    }
    await keepVersion(store, target, mergeRequest.iid, { head: tip, start: into });
    await addVersion(store, target, mergeRequest, tip, into, before, userId, at);
  }
  const head = tip ?? before?.headSha;
  const brought = latestVersion(store, mergeRequest.id);
  // What brought nothing from the start was not merged by standing still.
  if (head && brought && brought.files > 0 && (await isAncestor(repository, head, into))) {
    changeMergeRequest(store, mergeRequest.id, { state: "merged", mergedById: userId, mergedAt: at }, at);
    note(store, mergeRequest, userId, "merged", at);
    emitMergeRequestChanged(store, { mergeRequestId: mergeRequest.id, userId, action: "merge" });
  }
  return findMergeRequest(store, target.id, mergeRequest.iid) ?? mergeRequest;
}

async function addVersion(
  store: Store,
  project: Project,
  mergeRequest: MergeRequest,
  head: string,
  into: string,
  before: Version | null,
  userId: number | null,
  at: string,
): Promise<void> {
  const repository = openRepository(project.repositoryPath);
  const base = (await mergeBase(repository, [into, head])) ?? into;
  const merged = before !== null && (await isAncestor(repository, head, into));
  // A push that merged the branch by itself is no new version: it would bring nothing.
  if (merged) return;
  const { total } = await diffTrees(repository, base, head);
  insertVersion(store, {
    mergeRequestId: mergeRequest.id,
    baseSha: base,
    startSha: into,
    headSha: head,
    files: total,
    createdAt: at,
  });
  emitVersionAdded(store, { mergeRequest, userId });
  if (!before) return;
  changeMergeRequest(store, mergeRequest.id, {}, at);
  emitMergeRequestChanged(store, {
    mergeRequestId: mergeRequest.id,
    userId,
    action: "update",
    oldHead: before.headSha,
  });
  const count = await countAhead(repository, head, before.headSha);
  const commits = await log(repository, { from: head, without: before.headSha, limit: mostListed });
  const own = commits.map(({ id, message }) => `* ${id.slice(0, 8)} - ${message.split("\n", 1)[0]}`);
  const more = count > own.length ? [`* … and ${count - own.length} more`] : [];
  note(
    store,
    mergeRequest,
    userId,
    [`added ${count} ${count === 1 ? "commit" : "commits"}`, "", ...own, ...more].join("\n"),
    at,
  );
}

/** What the service itself notes of a merge request. */
export function note(
  store: Store,
  mergeRequest: Pick<MergeRequest, "id">,
  userId: number | null,
  body: string,
  at?: string,
): void {
  insertNote(store, {
    parentType: "MergeRequest",
    parentId: mergeRequest.id,
    authorId: userId,
    body,
    system: true,
    ...(at ? { createdAt: at } : {}),
  });
}
