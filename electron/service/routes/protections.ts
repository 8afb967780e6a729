import {
  getProtectedBranch,
  listProtectedBranches,
  protectBranch,
  unprotectBranch,
  updateProtectedBranch,
} from "../../../shared/api/resources/protected-branches.ts";
import {
  getProtectedTag,
  listProtectedTags,
  protectTag,
  unprotectTag,
} from "../../../shared/api/resources/protected-tags.ts";
import { requireProject } from "../domain/access/require-access.ts";
import {
  branchProtections,
  changeProtection,
  type ProtectionDetails,
  protect,
  requireProtection,
  unprotect,
} from "../domain/branches/protected-branches.ts";
import { mapPage, pageOf } from "../domain/paged.ts";
import {
  protectTags,
  requireTagProtection,
  type TagProtectionDetails,
  tagProtections,
  unprotectTags,
} from "../domain/tags/protected-tags.ts";
import { implement } from "../http/implement.ts";

/** Routes of protected branches and tags. */
export const protectionRoutes = [
  implement(listProtectedBranches, (input, context) => {
    const project = requireProject(context, input.id, "maintainer");
    const found = branchProtections(context.store, project, input.search);
    return mapPage(pageOf(context, found), toProtectedBranch);
  }),
  implement(getProtectedBranch, (input, context) =>
    toProtectedBranch(
      requireProtection(context.store, requireProject(context, input.id, "maintainer"), input.name),
    ),
  ),
  implement(protectBranch, (input, context) =>
    toProtectedBranch(protect(context.store, requireProject(context, input.id, "maintainer"), input)),
  ),
  implement(updateProtectedBranch, (input, context) =>
    toProtectedBranch(
      changeProtection(context.store, requireProject(context, input.id, "maintainer"), input),
    ),
  ),
  implement(unprotectBranch, (input, context) => {
    unprotect(context.store, requireProject(context, input.id, "maintainer"), input.name);
    return undefined;
  }),
  implement(listProtectedTags, (input, context) => {
    const project = requireProject(context, input.id, "maintainer");
    return mapPage(pageOf(context, tagProtections(context.store, project)), toProtectedTag);
  }),
  implement(getProtectedTag, (input, context) =>
    toProtectedTag(
      requireTagProtection(context.store, requireProject(context, input.id, "maintainer"), input.name),
    ),
  ),
  implement(protectTag, (input, context) =>
    toProtectedTag(protectTags(context.store, requireProject(context, input.id, "maintainer"), input)),
  ),
  implement(unprotectTag, (input, context) => {
    unprotectTags(context.store, requireProject(context, input.id, "maintainer"), input.name);
    return undefined;
  }),
];

const toLevels = (id: number, level: number, name: string) => [
  { id, access_level: level, access_level_description: name, user_id: null, group_id: null },
];

/** Returns a protected branch as the API represents it. */
const toProtectedBranch = ({ protection, pushLevelName, mergeLevelName }: ProtectionDetails) => ({
  id: protection.id,
  name: protection.name,
  push_access_levels: toLevels(protection.id, protection.pushAccessLevel, pushLevelName),
  merge_access_levels: toLevels(protection.id, protection.mergeAccessLevel, mergeLevelName),
  allow_force_push: protection.allowForcePush,
});

/** Returns a protected tag as the API represents it. */
const toProtectedTag = ({ protection, createLevelName }: TagProtectionDetails) => ({
  name: protection.name,
  create_access_levels: toLevels(protection.id, protection.createAccessLevel, createLevelName),
});
