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
import {
  type Noteable,
  requireNoteableIssue,
  requireNoteableMergeRequest,
  requireNoteableSnippet,
} from "../domain/discussions/noteable.ts";
import {
  addNote,
  editNote,
  listNotes,
  type NoteOrder,
  readNote,
  removeNote,
} from "../domain/discussions/notes.ts";
import type { Context } from "../http/context.ts";
import { implement } from "../http/implement.ts";
import { Paged } from "../http/paging.ts";
import { toNote, toSingleNote } from "../presenters/note.ts";
import { toReaction } from "../presenters/reaction.ts";

function list(context: Context, noteable: Noteable, order: NoteOrder) {
  const { notes, total } = listNotes(context, noteable, order, context.page);
  return new Paged(
    notes.map((note) => toNote(context, note)),
    { total },
  );
}

const get = (context: Context, noteable: Noteable, id: number) =>
  toSingleNote(context, readNote(context, noteable, id), noteable.snippet);

async function create(
  context: Context,
  noteable: Noteable,
  input: { body: string; created_at?: string | undefined },
) {
  const made = await addNote(context, noteable, input);
  return "reaction" in made ? toReaction(context, made.reaction) : toNote(context, made.added);
}

const update = (context: Context, noteable: Noteable, id: number, body: string) =>
  toNote(context, editNote(context, noteable, id, body));

function remove(context: Context, noteable: Noteable, id: number): undefined {
  removeNote(context, noteable, id);
}

export const noteRoutes = [
  implement(listMergeRequestNotes, (input, context) =>
    list(context, requireNoteableMergeRequest(context, input), input),
  ),
  implement(getMergeRequestNote, (input, context) =>
    get(context, requireNoteableMergeRequest(context, input), input.note_id),
  ),
  implement(createMergeRequestNote, (input, context) =>
    create(context, requireNoteableMergeRequest(context, input), input),
  ),
  implement(updateMergeRequestNote, (input, context) =>
    update(context, requireNoteableMergeRequest(context, input), input.note_id, input.body),
  ),
  implement(deleteMergeRequestNote, (input, context) =>
    remove(context, requireNoteableMergeRequest(context, input), input.note_id),
  ),
  implement(listIssueNotes, (input, context) => list(context, requireNoteableIssue(context, input), input)),
  implement(getIssueNote, (input, context) =>
    get(context, requireNoteableIssue(context, input), input.note_id),
  ),
  implement(createIssueNote, (input, context) =>
    create(context, requireNoteableIssue(context, input), input),
  ),
  implement(updateIssueNote, (input, context) =>
    update(context, requireNoteableIssue(context, input), input.note_id, input.body),
  ),
  implement(deleteIssueNote, (input, context) =>
    remove(context, requireNoteableIssue(context, input), input.note_id),
  ),
  implement(listSnippetNotes, (input, context) =>
    list(context, requireNoteableSnippet(context, input), input),
  ),
  implement(getSnippetNote, (input, context) =>
    get(context, requireNoteableSnippet(context, input), input.note_id),
  ),
  implement(createSnippetNote, (input, context) =>
    create(context, requireNoteableSnippet(context, input), input),
  ),
  implement(updateSnippetNote, (input, context) =>
    update(context, requireNoteableSnippet(context, input), input.note_id, input.body),
  ),
  implement(deleteSnippetNote, (input, context) =>
    remove(context, requireNoteableSnippet(context, input), input.note_id),
  ),
];
