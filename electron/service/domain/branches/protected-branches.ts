import { jobChanges } from "../../ci/job-changes.ts";
import { httpError, notFound } from "../../http/http-error.ts";
import { accessLevels } from "../../store/access-levels.ts";
import type { Project } from "../../store/projects/projects.ts";
import {
  listProtectedBranches,
  type ProtectedBranch,
  protectBranch,
  unprotectBranch,
} from "../../store/projects/protected-branches.ts";
import type { Store } from "../../store/store.ts";

/** Levels that a protection may require. */
const levels = [0, accessLevels.developer, accessLevels.maintainer];

/** A protection with descriptions of its levels. */
export interface ProtectionDetails {
  readonly protection: ProtectedBranch;
  readonly pushLevelName: string;
  readonly mergeLevelName: string;
}

/**
 * Protects the branches of a name or pattern; for maintainers unless a level is given. Throws 422 for an unknown level and
 * 409 where the name is protected already.
 */
export function protect(
  store: Store,
  project: Project,
  input: {
    readonly name: string;
    readonly push_access_level?: number | undefined;
    readonly merge_access_level?: number | undefined;
  },
): ProtectionDetails {
  const { name } = input;
  const pushAccessLevel = input.push_access_level ?? accessLevels.maintainer;
  const mergeAccessLevel = input.merge_access_level ?? accessLevels.maintainer;
  if (![pushAccessLevel, mergeAccessLevel].every((level) => levels.includes(level))) {
    throw httpError(422, { base: ["Access level is not included in the list"] });
  }
  const find = () => listProtectedBranches(store, project.id).find((known) => known.name === name);
  if (find()) throw httpError(409, `Protected branch '${name}' already exists`);
  protectBranch(store, project.id, { name, pushAccessLevel, mergeAccessLevel });
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

/** Removes the protection of a name or pattern. Throws 404. */
export function unprotect(store: Store, project: Project, name: string): void {
  if (!unprotectBranch(store, project.id, name)) throw notFound("Protected Branch");
}

const nameOf = (level: number): string =>
  level === 0 ? "No one" : level <= accessLevels.developer ? "Developers + Maintainers" : "Maintainers";
