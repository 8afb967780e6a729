import { accessLevels } from "../../../../../shared/api/contract/access-levels.ts";
import type { ProtectedBranch } from "../../../../../shared/api/resources/protected-branches.ts";

/** Levels that a branch or tag is protected with. */
export const protectionLevels = [
  { value: String(accessLevels.maintainer), label: "Maintainers" },
  { value: String(accessLevels.developer), label: "Developers and maintainers" },
  { value: "0", label: "No one" },
] as const;

export type ProtectionLevel = (typeof protectionLevels)[number]["value"];

/** Returns who has the levels of a rule, in words: services of paid tiers also name people and groups. */
export function levelsText(levels: ProtectedBranch["push_access_levels"]): string {
  const texts = levels.map(({ access_level, access_level_description }) => {
    const known = protectionLevels.find(({ value }) => value === String(access_level));
    return known?.label ?? (access_level_description || `Level ${access_level}`);
  });
  return [...new Set(texts)].join(", ") || "No one";
}

/** Returns why a name cannot be that of a rule; undefined where it can. */
export function ruleNameProblem(name: string): string | undefined {
  if (/[\s~^:?[\\]|\.\.|@\{/.test(name)) return "A name has no spaces and none of ~ ^ : ? [ \\ .. @{";
  return undefined;
}
