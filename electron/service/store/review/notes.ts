import { randomBytes } from "node:crypto";
import type { Row, Store } from "../store.ts";

export type NoteParent = "Issue" | "MergeRequest" | "Snippet";

/** A row of the notes table; notes of one discussion belong together. */
export interface Note {
  readonly id: number;
  readonly parentType: NoteParent;
  readonly parentId: number;
  /** 40 hex digits. */
  readonly discussionId: string;
  readonly type: "DiffNote" | "DiscussionNote" | null;
  readonly authorId: number | null;
  readonly body: string;
  readonly system: boolean;
  /** JSON of a place in a diff. */
  readonly position: string | null;
  readonly resolvable: boolean;
  readonly resolvedById: number | null;
  readonly resolvedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type NewNote = Pick<Note, "parentType" | "parentId" | "authorId" | "body"> &
  Partial<Pick<Note, "discussionId" | "type" | "system" | "position" | "resolvable" | "createdAt">>;

const toNoteRow = (row: Row): Note => ({
  id: Number(row.id),
  parentType: String(row.parent_type) as NoteParent,
  parentId: Number(row.parent_id),
  discussionId: String(row.discussion_id),
  type: row.type === "DiffNote" || row.type === "DiscussionNote" ? row.type : null,
  authorId: row.author_id === null ? null : Number(row.author_id),
  body: String(row.body),
  system: row.system === 1,
  position: row.position === null ? null : String(row.position),
  resolvable: row.resolvable === 1,
  resolvedById: row.resolved_by_id === null ? null : Number(row.resolved_by_id),
  resolvedAt: row.resolved_at === null ? null : String(row.resolved_at),
  createdAt: String(row.created_at),
  updatedAt: String(row.updated_at),
});

export const newDiscussionId = (): string => randomBytes(20).toString("hex");

export function insertNote(store: Store, note: NewNote): Note {
  const now = note.createdAt ?? new Date().toISOString();
  const id = store.run(
    `INSERT INTO notes (parent_type, parent_id, discussion_id, type, author_id, body, system, position, resolvable,
       created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    note.parentType,
    note.parentId,
    note.discussionId ?? newDiscussionId(),
    note.type ?? null,
    note.authorId,
    note.body,
    note.system ? 1 : 0,
    note.position ?? null,
    note.resolvable ? 1 : 0,
    now,
    now,
  );
  const made = findNote(store, note.parentType, note.parentId, id);
  if (!made) throw new Error("the note was not kept");
  return made;
}

export function findNote(store: Store, type: NoteParent, parentId: number, id: number): Note | null {
  const row = store.get(
    "SELECT * FROM notes WHERE id = ? AND parent_type = ? AND parent_id = ?",
    id,
    type,
    parentId,
  );
  return row ? toNoteRow(row) : null;
}

export interface NotePage {
  readonly orderBy: "created_at" | "updated_at";
  readonly sort: "asc" | "desc";
  readonly limit: number;
  readonly offset: number;
}

/** A page of notes and how many there are. */
export function listNoteRows(
  store: Store,
  type: NoteParent,
  parentId: number,
  page: NotePage,
): { readonly rows: Note[]; readonly total: number } {
  const rows = store.all(
    `SELECT * FROM notes WHERE parent_type = ? AND parent_id = ?
     ORDER BY ${page.orderBy} ${page.sort}, id ${page.sort} LIMIT ? OFFSET ?`,
    type,
    parentId,
    page.limit,
    page.offset,
  );
  const count = store.get(
    "SELECT count(*) AS total FROM notes WHERE parent_type = ? AND parent_id = ?",
    type,
    parentId,
  );
  return { rows: rows.map(toNoteRow), total: Number(count?.total ?? 0) };
}

/** Every note of a parent in the order in which discussions began and notes were written. */
export const allNotes = (store: Store, type: NoteParent, parentId: number): Note[] =>
  store
    .all(
      "SELECT * FROM notes WHERE parent_type = ? AND parent_id = ? ORDER BY created_at, id",
      type,
      parentId,
    )
    .map(toNoteRow);

/** Comments of people; what the service itself noted does not count. */
export function countComments(store: Store, type: NoteParent, parentId: number): number {
  const row = store.get(
    "SELECT count(*) AS total FROM notes WHERE parent_type = ? AND parent_id = ? AND system = 0",
    type,
    parentId,
  );
  return Number(row?.total ?? 0);
}

/** Whether a parent has a thread that waits to be settled. */
export const hasOpenThreads = (store: Store, type: NoteParent, parentId: number): boolean =>
  store.get(
    "SELECT 1 FROM notes WHERE parent_type = ? AND parent_id = ? AND resolvable = 1 AND resolved_at IS NULL LIMIT 1",
    type,
    parentId,
  ) !== undefined;

export function changeNote(store: Store, id: number, body: string): void {
  store.run("UPDATE notes SET body = ?, updated_at = ? WHERE id = ?", body, new Date().toISOString(), id);
}

export function deleteNoteRow(store: Store, id: number): void {
  store.run("DELETE FROM reactions WHERE parent_type = 'Note' AND parent_id = ?", id);
  store.run("DELETE FROM notes WHERE id = ?", id);
}

/** Deletes all notes of a parent that is deleted itself, with the reactions to them and to it. */
export function deleteNotesOf(store: Store, type: NoteParent, parentId: number): void {
  store.run(
    `DELETE FROM reactions WHERE (parent_type = ? AND parent_id = ?) OR (parent_type = 'Note' AND parent_id IN
       (SELECT id FROM notes WHERE parent_type = ? AND parent_id = ?))`,
    type,
    parentId,
    type,
    parentId,
  );
  store.run("DELETE FROM notes WHERE parent_type = ? AND parent_id = ?", type, parentId);
}

/** Settles a discussion, or opens it again where `userId` is null. */
export function resolveNotes(store: Store, discussionId: string, userId: number | null): void {
  store.run(
    "UPDATE notes SET resolved_by_id = ?, resolved_at = ? WHERE discussion_id = ? AND resolvable = 1",
    userId,
    userId === null ? null : new Date().toISOString(),
    discussionId,
  );
}
