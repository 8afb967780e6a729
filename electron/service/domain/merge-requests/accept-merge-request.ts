import { mergeBase } from "../../git/history/ancestry.ts";
import type { Repository } from "../../git/repository.ts";
import { commitTree } from "../../git/write/commit-tree.ts";
import { mergeTrees } from "../../git/write/merge-tree.ts";
import { httpError, unauthorized } from "../../http/http-error.ts";
import { findProject } from "../../store/projects/projects.ts";
import { latestVersion } from "../../store/review/merge-request-versions.ts";
import {
  changeMergeRequest,
  findMergeRequestById,
  type MergeRequest,
} from "../../store/review/merge-requests.ts";
import { addSystemNote } from "../../store/review/notes.ts";
import { findUser } from "../../store/users/users.ts";
import { denialOf, refRulesOf } from "../branches/ref-permission.ts";
import { notWhereCheckedOut, type RefWriter, updateBranch } from "../branches/update-branch.ts";
import { mergeRequestChanged } from "../events/merge-request-events.ts";

export interface AcceptRequest {
  /** Head of the source branch as the user has reviewed it. */
  readonly sha?: string | undefined;
  readonly squash?: boolean | undefined;
  readonly squashMessage?: string | undefined;
  readonly mergeMessage?: string | undefined;
  readonly removeSourceBranch?: boolean | undefined;
  /** Update a target that is checked out in an opened repository together with its clean work tree. */
  readonly updateWorktree?: boolean | undefined;
}

/**
 * Merges a merge request and deletes its source branch where requested. Throws 401 where the user may not merge into
 * the target, 405 where it is not open or a draft, 406 where it cannot be merged, and 409 where the source branch has
 * other commits than those reviewed.
 */
export async function acceptMergeRequest(
  writer: RefWriter,
  mergeRequest: MergeRequest,
  request: AcceptRequest,
): Promise<void> {
  const { store, project, user } = writer;
  const { id, targetBranch: branch } = mergeRequest;
  const change = { kind: "branch", name: branch, change: "merge" } as const;
  if (denialOf(refRulesOf(store, user, project), change) !== null) throw unauthorized();
  const result = await updateBranch(writer, {
    branch,
    change: "merge",
    build: async ({ repository, tip }) => {
      const current = findMergeRequestById(store, id);
      if (current?.state !== "opened" || current.wip) throw httpError(405, "405 Method Not Allowed");
      if (tip === null) throw cannotMerge();
      return buildMerge(writer, current, request, repository, tip);
    },
    record: (mergeCommitSha) => {
      const now = new Date().toISOString();
      changeMergeRequest(
        store,
        id,
        { state: "merged", mergeCommitSha, mergedById: user.id, mergedAt: now },
        now,
      );
      addSystemNote(store, mergeRequest, user.id, "merged", now);
      mergeRequestChanged.emit(store, { mergeRequestId: id, userId: user.id, action: "merge" });
    },
    message: `merge (helve): ${mergeRequest.sourceBranch}`,
    updateWorktree: request.updateWorktree,
  });
  if (result.kind !== "updated") throw cannotMerge();
  if (request.removeSourceBranch ?? mergeRequest.removeSourceBranch) await deleteSource(writer, mergeRequest);
}

const cannotMerge = () => httpError(406, "Branch cannot be merged");

/** Makes the commit that merges a source into a target and returns its hash. Throws 406 and 409. */
async function buildMerge(
  { store, project, user }: RefWriter,
  mergeRequest: MergeRequest,
  request: AcceptRequest,
  repository: Repository,
  target: string,
): Promise<string> {
  const head = latestVersion(store, mergeRequest.id)?.headSha;
  if (!head) throw cannotMerge();
  if (request.sha !== undefined && request.sha !== head) {
    throw httpError(409, `SHA does not match HEAD of source branch: ${head}`);
  }
  const base = await mergeBase(repository, [target, head]);
  const merged = base ? await mergeTrees(repository, base, target, head) : null;
  if (merged?.kind !== "tree") throw cannotMerge();
  const { title, sourceBranch, targetBranch, authorId } = mergeRequest;
  const reference = `See merge request ${project.fullPath}!${mergeRequest.iid}`;
  if (request.squash ?? mergeRequest.squash) {
    return commitTree(repository, merged.tree, [target], {
      message: request.squashMessage ?? `${title}\n\n${reference}\n`,
      author: (authorId === null ? null : findUser(store, authorId)) ?? user,
      committer: user,
    });
  }
  return commitTree(repository, merged.tree, [target, head], {
    message:
      request.mergeMessage ??
      `Merge branch '${sourceBranch}' into '${targetBranch}'\n\n${title}\n\n${reference}\n`,
    author: user,
    committer: user,
  });
}

/**
 * Deletes the source branch of a merged merge request, unless the user may not, it is checked out, or it has commits
 * that were not merged. It stays then: the merge is done either way.
 */
async function deleteSource({ store, user }: RefWriter, mergeRequest: MergeRequest): Promise<void> {
  const { sourceProjectId, sourceBranch: branch } = mergeRequest;
  const project = sourceProjectId === null ? null : findProject(store, sourceProjectId);
  const expected = latestVersion(store, mergeRequest.id)?.headSha;
  if (!project || expected === undefined) return;
  const deletion = { branch, change: "delete", expected, build: async () => null } as const;
  await updateBranch({ store, project, user }, deletion).catch(notWhereCheckedOut);
}
