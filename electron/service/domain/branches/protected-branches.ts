import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { jobChanges } from "../../ci/pipeline-state.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import {
  deleteProtectedBranch,
  insertProtectedBranch,
  listProtectedBranches,
  type ProtectedBranch,
} from "../../store/projects/protected-branches.ts";
import { conflict, notFound, Refusal } from "../refusal.ts";

/** Levels that a protection may require. */
const levels = [0, accessLevels.developer, accessLevels.maintainer];

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
  },
): ProtectionDetails {
  const { name } = input;
  const pushAccessLevel = input.push_access_level ?? accessLevels.maintainer;
  const mergeAccessLevel = input.merge_access_level ?? accessLevels.maintainer;
  if (![pushAccessLevel, mergeAccessLevel].every((level) => levels.includes(level))) {
    throw new Refusal("unknownAccessLevel", {});
  }
  const find = () => listProtectedBranches(store, project.id).find((known) => known.name === name);
  if (find()) throw conflict(`Protected branch '${name}' already exists`);
  insertProtectedBranch(store, project.id, { name, pushAccessLevel, mergeAccessLevel });
  // A runner of protected branches may take more jobs now.
  jobChanges.emit(store);
  const protection = find();
  if (!protection) throw new Error("the protection was not stored");
  return {
    protection,
    pushLevelName: nameOf(protection.pushAccessLevel),
    mergeLevelName: nameOf(protection.mergeAccessLevel),
  };
}

/** Removes the protection of a name or pattern. Throws `notFound`. */
export function unprotect(store: ServiceStore, project: Project, name: string): void {
  if (!deleteProtectedBranch(store, project.id, name)) throw notFound("Protected Branch");
}

const nameOf = (level: number): string =>
  level === 0 ? "No one" : level <= accessLevels.developer ? "Developers + Maintainers" : "Maintainers";
