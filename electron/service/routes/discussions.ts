import {
  createDiscussion,
  deleteDiscussionNote,
  listDiscussions,
  position as positionShape,
  replyToDiscussion,
  resolveDiscussion,
  type SentPosition,
  updateDiscussionNote,
} from "../../../shared/api/resources/discussions.ts";
import { accessLevel } from "../domain/access/access-level.ts";
import { addSystemNote } from "../domain/merge-requests/follow-merge-request.ts";
import { requireMergeRequest } from "../domain/merge-requests/require-merge-request.ts";
import { countLines } from "../domain/repository/count-lines.ts";
import type { Repository } from "../git/repository.ts";
import type { Context } from "../http/context.ts";
import { badParameter, forbidden, httpError, unauthorized } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { mapPage, pageOf } from "../http/paging.ts";
import { userOf } from "../presenters/merge-request.ts";
import { accessLevels } from "../store/groups/members.ts";
import { touchMergeRequest } from "../store/review/merge-requests.ts";
import {
  allNotes,
  changeNote,
  deleteNoteRow,
  insertNote,
  type Note,
  newDiscussionId,
  resolveNotes,
} from "../store/review/notes.ts";
import {
  mergeRequestParent,
  type Parent,
  requireNote,
  requireNoteEditor,
  requireOpenDiscussion,
  toNote,
} from "./notes.ts";

const toDiscussionNote = (context: Context, parent: Parent, note: Note) => ({
  ...toNote(context, parent, note),
  ...(note.position ? { position: positionShape.parse(JSON.parse(note.position)) } : {}),
  resolvable: note.resolvable,
  ...(note.resolvable
    ? {
        resolved: note.resolvedAt !== null,
        resolved_by: userOf(context, note.resolvedById),
        resolved_at: note.resolvedAt,
      }
    : {}),
});

const toDiscussion = (context: Context, parent: Parent, notes: readonly Note[]) => ({
  id: notes[0]?.discussionId ?? "",
  individual_note: notes.length === 1 && notes[0]?.type === null,
  notes: notes.map((note) => toDiscussionNote(context, parent, note)),
});

/** Returns notes by discussion, oldest discussion first. */
function grouped(context: Context, parent: Parent): Map<string, Note[]> {
  const groups = new Map<string, Note[]>();
  for (const note of allNotes(context.store, parent.type, parent.id)) {
    const group = groups.get(note.discussionId);
    if (group) group.push(note);
    else groups.set(note.discussionId, [note]);
  }
  return groups;
}

function requireDiscussion(context: Context, parent: Parent, id: string): Note[] {
  const notes = grouped(context, parent).get(id);
  if (!notes) throw httpError(404, "404 Discussion Not Found");
  return notes;
}

/** Throws 400 unless the position is a line of its files. */
async function checkPosition(repository: Repository, position: SentPosition): Promise<void> {
  if (position.position_type === "file") return;
  const { new_line: fresh, old_line: old } = position;
  if (fresh === undefined && old === undefined) throw badParameter("position is invalid");
  const counted = async (sha: string, path: string | undefined) =>
    path ? countLines(repository, sha, path) : 0;
  const missing =
    (fresh !== undefined && fresh > (await counted(position.head_sha, position.new_path))) ||
    (old !== undefined && old > (await counted(position.base_sha, position.old_path)));
  if (missing || (fresh ?? 1) < 1 || (old ?? 1) < 1)
    throw httpError(
      400,
      `400 Bad request - Note {:line_code=>["can't be blank", "must be a valid line code"]}`,
    );
}

export const discussionRoutes = [
  implement(listDiscussions, async (input, context) => {
    const parent = await mergeRequestParent(context, input);
    const all = [...grouped(context, parent).values()];
    return mapPage(pageOf(context, all), (notes) => toDiscussion(context, parent, notes));
  }),
  implement(createDiscussion, async (input, context) => {
    const parent = await mergeRequestParent(context, input);
    requireOpenDiscussion(context, parent);
    if (!context.user) throw unauthorized();
    if (input.body.trim() === "") throw badParameter("body is empty");
    if (input.position) await checkPosition(context.repository(parent.project), input.position);
    const note = insertNote(context.store, {
      parentType: parent.type,
      parentId: parent.id,
      discussionId: newDiscussionId(),
      type: input.position ? "DiffNote" : "DiscussionNote",
      authorId: context.user.id,
      body: input.body,
      position: input.position ? JSON.stringify(input.position) : null,
      resolvable: true,
    });
    touchMergeRequest(context.store, parent.id);
    return toDiscussion(context, parent, [note]);
  }),
  implement(replyToDiscussion, async (input, context) => {
    const parent = await mergeRequestParent(context, input);
    requireOpenDiscussion(context, parent);
    if (!context.user) throw unauthorized();
    const [first] = requireDiscussion(context, parent, input.discussion_id);
    if (!first || first.system) throw forbidden();
    const note = insertNote(context.store, {
      parentType: parent.type,
      parentId: parent.id,
      discussionId: first.discussionId,
      type: first.type ?? "DiscussionNote",
      authorId: context.user.id,
      body: input.body,
      position: first.position,
      resolvable: first.resolvable,
    });
    touchMergeRequest(context.store, parent.id);
    return toDiscussionNote(context, parent, note);
  }),
  implement(updateDiscussionNote, async (input, context) => {
    const parent = await mergeRequestParent(context, input);
    requireDiscussion(context, parent, input.discussion_id);
    const note = requireNote(context, parent, input.note_id);
    requireNoteEditor(context, parent.project, note);
    changeNote(context.store, note.id, input.body);
    return toDiscussionNote(context, parent, requireNote(context, parent, input.note_id));
  }),
  implement(deleteDiscussionNote, async (input, context) => {
    const parent = await mergeRequestParent(context, input);
    requireDiscussion(context, parent, input.discussion_id);
    const note = requireNote(context, parent, input.note_id);
    requireNoteEditor(context, parent.project, note);
    deleteNoteRow(context.store, note.id);
    return undefined;
  }),
  implement(resolveDiscussion, async (input, context) => {
    const { mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
    const parent = await mergeRequestParent(context, input);
    const { user } = context;
    if (!user) throw unauthorized();
    const notes = requireDiscussion(context, parent, input.discussion_id);
    if (!notes.some(({ resolvable }) => resolvable)) throw httpError(400, "400 Bad request - not resolvable");
    if (
      mergeRequest.authorId !== user.id &&
      accessLevel(context.store, context.user, parent.project) < accessLevels.developer
    )
      throw forbidden();
    resolveNotes(context.store, input.discussion_id, input.resolved ? user.id : null);
    const open = allNotes(context.store, parent.type, parent.id).some(
      ({ resolvable, resolvedAt }) => resolvable && resolvedAt === null,
    );
    if (input.resolved && !open) addSystemNote(context.store, mergeRequest, user.id, "resolved all threads");
    touchMergeRequest(context.store, parent.id);
    return toDiscussion(context, parent, requireDiscussion(context, parent, input.discussion_id));
  }),
];
