import { z } from "zod";
import { parseRow } from "../rows.ts";
import type { Store } from "../store.ts";

/** Table of tags that were deleted. */
export const formerTagTables = `
  CREATE TABLE former_tags (
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    target TEXT NOT NULL,
    commit_id TEXT NOT NULL,
    PRIMARY KEY (project_id, key)
  ) STRICT;
`;

const formerTagRow = z
  .object({ target: z.string(), commit_id: z.string() })
  .transform(({ target, commit_id: commit }) => ({ target, commit }));

/** Target of a tag when it was deleted: its object, and the commit behind it. */
export type FormerTag = Readonly<z.output<typeof formerTagRow>>;

/** Returns the deleted tag of a key, which is its name as the file system of the refs compares it; null for none. */
export const findFormerTag = (store: Store, projectId: number, key: string): FormerTag | null =>
  parseRow(
    formerTagRow,
    store.get("SELECT target, commit_id FROM former_tags WHERE project_id = ? AND key = ?", projectId, key),
  );

/** Stores what a tag named that is deleted. */
export function keepFormerTag(store: Store, projectId: number, key: string, tag: FormerTag): void {
  store.run(
    "INSERT OR REPLACE INTO former_tags (project_id, key, target, commit_id) VALUES (?, ?, ?, ?)",
    projectId,
    key,
    tag.target,
    tag.commit,
  );
}

/** Forgets a deleted tag that exists again. */
export function forgetFormerTag(store: Store, projectId: number, key: string): void {
  store.run("DELETE FROM former_tags WHERE project_id = ? AND key = ?", projectId, key);
}
