import { protectBranch, unprotectBranch } from "../../../shared/api/resources/branches.ts";
import { httpError, notFound } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { accessLevels } from "../store/groups/members.ts";
import {
  listProtectedBranches,
  type ProtectedBranch,
  protectBranch as protect,
  unprotectBranch as unprotect,
} from "../store/projects/protected-branches.ts";

const describeLevel = (level: number): string =>
  level === 0 ? "No one" : level <= accessLevels.developer ? "Developers + Maintainers" : "Maintainers";

const toLevels = (level: number) => [
  { access_level: level, access_level_description: describeLevel(level), user_id: null, group_id: null },
];

const toProtectedBranch = (protection: ProtectedBranch) => ({
  id: protection.id,
  name: protection.name,
  push_access_levels: toLevels(protection.pushAccessLevel),
  merge_access_levels: toLevels(protection.mergeAccessLevel),
  allow_force_push: false,
});

/** Levels that a protection may ask for. */
const levels = [0, accessLevels.developer, accessLevels.maintainer];

export const protectedBranchRoutes = [
  implement(protectBranch, (input, context) => {
    const project = context.project(input.id, "maintainer");
    const { name } = input;
    const pushAccessLevel = input.push_access_level ?? accessLevels.maintainer;
    const mergeAccessLevel = input.merge_access_level ?? accessLevels.maintainer;
    if (![pushAccessLevel, mergeAccessLevel].every((level) => levels.includes(level))) {
      throw httpError(422, { base: ["Access level is not included in the list"] });
    }
    if (listProtectedBranches(context.store, project.id).some((known) => known.name === name)) {
      throw httpError(409, `Protected branch '${name}' already exists`);
    }
    protect(context.store, project.id, { name, pushAccessLevel, mergeAccessLevel });
    const made = listProtectedBranches(context.store, project.id).find((known) => known.name === name);
    if (!made) throw new Error("the protection was not kept");
    return toProtectedBranch(made);
  }),
  implement(unprotectBranch, (input, context) => {
    const project = context.project(input.id, "maintainer");
    if (!unprotect(context.store, project.id, input.name)) throw notFound("Protected Branch");
    return undefined;
  }),
];
