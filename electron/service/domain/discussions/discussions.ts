import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import type { SentPosition } from "../../../../shared/api/resources/discussions.ts";
import type { Repository } from "../../git/repository.ts";
import type { ServiceStore } from "../../service-store.ts";
import { touchMergeRequest } from "../../store/review/merge-requests.ts";
import {
  addSystemNote,
  allNotes,
  insertNote,
  type Note,
  newDiscussionId,
  resolveNotes,
} from "../../store/review/notes.ts";
import { accessLevel, type Caller } from "../access/access-level.ts";
import { requireCaller } from "../access/require-access.ts";
import { mergeChecksChanged } from "../events/events.ts";
import { projectRepository } from "../originals/original-state.ts";
import { badParameter, forbidden, notFound, Refusal } from "../refusal.ts";
import { countLines } from "../repository/read-file.ts";
import {
  describeNote,
  editNote,
  type Noteable,
  type NoteableMergeRequest,
  type NoteDetails,
  recordComment,
  removeNote,
  requireOpenDiscussion,
} from "./notes.ts";

/** The notes of each discussion, oldest discussion first. */
function notesByDiscussion(store: ServiceStore, noteable: Noteable): Map<string, Note[]> {
  const groups = new Map<string, Note[]>();
  for (const note of allNotes(store, noteable.type, noteable.id)) {
    const group = groups.get(note.discussionId);
    if (group) group.push(note);
    else groups.set(note.discussionId, [note]);
  }
  return groups;
}

function requireDiscussion(store: ServiceStore, noteable: Noteable, id: string): Note[] {
  const notes = notesByDiscussion(store, noteable).get(id);
  if (!notes) throw notFound("Discussion");
  return notes;
}

/** Throws `notFound` unless a note is of a discussion. */
function requireNoteOf(store: ServiceStore, noteable: Noteable, discussion: string, id: number): void {
  const notes = requireDiscussion(store, noteable, discussion);
  if (!notes.some((note) => note.id === id)) throw notFound();
}

/** Returns the notes of each discussion on a merge request or issue, oldest discussion first. */
export const listDiscussionNotes = ({ store }: Caller, noteable: Noteable): Note[][] => [
  ...notesByDiscussion(store, noteable).values(),
];

/** Returns the notes of one discussion with their users. Throws `notFound`. */
export const readDiscussion = (caller: Caller, noteable: Noteable, id: string): NoteDetails[] =>
  describeDiscussion(caller, noteable, requireDiscussion(caller.store, noteable, id));

/** Returns the notes of a discussion with their users. */
export const describeDiscussion = (
  { store }: Caller,
  noteable: Noteable,
  notes: readonly Note[],
): NoteDetails[] => notes.map((note) => describeNote(store, noteable, note));

/**
 * Starts a discussion on a merge request or issue, at a line or file of its changes where a position is given. Throws `unauthorized` without
 * a token, `forbidden` where the discussion is locked, `badParameter` for an empty text, and `badPosition` for a position that is not a line.
 */
export async function startDiscussion(
  caller: Caller,
  noteable: Noteable,
  { body, position }: { readonly body: string; readonly position?: SentPosition },
): Promise<NoteDetails> {
  const { store } = caller;
  requireOpenDiscussion(caller, noteable);
  const author = requireCaller(caller);
  if (body.trim() === "") throw badParameter("body", "is empty");
  if (position) await checkPosition(projectRepository(store, noteable.project), position);
  const note = insertNote(store, {
    parentType: noteable.type,
    parentId: noteable.id,
    discussionId: newDiscussionId(),
    type: position ? "DiffNote" : "DiscussionNote",
    authorId: author.id,
    body,
    position: position ? JSON.stringify(position) : null,
    resolvable: noteable.type === "MergeRequest",
  });
  recordComment(store, author, note);
  return describeNote(store, noteable, note);
}

/** Adds a note to a discussion. Throws `unauthorized`, `notFound`, and `forbidden` for a system note or where the discussion is locked. */
export function replyTo(caller: Caller, noteable: Noteable, discussionId: string, body: string): NoteDetails {
  const { store } = caller;
  requireOpenDiscussion(caller, noteable);
  const author = requireCaller(caller);
  const [first] = requireDiscussion(store, noteable, discussionId);
  if (!first || first.system) throw forbidden();
  const note = insertNote(store, {
    parentType: noteable.type,
    parentId: noteable.id,
    discussionId: first.discussionId,
    type: first.type ?? "DiscussionNote",
    authorId: author.id,
    body,
    position: first.position,
    resolvable: first.resolvable,
  });
  recordComment(store, author, note);
  return describeNote(store, noteable, note);
}

interface OfDiscussion {
  readonly discussion_id: string;
  readonly note_id: number;
}

/** Changes the text of a discussion's note. Throws `notFound`, and `forbidden` unless the caller wrote it or is a maintainer. */
export function editDiscussionNote(
  caller: Caller,
  noteable: Noteable,
  { discussion_id: discussion, note_id: id, body }: OfDiscussion & { readonly body: string },
): NoteDetails {
  requireNoteOf(caller.store, noteable, discussion, id);
  return editNote(caller, noteable, id, body);
}

/** Deletes a discussion's note. Throws `notFound`, and `forbidden` unless the caller wrote it or is a maintainer. */
export function removeDiscussionNote(
  caller: Caller,
  noteable: Noteable,
  { discussion_id: discussion, note_id: id }: OfDiscussion,
): void {
  requireNoteOf(caller.store, noteable, discussion, id);
  removeNote(caller, noteable, id);
}

/**
 * Resolves or reopens a discussion of a merge request and returns its notes. Throws `unauthorized`, `notFound`, `notResolvable` where it has nothing
 * to resolve, and `forbidden` unless the caller wrote the merge request or is a developer.
 */
export function setResolved(
  caller: Caller,
  noteable: NoteableMergeRequest,
  discussionId: string,
  resolved: boolean,
): NoteDetails[] {
  const { store } = caller;
  const { mergeRequest, project } = noteable;
  const user = requireCaller(caller);
  const notes = requireDiscussion(store, noteable, discussionId);
  if (!notes.some(({ resolvable }) => resolvable)) throw new Refusal("notResolvable", {});
  if (mergeRequest.authorId !== user.id && accessLevel(store, user, project) < accessLevels.developer) {
    throw forbidden();
  }
  resolveNotes(store, discussionId, resolved ? user.id : null);
  const open = allNotes(store, noteable.type, noteable.id).some(
    ({ resolvable, resolvedAt }) => resolvable && resolvedAt === null,
  );
  if (resolved && !open) addSystemNote(store, mergeRequest, user.id, "resolved all threads");
  touchMergeRequest(store, noteable.id);
  mergeChecksChanged.emit(store);
  return describeDiscussion(caller, noteable, requireDiscussion(store, noteable, discussionId));
}

/** Throws `badPosition` unless a comment's position is a line of its files. */
async function checkPosition(repository: Repository, position: SentPosition): Promise<void> {
  if (position.position_type === "file") return;
  const { new_line: newLine, old_line: oldLine } = position;
  if (newLine === undefined && oldLine === undefined) throw badParameter("position", "is invalid");
  const exists = async (line: number | undefined, sha: string, path: string | undefined) =>
    line === undefined || (line >= 1 && line <= (path ? await countLines(repository, sha, path) : 0));
  const valid =
    (await exists(newLine, position.head_sha, position.new_path)) &&
    (await exists(oldLine, position.base_sha, position.old_path));
  if (!valid) throw new Refusal("badPosition", {});
}
