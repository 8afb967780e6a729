import type { z } from "zod";
import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
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
import { type Handler, implement } from "../http/implement.ts";
import { Paged } from "../http/paging.ts";
import { toNote, toSingleNote } from "../presenters/note.ts";
import { toReaction } from "../presenters/reaction.ts";

/**
 * Returns a function that implements an operation on the notes of one kind of thing. `find` returns what an input names,
 * and throws where the caller may not see it.
 */
const notesOn =
  <P>(find: (context: Context, params: P) => Noteable) =>
  <O extends AnyOperation & { readonly input: z.ZodType<P> }>(
    operation: O,
    handle: (context: Context, noteable: Noteable, input: z.output<O["input"]>) => ReturnType<Handler<O>>,
  ) =>
    implement<O>(operation, (input, context) => handle(context, find(context, input), input));

function list(context: Context, noteable: Noteable, order: NoteOrder) {
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
  input: { readonly body: string; readonly created_at?: string | undefined },
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
  onMergeRequest(listMergeRequestNotes, list),
  onMergeRequest(getMergeRequestNote, get),
  onMergeRequest(createMergeRequestNote, create),
  onMergeRequest(updateMergeRequestNote, update),
  onMergeRequest(deleteMergeRequestNote, remove),
  onIssue(listIssueNotes, list),
  onIssue(getIssueNote, get),
  onIssue(createIssueNote, create),
  onIssue(updateIssueNote, update),
  onIssue(deleteIssueNote, remove),
  onSnippet(listSnippetNotes, list),
  onSnippet(getSnippetNote, get),
  onSnippet(createSnippetNote, create),
  onSnippet(updateSnippetNote, update),
  onSnippet(deleteSnippetNote, remove),
];
