import { timeNow } from "../../clock.ts";
import { countAhead, isAncestor, mergeBase } from "../../git/ancestry.ts";
import { diffTrees } from "../../git/diff-tree.ts";
import { log } from "../../git/log.ts";
import { fetchFromFork } from "../../git/merge-request-refs.ts";
import { branchTip } from "../../git/refs.ts";
import type { Repository } from "../../git/repository.ts";
import type { ServiceStore } from "../../service-store.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import { insertVersion, latestVersion, type Version } from "../../store/review/merge-request-versions.ts";
import {
  changeMergeRequest,
  clearPendingFollowUp,
  findMergeRequestById,
  type MergeRequest,
} from "../../store/review/merge-requests.ts";
import { addSystemNote } from "../../store/review/notes.ts";
import { closeByCommits } from "../events/cross-references.ts";
import { mergeRequestChanged, versionAdded } from "../events/events.ts";
import { closeIssuesOf } from "../issues/close-issues.ts";
import { isAvailable } from "../originals/original-state.ts";
import { pinVersion } from "./pin-version.ts";

/** Commits in a system note about a push. */
const maxListedCommits = 20;

/** Commits whose messages are read for the issues that they close. */
const maxReadCommits = 100;

interface FollowOptions {
  /** Time of the update; now unless given. */
  readonly at?: string;
  /** Whether its target is another one: a version compares the same head with that. */
  readonly isRetargeted?: boolean;
}

/**
 * Updates a merge request from its branches and returns it. One at a time in each target project, so that
 * no version is added twice. Merge requests of an opened repository that is missing stay as they are.
 */
export async function followMergeRequest(
  store: ServiceStore,
  { id, projectId }: Pick<MergeRequest, "id" | "projectId">,
  userId: number | null,
  { at = timeNow(store), isRetargeted = false }: FollowOptions = {},
): Promise<MergeRequest | null> {
  const target = findProject(store, projectId);
  if (!target || !(await isAvailable(store, projectId))) return findMergeRequestById(store, id);
  await store.git.open(target.repositoryPath).exclusively(async () => {
    const mergeRequest = findMergeRequestById(store, id);
    if (mergeRequest?.state === "opened") await follow(store, target, mergeRequest, userId, at, isRetargeted);
    clearPendingFollowUp(store, id);
  });
  return findMergeRequestById(store, id);
}

async function follow(
  store: ServiceStore,
  target: Project,
  mergeRequest: MergeRequest,
  userId: number | null,
  at: string,
  isRetargeted: boolean,
): Promise<void> {
  const source =
    mergeRequest.sourceProjectId === null ? null : findProject(store, mergeRequest.sourceProjectId);
  if (!source || !(await isAvailable(store, source.id))) return;
  const repository = store.git.open(target.repositoryPath);
  const sourceRepository = store.git.open(source.repositoryPath);
  const [sourceTip, targetTip] = await Promise.all([
    branchTip(sourceRepository, mergeRequest.sourceBranch),
    branchTip(repository, mergeRequest.targetBranch),
  ]);
  if (!targetTip) return;
  const before = latestVersion(store, mergeRequest.id);
  if (sourceTip && (sourceTip !== before?.headSha || isRetargeted)) {
    if (source.id !== target.id) {
      await fetchFromFork(repository, sourceRepository, mergeRequest.sourceBranch, mergeRequest.iid);
    }
    await pinVersion(store, target, mergeRequest.iid, { head: sourceTip, start: targetTip });
    await addVersion(store, target, mergeRequest, sourceTip, targetTip, before, userId, at);
  }
  const latest = latestVersion(store, mergeRequest.id);
  // A branch that never had a commit of its own, or was reset to the target, does not count as merged.
  if (latest && latest.files > 0 && (await isAncestor(repository, latest.headSha, targetTip))) {
    store.transaction(() => {
      changeMergeRequest(store, mergeRequest.id, { state: "merged", mergedById: userId, mergedAt: at }, at);
      addSystemNote(store, mergeRequest, userId, "merged", at);
      closeIssuesOf(store, target, mergeRequest, userId);
      mergeRequestChanged.emit(store, { mergeRequestId: mergeRequest.id, userId, action: "merge" });
    });
  }
}

async function addVersion(
  store: ServiceStore,
  project: Project,
  mergeRequest: MergeRequest,
  head: string,
  targetTip: string,
  before: Version | null,
  userId: number | null,
  at: string,
): Promise<void> {
  const repository = store.git.open(project.repositoryPath);
  const base = (await mergeBase(repository, [targetTip, head])) ?? targetTip;
  const merged = before !== null && (await isAncestor(repository, head, targetTip));
  // A push that merged the branch is not a new version: it would be empty.
  if (merged) return;
  const [{ total }, commits, newest] = await Promise.all([
    diffTrees(repository, base, head),
    countAhead(repository, head, base),
    log(repository, { from: head, without: base, limit: maxReadCommits }),
  ]);
  const note = before && before.headSha !== head && (await describePush(repository, before.headSha, head));
  store.transaction(() => {
    insertVersion(store, {
      mergeRequestId: mergeRequest.id,
      baseSha: base,
      startSha: targetTip,
      headSha: head,
      files: total,
      commits,
      createdAt: at,
    });
    closeByCommits(store, mergeRequest, userId, newest);
    versionAdded.emit(store, { mergeRequest, userId });
    if (!before) return;
    changeMergeRequest(store, mergeRequest.id, {}, at);
    mergeRequestChanged.emit(store, {
      mergeRequestId: mergeRequest.id,
      userId,
      action: "update",
      ...(before.headSha === head ? {} : { oldHead: before.headSha }),
    });
    if (note) addSystemNote(store, mergeRequest, userId, note, at);
  });
}

/** Returns the text of the system note about a push to a merge request's branch. */
async function describePush(repository: Repository, before: string, head: string): Promise<string> {
  if ((await repository.objects.check(before)) === null)
    return "added commits after the history was rewritten";
  const count = await countAhead(repository, head, before);
  const added = await log(repository, { from: head, without: before, limit: maxListedCommits });
  const own = added.map(({ id, message }) => `* ${id.slice(0, 8)} - ${message.split("\n", 1)[0]}`);
  const more = count > own.length ? [`* … and ${count - own.length} more`] : [];
  return [`added ${count} ${count === 1 ? "commit" : "commits"}`, "", ...own, ...more].join("\n");
}
