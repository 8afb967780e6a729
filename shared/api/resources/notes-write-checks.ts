import type { AnyOperation } from "../contract/operation.ts";
import type { Fields } from "../identity/identity.ts";
import { type AddedEntry, adds, isMine } from "../write-checks/added-entry.ts";
import {
  deletes,
  done,
  isFields,
  isSameText,
  notDone,
  pickFields,
  removes,
  sets,
  undecided,
  type WriteCheck,
  type WriteChecks,
} from "../write-checks/write-check.ts";
import {
  createDiscussion,
  deleteDiscussionNote,
  listDiscussions,
  replyToDiscussion,
  resolveDiscussion,
  updateDiscussionNote,
} from "./discussions.ts";
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
} from "./notes.ts";
import {
  createMergeRequestReaction,
  createNoteReaction,
  deleteMergeRequestReaction,
  deleteNoteReaction,
  listMergeRequestReactions,
  listNoteReactions,
} from "./reactions.ts";

const comment = () => "The comment";
const reaction = ({ name }: Fields) => (name ? `The reaction :${name}:` : "The reaction");
const newest = (written: Fields) => ({ ...pickFields("id", "merge_request_iid")(written), per_page: 100 });

/** A comment is recognised by its text and author. */
const compareNote: AddedEntry["compare"] = (note, written, context) => ({
  content: isSameText(note.body, written.body),
  mine: isMine(note.author, context),
});

const notesOf = (discussion: unknown): readonly Fields[] =>
  isFields(discussion) && Array.isArray(discussion.notes) ? discussion.notes.filter(isFields) : [];

const addsNote = (
  read: AnyOperation,
  input: AddedEntry["input"],
  entriesOf?: AddedEntry["entriesOf"],
): WriteCheck =>
  adds({
    read,
    input,
    compare: compareNote,
    order: "id",
    what: comment,
    entriesOf,
  });

const discussed = addsNote(listDiscussions, newest, notesOf);

const noteChecks = (
  parent: string,
  [create, list]: readonly [AnyOperation, AnyOperation],
  [update, get, remove]: readonly [AnyOperation, AnyOperation, AnyOperation],
): readonly (readonly [AnyOperation, WriteCheck])[] => [
  [create, addsNote(list, (written) => ({ ...pickFields("id", parent)(written), per_page: 100 }))],
  [update, sets(get, pickFields("id", parent, "note_id"), ["body"], comment)],
  [remove, deletes(get, pickFields("id", parent, "note_id"), comment)],
];

/** Nobody can react twice in the same way. */
const addsReaction = (read: AnyOperation, input: AddedEntry["input"]): WriteCheck =>
  adds({
    read,
    input,
    compare: (entry, { name }, context) => ({
      content: entry.name === name,
      mine: isMine(entry.user, context),
    }),
    order: "id",
    isUnique: true,
    what: reaction,
  });

/** Checks of the writes of comments, discussions and reactions. */
export const noteWriteChecks: WriteChecks = [
  [createDiscussion, discussed],
  [replyToDiscussion, discussed],
  [
    updateDiscussionNote,
    sets(getMergeRequestNote, pickFields("id", "merge_request_iid", "note_id"), ["body"], comment),
  ],
  [
    deleteDiscussionNote,
    deletes(getMergeRequestNote, pickFields("id", "merge_request_iid", "note_id"), comment),
  ],
  [
    resolveDiscussion,
    {
      read: listDiscussions,
      input: newest,
      judge(found, { discussion_id: id, resolved }) {
        const threads: readonly unknown[] = Array.isArray(found) ? found : [];
        const thread = threads.find((thread) => isFields(thread) && thread.id === id);
        const notes = notesOf(thread);
        const states = notes.filter(({ resolvable }) => resolvable === true).map((note) => note.resolved);
        if (states.length === 0) return undecided;
        return states.includes(resolved) ? done(thread) : notDone;
      },
      sentences: () => ["The new state of the thread is there.", "The new state of the thread is not there."],
    },
  ],
  ...noteChecks(
    "merge_request_iid",
    [createMergeRequestNote, listMergeRequestNotes],
    [updateMergeRequestNote, getMergeRequestNote, deleteMergeRequestNote],
  ),
  ...noteChecks(
    "issue_iid",
    [createIssueNote, listIssueNotes],
    [updateIssueNote, getIssueNote, deleteIssueNote],
  ),
  ...noteChecks(
    "snippet_id",
    [createSnippetNote, listSnippetNotes],
    [updateSnippetNote, getSnippetNote, deleteSnippetNote],
  ),
  [createMergeRequestReaction, addsReaction(listMergeRequestReactions, newest)],
  [deleteMergeRequestReaction, removes(listMergeRequestReactions, newest, "award_id", reaction)],
  [
    createNoteReaction,
    addsReaction(listNoteReactions, (written) => ({ ...newest(written), note_id: written.note_id })),
  ],
  [
    deleteNoteReaction,
    removes(
      listNoteReactions,
      (written) => ({ ...newest(written), note_id: written.note_id }),
      "award_id",
      reaction,
    ),
  ],
];
