import { z } from "zod";
import { parseRows } from "../rows.ts";
import type { Store } from "../store.ts";
import { leastLevel, matchesPattern } from "./protected-branches.ts";

const protectedTagRow = z
  .object({ id: z.int(), name: z.string(), create_access_level: z.int() })
  .transform((row) => ({ id: row.id, name: row.name, createAccessLevel: row.create_access_level }));

/** A protection of a tag, or of every tag that a pattern with `*` names. */
export type ProtectedTag = Readonly<z.output<typeof protectedTagRow>>;

export const listProtectedTags = (store: Store, projectId: number): ProtectedTag[] =>
  parseRows(
    protectedTagRow,
    store.all("SELECT * FROM protected_tags WHERE project_id = ? ORDER BY id", projectId),
  );

/** Adds a protection. Throws where the name has one. */
export function insertProtectedTag(
  store: Store,
  projectId: number,
  { name, createAccessLevel }: Omit<ProtectedTag, "id">,
): void {
  store.run(
    "INSERT INTO protected_tags (project_id, name, create_access_level) VALUES (?, ?, ?)",
    projectId,
    name,
    createAccessLevel,
  );
}

/** Deletes a protection; returns false where there was none of this name. */
export function deleteProtectedTag(store: Store, projectId: number, name: string): boolean {
  const known = listProtectedTags(store, projectId).some((protection) => protection.name === name);
  store.run("DELETE FROM protected_tags WHERE project_id = ? AND name = ?", projectId, name);
  return known;
}

/**
 * Returns the level that creating a tag requires, the lowest of all protections that match it: Infinity where nobody may,
 * null where none matches. `nameRule` turns names that the file system takes for one into the same text.
 */
export function tagCreateLevel(
  protections: readonly ProtectedTag[],
  tag: string,
  nameRule: (name: string) => string,
): number | null {
  const name = nameRule(tag);
  const matching = protections.filter((protection) => matchesPattern(nameRule(protection.name), name));
  if (matching.length === 0) return null;
  return Math.min(...matching.map(({ createAccessLevel }) => leastLevel(createAccessLevel)));
}
