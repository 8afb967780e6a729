import { z } from "zod";
import { timeNow } from "../../clock.ts";
import { parseCount, parseRows } from "../rows.ts";
import type { Store } from "../store.ts";
import type { NoteParentKind } from "./notes.ts";

/** Type of what can be reacted to. */
export type ReactionParent = NoteParentKind | "Note";

const reactionRow = z
  .object({
    id: z.int(),
    name: z.string(),
    user_id: z.int(),
    created_at: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    name: row.name,
    userId: row.user_id,
    createdAt: row.created_at,
  }));

export type Reaction = Readonly<z.output<typeof reactionRow>>;

/** Oldest first. */
export const listReactionRows = (store: Store, type: ReactionParent, parentId: number): Reaction[] =>
  parseRows(
    reactionRow,
    store.all("SELECT * FROM reactions WHERE parent_type = ? AND parent_id = ? ORDER BY id", type, parentId),
  );

/** Returns the number of people who reacted with one emoji, by its name. */
export function countReactions(store: Store, type: ReactionParent, parentId: number, name: string): number {
  const row = store.get(
    "SELECT count(*) AS total FROM reactions WHERE parent_type = ? AND parent_id = ? AND name = ?",
    type,
    parentId,
    name,
  );
  return parseCount("total", row);
}

/** Adds a reaction; the same one of the same user stays one. */
export function addReaction(
  store: Store,
  type: ReactionParent,
  parentId: number,
  userId: number,
  name: string,
  at = timeNow(store),
): Reaction {
  store.run(
    "INSERT OR IGNORE INTO reactions (parent_type, parent_id, name, user_id, created_at) VALUES (?, ?, ?, ?, ?)",
    type,
    parentId,
    name,
    userId,
    at,
  );
  const made = listReactionRows(store, type, parentId).find(
    (reaction) => reaction.userId === userId && reaction.name === name,
  );
  if (!made) throw new Error("the reaction was not inserted");
  return made;
}

export function deleteReaction(store: Store, id: number): void {
  store.run("DELETE FROM reactions WHERE id = ?", id);
}
