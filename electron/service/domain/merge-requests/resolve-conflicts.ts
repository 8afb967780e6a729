import type { ResolvedFile } from "../../../../shared/api/resources/merge-request-changes.ts";
import { mergeBase } from "../../git/history/ancestry.ts";
import { treeOfCommit } from "../../git/objects/tree-of-commit.ts";
import { resolveCommit } from "../../git/refs/refs.ts";
import type { Repository } from "../../git/repository.ts";
import { isAncestor } from "../../git/rev-list.ts";
import { commitActions } from "../../git/write/commit-actions.ts";
import { commitTree } from "../../git/write/commit-tree.ts";
import { mergeTrees } from "../../git/write/merge-tree.ts";
import { httpError } from "../../http/http-error.ts";
import type { MergeRequest } from "../../store/review/merge-requests.ts";
import { requireUpdated } from "../branches/branch-refusals.ts";
import { type RefWriter, updateBranch } from "../branches/update-branch.ts";

interface ConflictResolution {
  /** Heads of both branches as they were read. */
  readonly sourceSha: string;
  readonly targetSha: string;
  readonly message: string;
  readonly files: readonly ResolvedFile[];
}

/**
 * Merges the target branch into the source branch of a merge request, with conflicting files as they were resolved, and
 * returns the hash of the merge commit. Throws 403 where the user may not push, 405 where the merge request is not open,
 * 409 where the source branch has other commits, and 400 where a conflict is left or the branches are in two projects.
 */
export async function resolveConflicts(
  writer: RefWriter,
  mergeRequest: MergeRequest,
  { sourceSha, targetSha, message, files }: ConflictResolution,
): Promise<string> {
  const { project, user } = writer;
  const { sourceBranch: branch } = mergeRequest;
  if (mergeRequest.state !== "opened") throw httpError(405, "405 Method Not Allowed");
  if (mergeRequest.sourceProjectId !== project.id)
    throw httpError(400, "Conflicts with a fork cannot be resolved here");
  const result = await updateBranch(writer, {
    branch,
    build: async ({ repository, tip }) => {
      if (tip !== sourceSha) throw httpError(409, `SHA does not match HEAD of source branch: ${tip}`);
      const target = await resolveCommit(repository, targetSha);
      if (!target || !(await isAncestor(repository, target, `refs/heads/${mergeRequest.targetBranch}`)))
        throw httpError(400, "target_sha is not a commit of the target branch");
      const tree = await mergedTree(repository, sourceSha, target, files);
      return commitTree(repository, tree, [sourceSha, target], { message, author: user, committer: user });
    },
    message: `merge (helve): ${mergeRequest.targetBranch}`,
  });
  return requireUpdated(result, branch);
}

/** Returns the tree of a merge with its conflicting files replaced. Throws 400 where a conflict is left. */
async function mergedTree(
  repository: Repository,
  source: string,
  target: string,
  files: readonly ResolvedFile[],
): Promise<string> {
  const base = await mergeBase(repository, [source, target]);
  if (!base) throw httpError(400, "The branches have no commit in common");
  const merged = await mergeTrees(repository, base, source, target);
  const left = merged.kind === "tree" ? [] : merged.paths;
  const resolved = new Set(files.map(({ path }) => path));
  const open = left.filter((path) => !resolved.has(path));
  if (open.length > 0) throw httpError(400, `Unresolved conflicts: ${[...new Set(open)].join(", ")}`);
  // The files are written to the tree with conflict markers; the commit itself is discarded.
  const nobody = { message: "resolve", author: helve, committer: helve };
  const marked = await commitTree(repository, merged.tree, [], nobody);
  const actions = await Promise.all(
    files.map(async ({ path, content, encoding }) => {
      const isThere = (await repository.objects.check(`${marked}:${path}`)) !== null;
      if (content === null) return isThere ? [{ action: "delete" as const, file_path: path }] : [];
      const action = isThere ? ("update" as const) : ("create" as const);
      return [{ action, file_path: path, content, encoding }];
    }),
  );
  const commit = await commitActions(repository, { ...nobody, parent: marked, actions: actions.flat() });
  return treeOfCommit(repository, commit);
}

const helve = { name: "helve", email: "helve@localhost" };
