import { updateSubmodule } from "../../../shared/api/resources/submodules.ts";
import { requireReadableProject } from "../domain/access/require-readable-project.ts";
import { buildOnBranch } from "../domain/branches/build-on-branch.ts";
import { readEntry } from "../git/objects/trees.ts";
import { withTemporaryFolder } from "../git/temporary-folder.ts";
import { commitTree } from "../git/write/commit-tree.ts";
import { treeOf } from "../git/write/merge-tree.ts";
import { writeTree } from "../git/write/write-tree.ts";
import { httpError } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { toSingleCommit } from "./commits.ts";

export const submoduleRoutes = [
  implement(updateSubmodule, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    context.project(input.id, "developer");
    const path = input.submodule;
    if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(input.commit_sha))
      throw httpError(400, "commit_sha is invalid");
    const made = await buildOnBranch(
      context,
      project,
      input.branch,
      async ({ repository, tip, user }) => {
        const entry = await readEntry(repository, tip, path);
        if (entry?.type !== "commit") throw httpError(400, "Invalid submodule path");
        if (entry.id === input.commit_sha) {
          throw httpError(400, `The submodule ${path} is already at ${input.commit_sha}`);
        }
        const change = new Map([[path, { mode: "160000", id: input.commit_sha }]]);
        const before = await treeOf(repository, tip);
        const tree = await withTemporaryFolder(repository, (folder) =>
          writeTree(repository, before, change, folder),
        );
        return commitTree(repository, tree, [tip], {
          message: input.commit_message || `Update submodule ${path} with oid ${input.commit_sha}`,
          author: user,
          committer: user,
        });
      },
      input.update_worktree,
    );
    return toSingleCommit(context, project, made, true);
  }),
];
