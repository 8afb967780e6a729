import { updateSubmodule } from "../../../shared/api/resources/submodules.ts";
import { requirePush } from "../domain/access/require-access.ts";
import { updateSubmoduleCommit } from "../domain/branches/commit-to-branch.ts";
import { describeCommit } from "../domain/repository/read-commits.ts";
import { implement } from "../http/implement.ts";
import { toSingleCommit } from "../presenters/commit.ts";

export const submoduleRoutes = [
  implement(updateSubmodule, async (input, context) => {
    const writer = requirePush(context, input.id);
    const tip = await updateSubmoduleCommit(writer, {
      branch: input.branch,
      path: input.submodule,
      commit: input.commit_sha,
      message: input.commit_message,
      updateWorktree: input.update_worktree ?? false,
    });
    const options = { withStats: true, signal: context.request.signal };
    return toSingleCommit(
      context,
      writer.project,
      await describeCommit(writer.store, writer.project, tip, options),
    );
  }),
];
