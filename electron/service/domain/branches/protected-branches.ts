import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { jobChanges } from "../../ci/pipeline-state.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import {
  deleteProtectedBranch,
  insertProtectedBranch,
  leastLevel,
  listProtectedBranches,
  type ProtectedBranch,
  updateProtectedBranch,
} from "../../store/projects/protected-branches.ts";
import { conflict, notFound, Refusal } from "../refusal.ts";

/** Levels that a protection may require. */
const levels = [0, accessLevels.developer, accessLevels.maintainer];

/** Throws `unknownAccessLevel` for a level that nothing is protected with. */
export function requireProtectionLevel(level: number): void {
  if (!levels.includes(level)) throw new Refusal("unknownAccessLevel", {});
}

/** A protection with descriptions of its levels. */
export interface ProtectionDetails {
  readonly protection: ProtectedBranch;
  readonly pushLevelName: string;
  readonly mergeLevelName: string;
}

/**
 * Protects the branches of a name or pattern; for maintainers unless a level is given. Throws `unknownAccessLevel` for an unknown level and
 * `conflict` where the name is protected already.
 */
export function protect(
  store: ServiceStore,
  project: Project,
  input: {
    readonly name: string;
    readonly push_access_level?: number;
    readonly merge_access_level?: number;
    readonly allow_force_push?: boolean;
  },
): ProtectionDetails {
  const { name } = input;
  const pushAccessLevel = input.push_access_level ?? accessLevels.maintainer;
  const mergeAccessLevel = input.merge_access_level ?? accessLevels.maintainer;
  requireProtectionLevel(pushAccessLevel);
  requireProtectionLevel(mergeAccessLevel);
  const find = () => listProtectedBranches(store, project.id).find((known) => known.name === name);
  if (find()) throw conflict(`Protected branch '${name}' already exists`);
  const allowForcePush = input.allow_force_push ?? false;
  insertProtectedBranch(store, project.id, { name, pushAccessLevel, mergeAccessLevel, allowForcePush });
  // A runner of protected branches may take more jobs now.
  jobChanges.emit(store);
  const protection = find();
  if (!protection) throw new Error("the protection was not stored");
  return detailsOf(protection);
}

/** Returns the protections of a project's branches whose names contain a text. */
export const branchProtections = (
  store: ServiceStore,
  project: Project,
  search: string | undefined,
): ProtectionDetails[] =>
  listProtectedBranches(store, project.id)
    .filter(({ name }) => search === undefined || name.includes(search))
    .map(detailsOf);

/** Returns the protection of a name or pattern. Throws `notFound`. */
export function requireProtection(store: ServiceStore, project: Project, name: string): ProtectionDetails {
  const found = branchProtections(store, project, undefined).find(
    ({ protection }) => protection.name === name,
  );
  if (!found) throw notFound("Protected Branch");
  return found;
}

const detailsOf = (protection: ProtectedBranch): ProtectionDetails => ({
  protection,
  pushLevelName: levelName(protection.pushAccessLevel),
  mergeLevelName: levelName(protection.mergeAccessLevel),
});

/** A change of a list of levels: see `updateProtectedBranch` of the contract. */
interface LevelChange {
  readonly id?: number;
  readonly access_level?: number;
  readonly _destroy?: boolean;
}

/**
 * Changes the protection of a name or pattern. Throws `notFound`, also for an entry of another rule, and
 * `unknownAccessLevel` for a level that nothing is protected with, and where an entry has none. A rule has one level of each kind: of several the most lenient one, of none that of nobody.
 */
export function changeProtection(
  store: ServiceStore,
  project: Project,
  input: {
    readonly name: string;
    readonly allowed_to_push?: readonly LevelChange[];
    readonly allowed_to_merge?: readonly LevelChange[];
    readonly allow_force_push?: boolean;
  },
): ProtectionDetails {
  const { protection } = requireProtection(store, project, input.name);
  const { id } = protection;
  updateProtectedBranch(store, {
    id,
    pushAccessLevel: changedLevel(id, protection.pushAccessLevel, input.allowed_to_push),
    mergeAccessLevel: changedLevel(id, protection.mergeAccessLevel, input.allowed_to_merge),
    allowForcePush: input.allow_force_push ?? protection.allowForcePush,
  });
  return requireProtection(store, project, input.name);
}

function changedLevel(id: number, known: number, changes: readonly LevelChange[] = []): number {
  let level: number | null = known;
  const added: number[] = [];
  for (const change of changes) {
    if (change.id !== undefined && change.id !== id) throw notFound("Access level");
    if (change._destroy) {
      if (change.id !== undefined) level = null;
      continue;
    }
    if (change.access_level === undefined) throw new Refusal("unknownAccessLevel", {});
    requireProtectionLevel(change.access_level);
    if (change.id === undefined) added.push(change.access_level);
    else level = change.access_level;
  }
  const all = level === null ? added : [level, ...added];
  return all.toSorted((a, b) => leastLevel(a) - leastLevel(b))[0] ?? 0;
}

/** Removes the protection of a name or pattern. Throws `notFound`. */
export function unprotect(store: ServiceStore, project: Project, name: string): void {
  if (!deleteProtectedBranch(store, project.id, name)) throw notFound("Protected Branch");
}

/** Returns who has a level, in words of the interface. */
export const levelName = (level: number): string =>
  level === 0 ? "No one" : level <= accessLevels.developer ? "Developers + Maintainers" : "Maintainers";
