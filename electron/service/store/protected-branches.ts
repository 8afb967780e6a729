import { accessLevels } from "./members.ts";
import type { Store } from "./store.ts";

/** A protection of a branch, or of every branch that a pattern with `*` names. */
export interface ProtectedBranch {
  readonly id: number;
  readonly name: string;
  readonly pushAccessLevel: number;
  readonly mergeAccessLevel: number;
}

export const listProtectedBranches = (store: Store, projectId: number): ProtectedBranch[] =>
  store.all("SELECT * FROM protected_branches WHERE project_id = ? ORDER BY id", projectId).map((row) => ({
    id: Number(row.id),
    name: String(row.name),
    pushAccessLevel: Number(row.push_access_level),
    mergeAccessLevel: Number(row.merge_access_level),
  }));

export function protectBranch(
  store: Store,
  projectId: number,
  protection: Omit<ProtectedBranch, "id">,
): void {
  store.run(
    "INSERT INTO protected_branches (project_id, name, push_access_level, merge_access_level) VALUES (?, ?, ?, ?)",
    projectId,
    protection.name,
    protection.pushAccessLevel,
    protection.mergeAccessLevel,
  );
}

/** The protection that holds for a branch: the mildest of those that name it, null for none. */
export function protectionOf(
  protections: readonly ProtectedBranch[],
  branch: string,
): ProtectedBranch | null {
  const matching = protections.filter(({ name }) => matches(name, branch));
  return matching.toSorted((a, b) => pushLevelOf(a) - pushLevelOf(b))[0] ?? null;
}

/** Least access level that may push to a branch so protected: a developer's without protection, Infinity for nobody. */
export const pushLevelOf = (protection: ProtectedBranch | null): number => {
  if (!protection) return accessLevels.developer;
  return protection.pushAccessLevel === 0
    ? Number.POSITIVE_INFINITY
    : Math.max(accessLevels.developer, protection.pushAccessLevel);
};

const matches = (pattern: string, branch: string): boolean =>
  pattern === branch ||
  (pattern.includes("*") && new RegExp(`^${pattern.split("*").map(quote).join(".*")}$`, "s").test(branch));

const quote = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, "\\$&");

/** Takes a protection away; false where there was none of this name. */
export function unprotectBranch(store: Store, projectId: number, name: string): boolean {
  const known = store.get(
    "SELECT id FROM protected_branches WHERE project_id = ? AND name = ?",
    projectId,
    name,
  );
  store.run("DELETE FROM protected_branches WHERE project_id = ? AND name = ?", projectId, name);
  return known !== undefined;
}
