import { cherryPickCommit, revertCommit } from "../../../shared/api/resources/commits.ts";
import { requireReadableProject } from "../domain/access/require-readable-project.ts";
import { buildOnBranch } from "../domain/branches/build-on-branch.ts";
import { readCommit } from "../git/history/commits.ts";
import { emptyTreeOf } from "../git/objects/empty-tree.ts";
import { commitTree } from "../git/write/commit-tree.ts";
import { mergeTrees, treeOf } from "../git/write/merge-tree.ts";
import { httpError } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { requireCommit, toSingleCommit } from "./commits.ts";

/** What real services say when a commit cannot be applied, whether for a conflict or because nothing would change. */
const cannot = (verb: "cherry-pick" | "revert") => {
  const done = verb === "revert" ? "reverted" : "cherry-picked";
  return httpError(
    400,
    `Sorry, we cannot ${verb} this commit automatically. This commit may already have been ${done}, or a more recent commit may have updated some of its content.`,
  );
};

export const cherryPickRevertRoutes = [
  implement(cherryPickCommit, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    context.project(input.id, "developer");
    const sha = await requireCommit(context, project, input.sha);
    const made = await buildOnBranch(
      context,
      project,
      input.branch,
      async ({ repository, tip, user }) => {
        const picked = await readCommit(repository, sha);
        const merged = await mergeTrees(
          repository,
          picked.parents[0] ?? (await emptyTreeOf(repository.folder)),
          tip,
          sha,
        );
        if (merged.kind === "conflict" || merged.tree === (await treeOf(repository, tip))) {
          throw cannot("cherry-pick");
        }
        return commitTree(repository, merged.tree, [tip], {
          message: `${picked.message.trimEnd()}\n\n(cherry picked from commit ${sha})\n`,
          author: { name: picked.authorName, email: picked.authorEmail },
          committer: user,
        });
      },
      input.update_worktree,
    );
    return toSingleCommit(context, project, made, true);
  }),
  implement(revertCommit, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    context.project(input.id, "developer");
    const sha = await requireCommit(context, project, input.sha);
    const made = await buildOnBranch(
      context,
      project,
      input.branch,
      async ({ repository, tip, user }) => {
        const undone = await readCommit(repository, sha);
        const merged = await mergeTrees(
          repository,
          sha,
          tip,
          undone.parents[0] ?? (await emptyTreeOf(repository.folder)),
        );
        if (merged.kind === "conflict" || merged.tree === (await treeOf(repository, tip)))
          throw cannot("revert");
        const title = undone.message.split("\n", 1)[0] ?? "";
        return commitTree(repository, merged.tree, [tip], {
          message: `Revert "${title}"\n\nThis reverts commit ${sha}\n`,
          author: user,
          committer: user,
        });
      },
      input.update_worktree,
    );
    return toSingleCommit(context, project, made, true);
  }),
];
