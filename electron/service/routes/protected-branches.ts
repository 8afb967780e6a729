import { protectBranch, unprotectBranch } from "../../../shared/api/resources/branches.ts";
import { requireProject } from "../domain/access/require-project.ts";
import { protect, unprotect } from "../domain/branches/protected-branches.ts";
import { implement } from "../http/implement.ts";
import { toProtectedBranch } from "../presenters/protected-branch.ts";

export const protectedBranchRoutes = [
  implement(protectBranch, (input, context) =>
    toProtectedBranch(protect(context.store, requireProject(context, input.id, "maintainer"), input)),
  ),
  implement(unprotectBranch, (input, context) => {
    unprotect(context.store, requireProject(context, input.id, "maintainer"), input.name);
    return undefined;
  }),
];
