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
  addNote,
  editNote,
  listNotes,
  type Noteable,
  type NoteSorting,
  readNote,
  removeNote,
  requireNoteableIssue,
  requireNoteableMergeRequest,
  requireNoteableSnippet,
} from "../domain/discussions/notes.ts";
import { Paged } from "../domain/paged.ts";
import { type Context, implement } from "../http/implement.ts";
import { toNote, toReaction, toSingleNote } from "../presenters/note.ts";

/**
 * Returns a function that makes handlers of operations on the notes of one kind of thing. `find` returns what an input
 * names, and throws where the caller may not see it.
 */
const notesOn =
  <Named>(find: (context: Context, named: Named) => Noteable) =>
  <Input, Result>(handle: (context: Context, noteable: Noteable, input: Input) => Result) =>
  (input: Input & Named, context: Context): Result =>
    handle(context, find(context, input), input);

function list(context: Context, noteable: Noteable, order: NoteSorting) {
  const { notes, total } = listNotes(context, noteable, order, context.page);
  return new Paged(
    notes.map((note) => toNote(context, note)),
    { total },
  );
}

const get = (context: Context, noteable: Noteable, { note_id }: { readonly note_id: number }) =>
  toSingleNote(context, readNote(context, noteable, note_id), noteable.snippet);

async function create(
  context: Context,
  noteable: Noteable,
  input: { readonly body: string; readonly created_at?: string },
) {
  const made = await addNote(context, noteable, input);
  return "reaction" in made ? toReaction(context, made.reaction) : toNote(context, made.added);
}

const update = (
  context: Context,
  noteable: Noteable,
  { note_id, body }: { readonly note_id: number; readonly body: string },
) => toNote(context, editNote(context, noteable, note_id, body));

function remove(context: Context, noteable: Noteable, { note_id }: { readonly note_id: number }): undefined {
  removeNote(context, noteable, note_id);
}

const onMergeRequest = notesOn(requireNoteableMergeRequest);
const onIssue = notesOn(requireNoteableIssue);
const onSnippet = notesOn(requireNoteableSnippet);

export const noteRoutes = [
  implement(listMergeRequestNotes, onMergeRequest(list)),
  implement(getMergeRequestNote, onMergeRequest(get)),
  implement(createMergeRequestNote, onMergeRequest(create)),
  implement(updateMergeRequestNote, onMergeRequest(update)),
  implement(deleteMergeRequestNote, onMergeRequest(remove)),
  implement(listIssueNotes, onIssue(list)),
  implement(getIssueNote, onIssue(get)),
  implement(createIssueNote, onIssue(create)),
  implement(updateIssueNote, onIssue(update)),
  implement(deleteIssueNote, onIssue(remove)),
  implement(listSnippetNotes, onSnippet(list)),
  implement(getSnippetNote, onSnippet(get)),
  implement(createSnippetNote, onSnippet(create)),
  implement(updateSnippetNote, onSnippet(update)),
  implement(deleteSnippetNote, onSnippet(remove)),
];
