import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import { changeIssue } from "../../store/review/issues.ts";
import { type MergeRequest, touchMergeRequest } from "../../store/review/merge-requests.ts";
import {
  changeNote,
  deleteNoteRow,
  findNote,
  insertNote,
  listNoteRows,
  type Note,
  type NoteParentKind,
} from "../../store/review/notes.ts";
import { addReaction } from "../../store/review/reactions.ts";
import { markReviewed } from "../../store/review/reviewers.ts";
import type { Snippet } from "../../store/review/snippets.ts";
import { findUser, type User } from "../../store/users/users.ts";
import { accessLevel, type Caller } from "../access/access-level.ts";
import { requireCaller, requireProject } from "../access/require-access.ts";
import { isEmojiName, nameOfEmoji } from "../emoji-names.ts";
import { handleComment, handleEditedComment } from "../events/add-todos.ts";
import { noteAdded } from "../events/events.ts";
import { requireIssue } from "../issues/require-issue.ts";
import { requireMergeRequest } from "../merge-requests/require-merge-request.ts";
import type { PageRequest } from "../paged.ts";
import { badParameter, forbidden, notFound } from "../refusal.ts";
import { requireSnippet } from "../snippets/snippets.ts";
import { describeReaction, type ReactionDetails } from "./reactions.ts";

/** A note with what it is on and who wrote and resolved it. */
export interface NoteDetails {
  readonly note: Note;
  readonly noteable: Pick<Noteable, "type" | "id" | "iid">;
  readonly author: User | null;
  readonly resolvedBy: User | null;
}

/** Returns a note with its users. */
export const describeNote = (
  store: ServiceStore,
  noteable: NoteDetails["noteable"],
  note: Note,
): NoteDetails => ({
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

/** Throws `forbidden` unless the caller wrote the note or is a maintainer. */
function requireNoteEditor({ store, user }: Caller, project: Project, note: Note): void {
  if (note.system) throw forbidden();
  if (note.authorId === user?.id) return;
  if (accessLevel(store, user, project) < accessLevels.maintainer) throw forbidden();
}

function requireNote(store: ServiceStore, noteable: Noteable, id: number): Note {
  const note = findNote(store, noteable.type, noteable.id, id);
  if (!note) throw notFound();
  return note;
}

export interface NoteSorting {
  readonly order_by?: "created_at" | "updated_at";
  readonly sort?: "asc" | "desc";
}

/** Returns the requested page of the notes on something, newest first unless requested otherwise, and their number. */
export function listNotes(
  { store }: Caller,
  noteable: Noteable,
  order: NoteSorting,
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

/** Returns a note on something. Throws `notFound`. */
export const readNote = ({ store }: Caller, noteable: Noteable, id: number): NoteDetails =>
  describeNote(store, noteable, requireNote(store, noteable, id));

/**
 * Adds a note, or a reaction where the text is one emoji. Throws `unauthorized` without a token, `forbidden` where the discussion is locked
 * and `badParameter` for an empty text.
 */
export async function addNote(
  caller: Caller,
  noteable: Noteable,
  input: { readonly body: string; readonly created_at?: string },
): Promise<{ readonly added: NoteDetails } | { readonly reaction: ReactionDetails }> {
  const { store } = caller;
  const { type, id, project } = noteable;
  const user = requireCaller(caller);
  requireOpenDiscussion(caller, noteable);
  if (input.body.trim() === "") throw badParameter("body", "is empty");
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
  recordComment(store, user, note);
  return { added: describeNote(store, noteable, note) };
}

/** Records a new comment as activity in what it is on, as a review, and in to-dos. */
export function recordComment(store: ServiceStore, author: User, note: Note): void {
  const { parentType, parentId, createdAt } = note;
  if (parentType === "Issue") changeIssue(store, parentId, {}, createdAt);
  if (parentType === "MergeRequest") {
    touchMergeRequest(store, parentId, createdAt);
    markReviewed(store, parentId, author.id);
  }
  handleComment(store, author, note);
  noteAdded.emit(store, note);
}

/** Changes the text of a note. Throws `notFound`, and `forbidden` unless the caller wrote it or is a maintainer. */
export function editNote(caller: Caller, noteable: Noteable, id: number, body: string): NoteDetails {
  const note = requireNote(caller.store, noteable, id);
  requireNoteEditor(caller, noteable.project, note);
  changeNote(caller.store, note.id, body);
  handleEditedComment(caller.store, requireCaller(caller), note, body);
  return readNote(caller, noteable, id);
}

/** Deletes a note. Throws `notFound`, and `forbidden` unless the caller wrote it or is a maintainer. */
export function removeNote(caller: Caller, noteable: Noteable, id: number): void {
  const note = requireNote(caller.store, noteable, id);
  requireNoteEditor(caller, noteable.project, note);
  deleteNoteRow(caller.store, note.id);
}

/** Parent of notes: a merge request, an issue or a snippet. */
export interface Noteable {
  readonly type: NoteParentKind;
  readonly id: number;
  /** Absent for snippets. */
  readonly iid?: number;
  readonly project: Project;
  /** Whether the discussion is locked, so that only members of the project may comment. */
  readonly locked?: boolean;
  /** Set for a snippet, whose single notes carry some of its fields. */
  readonly snippet?: Snippet;
}

/** A merge request that is commented on. */
export interface NoteableMergeRequest extends Noteable {
  readonly mergeRequest: MergeRequest;
}

/** Returns the merge request that notes are on. Throws `notFound` and `forbidden`. */
export function requireNoteableMergeRequest(
  caller: Caller,
  { id, merge_request_iid: iid }: { readonly id: string | number; readonly merge_request_iid: number },
): NoteableMergeRequest {
  const { project, mergeRequest } = requireMergeRequest(caller, id, iid);
  const locked = mergeRequest.discussionLocked;
  return { type: "MergeRequest", id: mergeRequest.id, iid, project, locked, mergeRequest };
}

/** Returns the issue that notes are on. Throws `notFound`. */
export function requireNoteableIssue(
  caller: Caller,
  { id, issue_iid: iid }: { readonly id: string | number; readonly issue_iid: number },
): Noteable {
  const { project, issue } = requireIssue(caller, id, iid);
  return { type: "Issue", id: issue.id, iid, project, locked: issue.discussionLocked };
}

/** Returns the snippet that notes are on. Throws `notFound`. */
export function requireNoteableSnippet(
  caller: Caller,
  { id, snippet_id: snippetId }: { readonly id: string | number; readonly snippet_id: number },
): Noteable {
  const project = requireProject(caller, id);
  const snippet = requireSnippet(caller.store, caller.user, project, snippetId);
  return { type: "Snippet", id: snippetId, project, snippet };
}

/** Throws `forbidden` where the discussion is locked and the caller is not a member of the project. */
export function requireOpenDiscussion({ store, user }: Caller, { locked, project }: Noteable): void {
  if (locked && accessLevel(store, user, project) === 0) throw forbidden();
}
