import { badParameter, forbidden, httpError } from "../../http/http-error.ts";
import type { PageRequest } from "../../http/paging.ts";
import { accessLevels } from "../../store/access-levels.ts";
import type { Project } from "../../store/projects/projects.ts";
import { touchMergeRequest } from "../../store/review/merge-requests.ts";
import {
  changeNote,
  deleteNoteRow,
  findNote,
  insertNote,
  listNoteRows,
  type Note,
} from "../../store/review/notes.ts";
import { addReaction } from "../../store/review/reactions.ts";
import type { Store } from "../../store/store.ts";
import { findUser, type User } from "../../store/users/users.ts";
import { accessLevel, type Caller } from "../access/access-level.ts";
import { requireCaller } from "../access/require-user.ts";
import { isEmojiName, nameOfEmoji } from "../emoji-names.ts";
import { type Noteable, requireOpenDiscussion } from "./noteable.ts";
import { describeReaction, type ReactionDetails } from "./reactions.ts";

/** A note with what it is on and who wrote and resolved it. */
export interface NoteDetails {
  readonly note: Note;
  readonly noteable: Pick<Noteable, "type" | "id" | "iid">;
  readonly author: User | null;
  readonly resolvedBy: User | null;
}

/** Returns a note with its users. */
export const describeNote = (store: Store, noteable: Noteable, note: Note): NoteDetails => ({
  note,
  noteable,
  author: note.authorId === null ? null : findUser(store, note.authorId),
  resolvedBy: note.resolvedById === null ? null : findUser(store, note.resolvedById),
});

/** Returns the name of the emoji that a note consists of; null where there is other text. */
async function onlyEmoji(body: string): Promise<string | null> {
  const text = body.trim();
  const named = /^:([\w+-]+):$/.exec(text)?.[1];
  if (named === "thumbsup" || named === "+1" || text === "👍") return "thumbsup";
  if (named === "thumbsdown" || named === "-1" || text === "👎") return "thumbsdown";
  if (named) return (await isEmojiName(named)) ? named : null;
  return nameOfEmoji(text);
}

/** Throws 403 unless the caller wrote the note or is a maintainer. */
function requireNoteEditor({ store, user }: Caller, project: Project, note: Note): void {
  if (note.system) throw forbidden();
  if (note.authorId === user?.id) return;
  if (accessLevel(store, user, project) < accessLevels.maintainer) throw forbidden();
}

function requireNote(store: Store, noteable: Noteable, id: number): Note {
  const note = findNote(store, noteable.type, noteable.id, id);
  if (!note) throw httpError(404, "404 Not found");
  return note;
}

export interface NoteOrder {
  readonly order_by?: "created_at" | "updated_at" | undefined;
  readonly sort?: "asc" | "desc" | undefined;
}

/** Returns the requested page of the notes on something, newest first unless requested otherwise, and their number. */
export function listNotes(
  { store }: Caller,
  noteable: Noteable,
  order: NoteOrder,
  { number, perPage }: PageRequest,
): { readonly notes: NoteDetails[]; readonly total: number } {
  const { rows, total } = listNoteRows(store, noteable.type, noteable.id, {
    orderBy: order.order_by ?? "created_at",
    sort: order.sort ?? "desc",
    limit: perPage,
    offset: (number - 1) * perPage,
  });
  return { notes: rows.map((row) => describeNote(store, noteable, row)), total };
}

/** Returns a note on something. Throws 404. */
export const readNote = ({ store }: Caller, noteable: Noteable, id: number): NoteDetails =>
  describeNote(store, noteable, requireNote(store, noteable, id));

/**
 * Adds a note, or a reaction where the text is one emoji. Throws 401 without a token, 403 where the discussion is locked
 * and 400 for an empty text.
 */
export async function addNote(
  caller: Caller,
  noteable: Noteable,
  input: { readonly body: string; readonly created_at?: string | undefined },
): Promise<{ readonly added: NoteDetails } | { readonly reaction: ReactionDetails }> {
  const { store } = caller;
  const { type, id, project } = noteable;
  const user = requireCaller(caller);
  requireOpenDiscussion(caller, noteable);
  if (input.body.trim() === "") throw badParameter("body is empty");
  const emoji = await onlyEmoji(input.body);
  if (emoji) {
    return { reaction: describeReaction(store, { type, id }, addReaction(store, type, id, user.id, emoji)) };
  }
  const isOwner = accessLevel(store, user, project) >= accessLevels.owner;
  const note = insertNote(store, {
    parentType: type,
    parentId: id,
    authorId: user.id,
    body: input.body,
    // Ignored for others, as real services do.
    ...(input.created_at && isOwner ? { createdAt: new Date(input.created_at).toISOString() } : {}),
  });
  if (type === "MergeRequest") touchMergeRequest(store, id, note.createdAt);
  return { added: describeNote(store, noteable, note) };
}

/** Changes the text of a note. Throws 404, and 403 unless the caller wrote it or is a maintainer. */
export function editNote(caller: Caller, noteable: Noteable, id: number, body: string): NoteDetails {
  const note = requireNote(caller.store, noteable, id);
  requireNoteEditor(caller, noteable.project, note);
  changeNote(caller.store, note.id, body);
  return readNote(caller, noteable, id);
}

/** Deletes a note. Throws 404, and 403 unless the caller wrote it or is a maintainer. */
export function removeNote(caller: Caller, noteable: Noteable, id: number): void {
  const note = requireNote(caller.store, noteable, id);
  requireNoteEditor(caller, noteable.project, note);
  deleteNoteRow(caller.store, note.id);
}
