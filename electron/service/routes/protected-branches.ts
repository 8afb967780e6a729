import { protectBranch, unprotectBranch } from "../../../shared/api/resources/protected-branches.ts";
import { requireProject } from "../domain/access/require-access.ts";
import { type ProtectionDetails, protect, unprotect } from "../domain/branches/protected-branches.ts";
import { implement } from "../http/implement.ts";

export const protectedBranchRoutes = [
  implement(protectBranch, (input, context) =>
    toProtectedBranch(protect(context.store, requireProject(context, input.id, "maintainer"), input)),
  ),
  implement(unprotectBranch, (input, context) => {
    unprotect(context.store, requireProject(context, input.id, "maintainer"), input.name);
    return undefined;
  }),
];

const toLevels = (level: number, name: string) => [
  { access_level: level, access_level_description: name, user_id: null, group_id: null },
];

/** Returns a protected branch as the API represents it. */
const toProtectedBranch = ({ protection, pushLevelName, mergeLevelName }: ProtectionDetails) => ({
  id: protection.id,
  name: protection.name,
  push_access_levels: toLevels(protection.pushAccessLevel, pushLevelName),
  merge_access_levels: toLevels(protection.mergeAccessLevel, mergeLevelName),
  allow_force_push: false,
});
