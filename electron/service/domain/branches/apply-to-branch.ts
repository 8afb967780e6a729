import { readCommit } from "../../git/history/commits.ts";
import { emptyTreeOf } from "../../git/objects/empty-tree.ts";
import { treeOfCommit } from "../../git/objects/tree-of-commit.ts";
import { commitTree } from "../../git/write/commit-tree.ts";
import { mergeTrees } from "../../git/write/merge-tree.ts";
import { httpError, notFound } from "../../http/http-error.ts";
import { requireUpdated } from "./branch-refusals.ts";
import { type RefWriter, updateBranch } from "./update-branch.ts";

export interface ApplyRequest {
  readonly branch: string;
  /** Commit to apply; of a merge, its changes against the first parent. */
  readonly commit: string;
  /** Update a branch that is checked out in an opened repository together with its clean work tree. */
  readonly updateWorktree?: boolean | undefined;
}

/**
 * Applies a commit to a branch, or reverts it there, as a new commit, and returns its hash. Throws 400 where that
 * conflicts or would change nothing.
 */
export async function applyToBranch(
  writer: RefWriter,
  verb: "cherry-pick" | "revert",
  { branch, commit, updateWorktree }: ApplyRequest,
): Promise<string> {
  const { user } = writer;
  const result = await updateBranch(writer, {
    branch,
    build: async ({ repository, tip }) => {
      if (tip === null) throw notFound("Branch");
      const applied = await readCommit(repository, commit);
      const parent = applied.parents[0] ?? (await emptyTreeOf(repository.folder));
      const [base, theirs] = verb === "revert" ? [commit, parent] : [parent, commit];
      const merged = await mergeTrees(repository, base, tip, theirs);
      if (merged.kind === "conflict" || merged.tree === (await treeOfCommit(repository, tip)))
        throw cannot(verb);
      const author = verb === "revert" ? user : { name: applied.authorName, email: applied.authorEmail };
      const message = messageOf(verb, applied.message, commit);
      return commitTree(repository, merged.tree, [tip], { message, author, committer: user });
    },
    message: "commit (helve)",
    updateWorktree,
  });
  return requireUpdated(result, branch);
}

const messageOf = (verb: "cherry-pick" | "revert", message: string, commit: string): string =>
  verb === "revert"
    ? `Revert "${message.split("\n", 1)[0] ?? ""}"\n\nThis reverts commit ${commit}\n`
    : `${message.trimEnd()}\n\n(cherry picked from commit ${commit})\n`;

/** Text of other services for a conflict, and for a commit that would change nothing. */
const cannot = (verb: "cherry-pick" | "revert") => {
  const done = verb === "revert" ? "reverted" : "cherry-picked";
  return httpError(
    400,
    `Sorry, we cannot ${verb} this commit automatically. This commit may already have been ${done}, or a more recent commit may have updated some of its content.`,
  );
};
