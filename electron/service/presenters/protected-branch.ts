import type { ProtectionDetails } from "../domain/branches/protected-branches.ts";

const toLevels = (level: number, name: string) => [
  { access_level: level, access_level_description: name, user_id: null, group_id: null },
];

/** Returns a protected branch as the API represents it. */
export const toProtectedBranch = ({ protection, pushLevelName, mergeLevelName }: ProtectionDetails) => ({
  id: protection.id,
  name: protection.name,
  push_access_levels: toLevels(protection.pushAccessLevel, pushLevelName),
  merge_access_levels: toLevels(protection.mergeAccessLevel, mergeLevelName),
  allow_force_push: false,
});
