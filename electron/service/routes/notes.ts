import {
  createIssueNote,
  createMergeRequestNote,
  createSnippetNote,
  deleteIssueNote,
  deleteMergeRequestNote,
  deleteSnippetNote,
  getIssueNote,
  getMergeRequestNote,
  getSnippetNote,
  listIssueNotes,
  listMergeRequestNotes,
  listSnippetNotes,
  updateIssueNote,
  updateMergeRequestNote,
  updateSnippetNote,
} from "../../../shared/api/resources/notes.ts";
import { accessLevel } from "../domain/access/access-level.ts";
import { isEmojiName, nameOfEmoji } from "../domain/emoji-names.ts";
import { requireMergeRequest } from "../domain/merge-requests/require-merge-request.ts";
import { requireSnippet } from "../domain/snippets/snippets.ts";
import type { Context } from "../http/context.ts";
import { badParameter, forbidden, httpError, unauthorized } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { Paged } from "../http/paging.ts";
import { userOf } from "../presenters/merge-request.ts";
import { accessLevels } from "../store/groups/members.ts";
import type { Project } from "../store/projects/projects.ts";
import type { Snippet } from "../store/projects/snippets.ts";
import { findIssueId } from "../store/review/issues.ts";
import { touchMergeRequest } from "../store/review/merge-requests.ts";
import {
  changeNote,
  deleteNoteRow,
  findNote,
  insertNote,
  listNoteRows,
  type Note,
  type NoteParent,
} from "../store/review/notes.ts";
import { addReaction } from "../store/review/reactions.ts";
import { toReaction } from "./merge-requests/reactions.ts";

/** What notes are on. */
export interface Parent {
  readonly type: NoteParent;
  readonly id: number;
  /** Absent for snippets. */
  readonly iid?: number | undefined;
  readonly project: Project;
  /** Only members of the project may comment. */
  readonly locked?: boolean;
  /** Set for a snippet, whose single notes carry some of its fields. */
  readonly snippet?: Snippet;
}

/** Returns a note as the API represents it. */
export const toNote = (context: Context, parent: Pick<Parent, "type" | "id" | "iid">, note: Note) => ({
  id: note.id,
  type: note.type,
  body: note.body,
  attachment: null,
  author: userOf(context, note.authorId),
  created_at: note.createdAt,
  updated_at: note.updatedAt,
  system: note.system,
  noteable_id: parent.id,
  noteable_type: parent.type,
  noteable_iid: parent.iid ?? null,
  resolvable: note.resolvable,
  confidential: false,
  internal: false,
});

/** Returns the name of the emoji that a note consists of; null where there is other text. */
export async function onlyEmoji(body: string): Promise<string | null> {
  const text = body.trim();
  const named = /^:([\w+-]+):$/.exec(text)?.[1];
  if (named === "thumbsup" || named === "+1" || text === "👍") return "thumbsup";
  if (named === "thumbsdown" || named === "-1" || text === "👎") return "thumbsdown";
  if (named) return (await isEmojiName(named)) ? named : null;
  return nameOfEmoji(text);
}

/** Throws unless the caller wrote the note or is a maintainer. */
export function requireNoteEditor(context: Context, project: Project, note: Note): void {
  if (note.system) throw forbidden();
  if (note.authorId === context.user?.id) return;
  if (accessLevel(context.store, context.user, project) < accessLevels.maintainer) throw forbidden();
}

/** Throws 403 where the discussion is locked and the caller is no member of the project. */
export function requireOpenDiscussion(context: Context, { locked, project }: Parent): void {
  if (locked && accessLevel(context.store, context.user, project) === 0) throw forbidden();
}

interface Listing {
  readonly order_by?: "created_at" | "updated_at" | undefined;
  readonly sort?: "asc" | "desc" | undefined;
}

function list(context: Context, parent: Parent, input: Listing) {
  const { number, perPage } = context.page;
  const { rows, total } = listNoteRows(context.store, parent.type, parent.id, {
    orderBy: input.order_by ?? "created_at",
    sort: input.sort ?? "desc",
    limit: perPage,
    offset: (number - 1) * perPage,
  });
  return new Paged(
    rows.map((row) => toNote(context, parent, row)),
    { total },
  );
}

function get(context: Context, parent: Parent, id: number) {
  const note = requireNote(context, parent, id);
  const response = toNote(context, parent, note);
  return parent.snippet
    ? {
        ...response,
        title: parent.snippet.title,
        file_name: parent.snippet.paths[0] ?? null,
        expires_at: parent.snippet.expiresAt,
      }
    : response;
}

/** Returns the note of an id on a parent. Throws 404. */
export function requireNote(context: Context, parent: Pick<Parent, "type" | "id">, id: number): Note {
  const note = findNote(context.store, parent.type, parent.id, id);
  if (!note) throw httpError(404, "404 Not found");
  return note;
}

