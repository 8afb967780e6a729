import type { Row, Store } from "../store.ts";
import type { NoteParent } from "./notes.ts";

/** What can be reacted to. */
export type ReactionParent = NoteParent | "Note";

export interface Reaction {
  readonly id: number;
  readonly name: string;
  readonly userId: number;
  readonly createdAt: string;
}

const toReaction = (row: Row): Reaction => ({
  id: Number(row.id),
  name: String(row.name),
  userId: Number(row.user_id),
  createdAt: String(row.created_at),
});

/** Oldest first. */
export const listReactionRows = (store: Store, type: ReactionParent, parentId: number): Reaction[] =>
  store
    .all("SELECT * FROM reactions WHERE parent_type = ? AND parent_id = ? ORDER BY id", type, parentId)
    .map(toReaction);

export function countReactions(store: Store, type: ReactionParent, parentId: number, name: string): number {
  const row = store.get(
    "SELECT count(*) AS total FROM reactions WHERE parent_type = ? AND parent_id = ? AND name = ?",
    type,
    parentId,
    name,
  );
  return Number(row?.total ?? 0);
}

/** Adds a reaction; the same one of the same user stays one. */
export function addReaction(
  store: Store,
  type: ReactionParent,
  parentId: number,
  userId: number,
  name: string,
  at = new Date().toISOString(),
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
  if (!made) throw new Error("the reaction was not kept");
  return made;
}

export function deleteReaction(store: Store, id: number): void {
  store.run("DELETE FROM reactions WHERE id = ?", id);
}
