import { updateSubmodule } from "../../../shared/api/resources/submodules.ts";
import { requirePush } from "../domain/access/require-project.ts";
import { updateSubmoduleCommit } from "../domain/branches/update-submodule.ts";
import { implement } from "../http/implement.ts";
import { toSingleCommit } from "./commits.ts";

export const submoduleRoutes = [
  implement(updateSubmodule, async (input, context) => {
    const writer = requirePush(context, input.id);
    const tip = await updateSubmoduleCommit(writer, {
      branch: input.branch,
      path: input.submodule,
      commit: input.commit_sha,
      message: input.commit_message,
      updateWorktree: input.update_worktree,
    });
    return toSingleCommit(context, writer.project, tip, true);
  }),
];
