import { randomBytes } from "node:crypto";
import type { SQLInputValue } from "node:sqlite";
import { z } from "zod";
import type { Optional } from "../../../../shared/optional.ts";
import { timeNow } from "../../clock.ts";
import { flag, int, intOrNull, parseColumn, parseCount, parseRow, parseRows, textOrNull } from "../rows.ts";
import type { Store } from "../store.ts";
import type { Issuable } from "./issuables.ts";

const noteParent = z.enum(["Issue", "MergeRequest", "Snippet"]);
/** Kind of what a note is on. */
export type NoteParentKind = z.output<typeof noteParent>;

const noteRow = z
  .object({
    id: z.int(),
    parent_type: noteParent,
    parent_id: z.int(),
    discussion_id: z.string(),
    type: z.enum(["DiffNote", "DiscussionNote"]).nullable(),
    author_id: intOrNull,
    body: z.string(),
    system: flag,
    position: textOrNull,
    resolvable: flag,
    resolved_by_id: intOrNull,
    resolved_at: textOrNull,
    created_at: z.string(),
    updated_at: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    parentType: row.parent_type,
    parentId: row.parent_id,
    /** 40 hex digits. */
    discussionId: row.discussion_id,
    type: row.type,
    authorId: row.author_id,
    body: row.body,
    system: row.system,
    /** JSON of a position in a diff. */
    position: row.position,
    resolvable: row.resolvable,
    resolvedById: row.resolved_by_id,
    resolvedAt: row.resolved_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));

/** A row of the notes table; notes of one discussion belong together. */
export type Note = Readonly<z.output<typeof noteRow>>;

/** A note to insert; without `discussionId` it begins a discussion. */
type NewNote = Pick<Note, "parentType" | "parentId" | "authorId" | "body"> &
  Optional<Pick<Note, "discussionId" | "type" | "system" | "position" | "resolvable" | "createdAt">>;

export const newDiscussionId = (): string => randomBytes(20).toString("hex");

export function insertNote(store: Store, note: NewNote): Note {
  const now = note.createdAt ?? timeNow(store);
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
  if (!made) throw new Error("the note was not inserted");
  return made;
}

/** Adds a system note to a merge request. */
export const addSystemNote = (
  store: Store,
  { id }: { readonly id: number },
  authorId: number | null,
  body: string,
  createdAt?: string,
): void => addSystemNoteTo(store, { type: "MergeRequest", id }, authorId, body, createdAt);

/** Adds a system note to a merge request or issue. */
export function addSystemNoteTo(
  store: Store,
  { type, id }: Issuable,
  authorId: number | null,
  body: string,
  createdAt?: string,
): void {
  insertNote(store, { parentType: type, parentId: id, authorId, body, system: true, createdAt });
}

/** Returns whether something has a system note of a text. */
export const hasSystemNote = (store: Store, { type, id }: Issuable, body: string): boolean =>
  store.get(
    "SELECT 1 FROM notes WHERE parent_type = ? AND parent_id = ? AND system = 1 AND body = ?",
    type,
    id,
    body,
  ) !== undefined;

/** Returns the ids of who wrote comments, without system notes, the first one first. */
export const commentersOf = (store: Store, { type, id }: Issuable): number[] =>
  parseColumn(
    "author_id",
    int,
    store.all(
      `SELECT author_id FROM notes WHERE parent_type = ? AND parent_id = ? AND system = 0 AND author_id IS NOT NULL
       GROUP BY author_id ORDER BY min(id)`,
      type,
      id,
    ),
  );

export const findNoteById = (store: Store, id: number): Note | null =>
  parseRow(noteRow, store.get("SELECT * FROM notes WHERE id = ?", id));

export function findNote(store: Store, type: NoteParentKind, parentId: number, id: number): Note | null {
  const row = store.get(
    "SELECT * FROM notes WHERE id = ? AND parent_type = ? AND parent_id = ?",
    id,
    type,
    parentId,
  );
  return parseRow(noteRow, row);
}

