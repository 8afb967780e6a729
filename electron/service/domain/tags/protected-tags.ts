import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import {
  deleteProtectedTag,
  insertProtectedTag,
  listProtectedTags,
  type ProtectedTag,
} from "../../store/projects/protected-tags.ts";
import { levelName, requireProtectionLevel } from "../branches/protected-branches.ts";
import { conflict, notFound } from "../refusal.ts";

/** A protection with the description of its level. */
export interface TagProtectionDetails {
  readonly protection: ProtectedTag;
  readonly createLevelName: string;
}

/** Returns the protections of a project's tags. */
export const tagProtections = (store: ServiceStore, project: Project): TagProtectionDetails[] =>
  listProtectedTags(store, project.id).map((protection) => ({
    protection,
    createLevelName: levelName(protection.createAccessLevel),
  }));

/** Returns the protection of a name or pattern. Throws `notFound`. */
export function requireTagProtection(
  store: ServiceStore,
  project: Project,
  name: string,
): TagProtectionDetails {
  const found = tagProtections(store, project).find(({ protection }) => protection.name === name);
  if (!found) throw notFound("Protected Tag");
  return found;
}

/**
 * Protects the tags of a name or pattern; for maintainers unless a level is given. Throws `unknownAccessLevel` for an unknown
 * level and `conflict` where the name is protected already.
 */
export function protectTags(
  store: ServiceStore,
  project: Project,
  {
    name,
    create_access_level: level = accessLevels.maintainer,
  }: {
    readonly name: string;
    readonly create_access_level?: number;
  },
): TagProtectionDetails {
  requireProtectionLevel(level);
  if (listProtectedTags(store, project.id).some((known) => known.name === name)) {
    throw conflict(`Protected tag '${name}' already exists`);
  }
  insertProtectedTag(store, project.id, { name, createAccessLevel: level });
  return requireTagProtection(store, project, name);
}

/** Removes the protection of a name or pattern. Throws `notFound`. */
export function unprotectTags(store: ServiceStore, project: Project, name: string): void {
  if (!deleteProtectedTag(store, project.id, name)) throw notFound("Protected Tag");
}
