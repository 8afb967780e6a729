import { branchTip, isRefName, resolveCommit } from "../../git/refs/refs.ts";
import { httpError } from "../../http/http-error.ts";
import { projectRepository } from "../originals/project-repository.ts";
import { refusalOf } from "./branch-refusals.ts";
import { type RefWriter, updateBranch } from "./update-branch.ts";

/**
 * Creates a branch at a branch, tag or commit and returns its tip. Throws 400 where there is such a branch or its name or
 * start cannot be used, and 403.
 */
export async function createBranchAt(writer: RefWriter, branch: string, from: string): Promise<string> {
  const repository = projectRepository(writer.store, writer.project);
  if (await branchTip(repository, branch)) throw httpError(400, "Branch already exists");
  if (!(await isRefName(repository, branch))) throw httpError(400, "Branch name is invalid");
  const result = await updateBranch(writer, {
    branch,
    change: "create",
    start: async ({ tip }) => {
      if (tip !== null) throw httpError(400, "Branch already exists");
      const start = await resolveCommit(repository, from);
      if (!start) throw httpError(400, "Invalid reference name");
      return start;
    },
    build: async ({ start }) => start,
    message: `branch: Created from ${from}`,
  });
  if (result.kind === "denied") throw refusalOf(result.denial, result.change);
  if (result.kind !== "updated" || result.tip === null) throw httpError(400, "Branch name is invalid");
  return result.tip;
}
