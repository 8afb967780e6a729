import { readEntry } from "../../git/objects/trees.ts";
import { commitFile } from "../../git/write/commit-actions.ts";
import { httpError, notFound } from "../../http/http-error.ts";
import { requireUpdated } from "./branch-refusals.ts";
import { type RefWriter, updateBranch } from "./update-branch.ts";

export interface SubmoduleUpdate {
  readonly branch: string;
  readonly path: string;
  /** Full hash of the submodule's commit. */
  readonly commit: string;
  readonly message?: string | undefined;
  /** Update a branch that is checked out in an opened repository together with its clean work tree. */
  readonly updateWorktree?: boolean | undefined;
}

/** Commits another commit of a submodule to a branch and returns the new tip. Throws 400 where there is nothing to do. */
export async function updateSubmoduleCommit(
  writer: RefWriter,
  { branch, path, commit, message, updateWorktree }: SubmoduleUpdate,
): Promise<string> {
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(commit)) throw httpError(400, "commit_sha is invalid");
  const { user } = writer;
  const result = await updateBranch(writer, {
    branch,
    build: async ({ repository, tip }) => {
      if (tip === null) throw notFound("Branch");
      const entry = await readEntry(repository, tip, path);
      if (entry?.type !== "commit") throw httpError(400, "Invalid submodule path");
      if (entry.id === commit) throw httpError(400, `The submodule ${path} is already at ${commit}`);
      return commitFile(
        repository,
        tip,
        path,
        { mode: "160000", content: { id: commit } },
        {
          message: message || `Update submodule ${path} with oid ${commit}`,
          author: user,
          committer: user,
        },
      );
    },
    message: "commit (helve)",
    updateWorktree,
  });
  return requireUpdated(result, branch);
}
