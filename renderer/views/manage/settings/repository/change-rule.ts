import {
  type ProtectedBranch,
  updateProtectedBranch,
} from "../../../../../shared/api/resources/protected-branches.ts";
import { ProblemError } from "../../../../../shared/errors.ts";
import type { WriteFlow } from "../../../../api/send-write.ts";
import { levelOf, type RuleFields, type RuleLevels, roleLevels } from "./protection-levels.ts";

interface BranchRule {
  readonly account: string;
  /** Of the project. */
  readonly id: number;
  readonly rule: ProtectedBranch;
}

/**
 * Changes a rule of branches as it is. Resolves to false where the service lacks that: some have no such operation, and
 * others have it without the levels, and ignore them.
 */
export async function changeBranchRule(
  writes: WriteFlow,
  { account, id, rule }: BranchRule,
  { push, merge, unprotect, force, owners }: Omit<RuleFields, "name" | "create">,
): Promise<boolean> {
  const { allow_force_push: forced = false, code_owner_approval_required: owned } = rule;
  const isAllowed = force !== "";
  const isOwned = owners !== "";
  try {
    const saved = await writes.send(account, updateProtectedBranch, {
      id,
      name: rule.name,
      allowed_to_push: levelChanges(rule.push_access_levels, push),
      allowed_to_merge: levelChanges(rule.merge_access_levels, merge),
      allowed_to_unprotect: levelChanges(rule.unprotect_access_levels, unprotect),
      ...(isAllowed === forced ? {} : { allow_force_push: isAllowed }),
      ...(owned === undefined || isOwned === owned ? {} : { code_owner_approval_required: isOwned }),
    });
    return (
      hasLevel(saved.push_access_levels, push) &&
      hasLevel(saved.merge_access_levels, merge) &&
      hasLevel(saved.unprotect_access_levels, unprotect) &&
      (saved.allow_force_push ?? isAllowed) === isAllowed
    );
  } catch (error) {
    if (error instanceof ProblemError && [404, 405].includes(error.problem.status ?? 0)) return false;
    throw error;
  }
}

const hasLevel = (levels: RuleLevels | undefined, value: string): boolean =>
  value === "" || levelOf(levels) === value;

/** Returns what makes a level that of all roles of a rule: its other entries, of people and groups, stay. */
function levelChanges(levels: RuleLevels | undefined, value: string) {
  if (value === "" || levels === undefined || levelOf(levels) === value) return undefined;
  const access_level = Number(value);
  const [first, ...others] = roleLevels(levels);
  if (first?.id === undefined) return [{ access_level }];
  return [
    { id: first.id, access_level },
    ...others.flatMap(({ id }) => (id === undefined ? [] : [{ id, _destroy: true }])),
  ];
}