/** Order and extent of one page of notes. */
interface NotePage {
  readonly orderBy: "created_at" | "updated_at";
  readonly sort: "asc" | "desc";
  readonly limit: number;
  readonly offset: number;
}

/** A page of notes and how many there are. */
export function listNoteRows(
  store: Store,
  type: NoteParentKind,
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
  return { rows: parseRows(noteRow, rows), total: parseCount("total", count) };
}

/** A condition of SQL and its values. */
type Condition = readonly [sql: string, ...values: SQLInputValue[]];

/**
 * Returns a page of the comments, without system notes, that match on merge requests and issues of two conditions, newest
 * first, and how many there are. A condition of null leaves its kind out.
 */
export function searchNoteRows(
  store: Store,
  on: { readonly mergeRequests: Condition | null; readonly issues: Condition },
  search: string,
  { number, perPage }: { readonly number: number; readonly perPage: number },
): { readonly rows: Note[]; readonly total: number } {
  const [issuesSql, ...issueValues] = on.issues;
  const [mergeRequestsSql, ...mergeRequestValues] = on.mergeRequests ?? ["0"];
  const where = `WHERE system = 0 AND matches_words(?, body) AND (
    parent_type = 'Issue' AND parent_id IN (SELECT id FROM issues WHERE ${issuesSql})
    OR parent_type = 'MergeRequest' AND parent_id IN (SELECT id FROM merge_requests WHERE ${mergeRequestsSql}))`;
  const values = [search, ...issueValues, ...mergeRequestValues];
  const rows = store.all(
    `SELECT * FROM notes ${where} ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
    ...values,
    perPage,
    (number - 1) * perPage,
  );
  const count = store.get(`SELECT count(*) AS total FROM notes ${where}`, ...values);
  return { rows: parseRows(noteRow, rows), total: parseCount("total", count) };
}

/** Every note of a parent in the order in which discussions began and notes were written. */
export const allNotes = (store: Store, type: NoteParentKind, parentId: number): Note[] =>
  parseRows(
    noteRow,
    store.all(
      "SELECT * FROM notes WHERE parent_type = ? AND parent_id = ? ORDER BY created_at, id",
      type,
      parentId,
    ),
  );

/** Returns the number of comments without system notes. */
export function countComments(store: Store, type: NoteParentKind, parentId: number): number {
  const row = store.get(
    "SELECT count(*) AS total FROM notes WHERE parent_type = ? AND parent_id = ? AND system = 0",
    type,
    parentId,
  );
  return parseCount("total", row);
}

/** Returns whether a parent has an unresolved thread. */
export const hasOpenThreads = (store: Store, type: NoteParentKind, parentId: number): boolean =>
  store.get(
    "SELECT 1 FROM notes WHERE parent_type = ? AND parent_id = ? AND resolvable = 1 AND resolved_at IS NULL LIMIT 1",
    type,
    parentId,
  ) !== undefined;

export function changeNote(store: Store, id: number, body: string): void {
  store.run("UPDATE notes SET body = ?, updated_at = ? WHERE id = ?", body, timeNow(store), id);
}

export function deleteNoteRow(store: Store, id: number): void {
  store.run("DELETE FROM reactions WHERE parent_type = 'Note' AND parent_id = ?", id);
  store.run("DELETE FROM notes WHERE id = ?", id);
}

/** Deletes all notes of a parent that is deleted itself, with the reactions to them and to it. */
export function deleteNotesOf(store: Store, type: NoteParentKind, parentId: number): void {
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

/** Resolves a discussion, or reopens it where `userId` is null. */
export function resolveNotes(store: Store, discussionId: string, userId: number | null): void {
  store.run(
    "UPDATE notes SET resolved_by_id = ?, resolved_at = ? WHERE discussion_id = ? AND resolvable = 1",
    userId,
    userId === null ? null : timeNow(store),
    discussionId,
  );
}
