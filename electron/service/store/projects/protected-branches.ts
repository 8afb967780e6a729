import { z } from "zod";
import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { flag, parseRows } from "../rows.ts";
import type { Store } from "../store.ts";

const protectedBranchRow = z
  .object({
    id: z.int(),
    name: z.string(),
    push_access_level: z.int(),
    merge_access_level: z.int(),
    allow_force_push: flag,
  })
  .transform((row) => ({
    id: row.id,
    name: row.name,
    pushAccessLevel: row.push_access_level,
    mergeAccessLevel: row.merge_access_level,
    allowForcePush: row.allow_force_push,
  }));

/** A protection of a branch, or of every branch that a pattern with `*` names. */
export type ProtectedBranch = Readonly<z.output<typeof protectedBranchRow>>;

export const listProtectedBranches = (store: Store, projectId: number): ProtectedBranch[] =>
  parseRows(
    protectedBranchRow,
    store.all("SELECT * FROM protected_branches WHERE project_id = ? ORDER BY id", projectId),
  );

/** Adds a protection. Throws where the name has one. */
export function insertProtectedBranch(
  store: Store,
  projectId: number,
  protection: Omit<ProtectedBranch, "id" | "allowForcePush"> &
    Partial<Pick<ProtectedBranch, "allowForcePush">>,
): void {
  store.run(
    `INSERT INTO protected_branches (project_id, name, push_access_level, merge_access_level, allow_force_push)
       VALUES (?, ?, ?, ?, ?)`,
    projectId,
    protection.name,
    protection.pushAccessLevel,
    protection.mergeAccessLevel,
    Number(protection.allowForcePush ?? false),
  );
}

/** Changes what a protection permits. */
export function updateProtectedBranch(
  store: Store,
  { id, pushAccessLevel, mergeAccessLevel, allowForcePush }: Omit<ProtectedBranch, "name">,
): void {
  store.run(
    `UPDATE protected_branches SET push_access_level = ?, merge_access_level = ?, allow_force_push = ?
      WHERE id = ?`,
    pushAccessLevel,
    mergeAccessLevel,
    Number(allowForcePush),
    id,
  );
}

/** Minimum access levels that a protected branch requires; Infinity where nobody may. */
interface ProtectionLevels {
  readonly push: number;
  readonly merge: number;
  /** Whether those who push may take commits away as well. */
  readonly forcePush: boolean;
}

/**
 * Returns the levels of a branch: of each, the lowest of all protections that match it, and the most that any of them
 * permits. Null where none does.
 * `nameRule` turns names that the file system takes for one into the same text.
 */
export function protectionLevels(
  protections: readonly ProtectedBranch[],
  branch: string,
  nameRule: (name: string) => string,
): ProtectionLevels | null {
  const name = nameRule(branch);
  const matching = protections.filter((protection) => matchesPattern(nameRule(protection.name), name));
  if (matching.length === 0) return null;
  return {
    push: Math.min(...matching.map(({ pushAccessLevel }) => leastLevel(pushAccessLevel))),
    merge: Math.min(...matching.map(({ mergeAccessLevel }) => leastLevel(mergeAccessLevel))),
    forcePush: matching.some(({ allowForcePush }) => allowForcePush),
  };
}

/** Returns the level that a protection requires: Infinity for 0, which is nobody. */
export const leastLevel = (level: number): number =>
  level === 0 ? Number.POSITIVE_INFINITY : Math.max(accessLevels.developer, level);

/** Deletes a protection; returns false where there was none of this name. */
export function deleteProtectedBranch(store: Store, projectId: number, name: string): boolean {
  const known = store.get(
    "SELECT id FROM protected_branches WHERE project_id = ? AND name = ?",
    projectId,
    name,
  );
  store.run("DELETE FROM protected_branches WHERE project_id = ? AND name = ?", projectId, name);
  return known !== undefined;
}

/**
 * Returns whether a name matches a pattern in which each `*` matches any text. Takes time proportional to the lengths of
 * both, whatever they are: each part between two stars is searched for once, from the left.
 */
export function matchesPattern(pattern: string, name: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return pattern === name;
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last))
    return false;
  const end = name.length - last.length;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
