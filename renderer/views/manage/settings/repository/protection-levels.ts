import { accessLevels } from "../../../../../shared/api/contract/access-levels.ts";
import type { ProtectedBranch } from "../../../../../shared/api/resources/protected-branches.ts";

/** Levels that a branch or tag is protected with. */
const protectionLevels = [
  { value: String(accessLevels.maintainer), label: "Maintainers" },
  { value: String(accessLevels.developer), label: "Developers and maintainers" },
  { value: "0", label: "No one" },
] as const;

/** Levels of one kind, as a rule has them. */
export type RuleLevels = ProtectedBranch["push_access_levels"];

/** Returns the levels of roles: services of paid tiers also name people, groups and keys. */
export const roleLevels = (levels: RuleLevels): RuleLevels =>
  levels.filter(({ user_id, group_id, deploy_key_id }) => !user_id && !group_id && !deploy_key_id);

/** Returns whether any of a rule's levels names others than roles. */
export const namesOthers = (...kinds: readonly RuleLevels[]): boolean =>
  kinds.some((levels) => roleLevels(levels).length < levels.length);

/** Returns the value of the level that a rule has: that of maintainers for a new rule, empty for one that cannot be chosen. */
export function levelOf(levels: RuleLevels | undefined): string {
  if (levels === undefined) return protectionLevels[0].value;
  const [role, ...others] = roleLevels(levels);
  const known = protectionLevels.find(({ value }) => value === String(role?.access_level));
  return others.length === 0 ? (known?.value ?? "") : "";
}

/** Returns the levels to choose from, first among them what the rule has where that cannot be chosen. */
export const levelOptions = (levels: RuleLevels | undefined): readonly { value: string; label: string }[] =>
  levelOf(levels) === ""
    ? [{ value: "", label: `${levelsText(levels ?? [])} (unchanged)` }, ...protectionLevels]
    : protectionLevels;

/** Returns who has the levels of a rule, in words: services of paid tiers also name people and groups. */
export function levelsText(levels: RuleLevels): string {
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

/** Texts, as drafts are. A level is empty where the rule has none that could be chosen, and stays as it is. */
export interface RuleFields {
  readonly name: string;
  readonly push: string;
  readonly merge: string;
  readonly create: string;
  readonly unprotect: string;
  /** `1` where it is allowed. */
  readonly force: string;
  /** `1` where they have to. */
  readonly owners: string;
}
