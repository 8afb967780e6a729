import { branchTip } from "../../git/refs/refs.ts";
import type { Repository } from "../../git/repository.ts";
import { httpError, notFound } from "../../http/http-error.ts";
import type { Context } from "../../http/implement.ts";
import { type Project, touchProject } from "../../store/projects/projects.ts";
import type { User } from "../../store/users/users.ts";
import { moveRefs } from "./move-refs.ts";
import { requireRefChange } from "./require-ref-change.ts";

/** What is at hand while a commit is made upon a branch. */
export interface BranchWork {
  readonly repository: Repository;
  readonly tip: string;
  readonly user: User;
}

/** Makes a commit upon a branch that exists and moves the branch to it, one writer at a time. Answers its hash. */
export function buildOnBranch(
  context: Context,
  project: Project,
  branch: string,
  make: (work: BranchWork) => Promise<string>,
  updateWorktree = false,
): Promise<string> {
  const { user } = context;
  if (!user) throw httpError(401, "401 Unauthorized");
  const repository = context.repository(project);
  return repository.exclusively(async () => {
    const tip = await branchTip(repository, branch);
    if (!tip) throw notFound("Branch");
    requireRefChange(context, project, { kind: "branch", name: branch, change: "write" });
    const made = await make({ repository, tip, user });
    const update = { ref: `refs/heads/${branch}`, before: tip, after: made };
    if (
      !(await moveRefs(context.store, project, [update], { user, updateWorktree, message: "commit (helve)" }))
    ) {
      throw httpError(400, `Could not update refs/heads/${branch}. Please refresh and try again.`);
    }
    touchProject(context.store, project);
    return made;
  });
}