async function create(
  context: Context,
  parent: Parent,
  input: { readonly body: string; readonly created_at?: string | undefined },
) {
  const { user } = context;
  if (!user) throw unauthorized();
  requireOpenDiscussion(context, parent);
  if (input.body.trim() === "") throw badParameter("body is empty");
  const emoji = await onlyEmoji(input.body);
  if (emoji) {
    const reaction = addReaction(context.store, parent.type, parent.id, user.id, emoji);
    return { ...toReaction(context, reaction, parent.type, parent.id) };
  }
  const owner =
    user.isAdmin || accessLevel(context.store, context.user, parent.project) >= accessLevels.owner;
  const note = insertNote(context.store, {
    parentType: parent.type,
    parentId: parent.id,
    authorId: user.id,
    body: input.body,
    // Ignored for others, as real services do.
    ...(input.created_at && owner ? { createdAt: new Date(input.created_at).toISOString() } : {}),
  });
  if (parent.type === "MergeRequest") touchMergeRequest(context.store, parent.id, note.createdAt);
  return toNote(context, parent, note);
}

function update(context: Context, parent: Parent, id: number, body: string) {
  const note = requireNote(context, parent, id);
  requireNoteEditor(context, parent.project, note);
  changeNote(context.store, note.id, body);
  return toNote(context, parent, requireNote(context, parent, id));
}

function remove(context: Context, parent: Parent, id: number): undefined {
  const note = requireNote(context, parent, id);
  requireNoteEditor(context, parent.project, note);
  deleteNoteRow(context.store, note.id);
  return undefined;
}

interface OfMergeRequest {
  readonly id: string | number;
  readonly merge_request_iid: number;
}

/** Returns the merge request that notes are on. */
export async function mergeRequestParent(context: Context, input: OfMergeRequest): Promise<Parent> {
  const { project, mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
  return {
    type: "MergeRequest",
    id: mergeRequest.id,
    iid: mergeRequest.iid,
    project,
    locked: mergeRequest.discussionLocked,
  };
}

function issueParent(context: Context, id: string | number, iid: number): Parent {
  const project = context.project(id);
  const issueId = findIssueId(context.store, project.id, iid);
  if (issueId === null) throw httpError(404, "404 Not found");
  return { type: "Issue", id: issueId, iid, project };
}

function snippetParent(context: Context, id: string | number, snippetId: number): Parent {
  const project = context.project(id);
  const snippet = requireSnippet(context.store, context.user, project, snippetId);
  return { type: "Snippet", id: snippetId, project, snippet };
}

export const noteRoutes = [
  implement(listMergeRequestNotes, async (input, context) =>
    list(context, await mergeRequestParent(context, input), input),
  ),
  implement(getMergeRequestNote, async (input, context) =>
    get(context, await mergeRequestParent(context, input), input.note_id),
  ),
  implement(createMergeRequestNote, async (input, context) =>
    create(context, await mergeRequestParent(context, input), input),
  ),
  implement(updateMergeRequestNote, async (input, context) =>
    update(context, await mergeRequestParent(context, input), input.note_id, input.body),
  ),
  implement(deleteMergeRequestNote, async (input, context) =>
    remove(context, await mergeRequestParent(context, input), input.note_id),
  ),
  implement(listIssueNotes, (input, context) =>
    list(context, issueParent(context, input.id, input.issue_iid), input),
  ),
  implement(getIssueNote, (input, context) =>
    get(context, issueParent(context, input.id, input.issue_iid), input.note_id),
  ),
  implement(createIssueNote, (input, context) =>
    create(context, issueParent(context, input.id, input.issue_iid), input),
  ),
  implement(updateIssueNote, (input, context) =>
    update(context, issueParent(context, input.id, input.issue_iid), input.note_id, input.body),
  ),
  implement(deleteIssueNote, (input, context) =>
    remove(context, issueParent(context, input.id, input.issue_iid), input.note_id),
  ),
  implement(listSnippetNotes, (input, context) =>
    list(context, snippetParent(context, input.id, input.snippet_id), input),
  ),
  implement(getSnippetNote, (input, context) =>
    get(context, snippetParent(context, input.id, input.snippet_id), input.note_id),
  ),
  implement(createSnippetNote, (input, context) =>
    create(context, snippetParent(context, input.id, input.snippet_id), input),
  ),
  implement(updateSnippetNote, (input, context) =>
    update(context, snippetParent(context, input.id, input.snippet_id), input.note_id, input.body),
  ),
  implement(deleteSnippetNote, (input, context) =>
    remove(context, snippetParent(context, input.id, input.snippet_id), input.note_id),
  ),
];
