import { cherryPickCommit, revertCommit } from "../../../shared/api/resources/commits.ts";
import { requirePush } from "../domain/access/require-access.ts";
import { applyToBranch } from "../domain/branches/commit-to-branch.ts";
import { describeCommit, requireCommit } from "../domain/repository/read-commits.ts";
import { type Context, implement } from "../http/implement.ts";
import { toSingleCommit } from "../presenters/commit.ts";

interface Input {
  readonly id: string | number;
  readonly sha: string;
  readonly branch: string;
  readonly update_worktree?: boolean;
}

async function apply(context: Context, verb: "cherry-pick" | "revert", input: Input) {
  const writer = requirePush(context, input.id);
  const commit = await requireCommit(writer.store, writer.project, input.sha);
  const { branch, update_worktree: updateWorktree = false } = input;
  const tip = await applyToBranch(writer, verb, { branch, commit, updateWorktree });
  const options = { withStats: true, signal: context.request.signal };
  return toSingleCommit(
    context,
    writer.project,
    await describeCommit(writer.store, writer.project, tip, options),
  );
}

export const cherryPickRevertRoutes = [
  implement(cherryPickCommit, (input, context) => apply(context, "cherry-pick", input)),
  implement(revertCommit, (input, context) => apply(context, "revert", input)),
];
