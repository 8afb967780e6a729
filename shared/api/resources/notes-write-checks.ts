import type { AnyOperation } from "../contract/operation.ts";
import type { Fields } from "../identity/identity.ts";
import { type AddedEntry, adds, isMine } from "../write-checks/added-entry.ts";
import {
  deletes,
  done,
  hundredOf,
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
  createIssueDiscussion,
  deleteDiscussionNote,
  deleteIssueDiscussionNote,
  listDiscussions,
  listIssueDiscussions,
  replyToDiscussion,
  replyToIssueDiscussion,
  resolveDiscussion,
  updateDiscussionNote,
  updateIssueDiscussionNote,
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
  createIssueNoteReaction,
  createIssueReaction,
  createMergeRequestReaction,
  createNoteReaction,
  deleteIssueNoteReaction,
  deleteIssueReaction,
  deleteMergeRequestReaction,
  deleteNoteReaction,
  listIssueNoteReactions,
  listIssueReactions,
  listMergeRequestReactions,
  listNoteReactions,
} from "./reactions.ts";

const comment = () => "The comment";
const reaction = ({ name }: Fields) => (name ? `The reaction :${name}:` : "The reaction");
const newest = hundredOf("id", "merge_request_iid");
const newestOfIssue = hundredOf("id", "issue_iid");

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
const issueDiscussed = addsNote(listIssueDiscussions, newestOfIssue, notesOf);

const noteChecks = (
  parent: string,
  [create, list]: readonly [AnyOperation, AnyOperation],
  rest: readonly [AnyOperation, AnyOperation, AnyOperation],
): WriteChecks => [[create, addsNote(list, hundredOf("id", parent))], ...threadNoteChecks(parent, rest)];

/** Checks of the notes of a thread, which are notes like others. */
const threadNoteChecks = (
  parent: string,
  [update, get, remove]: readonly [AnyOperation, AnyOperation, AnyOperation],
): WriteChecks => [
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

/** Checks of the reactions of something that `list` reads by the fields of these names. */
const reactionChecks = (
  [create, list, remove]: readonly [AnyOperation, AnyOperation, AnyOperation],
  ...names: readonly string[]
): WriteChecks => [
  [create, addsReaction(list, hundredOf(...names))],
  [remove, removes(list, hundredOf(...names), "award_id", reaction)],
];

/** Checks of the writes of comments, discussions and reactions. */
export const noteWriteChecks: WriteChecks = [
  [createDiscussion, discussed],
  [replyToDiscussion, discussed],
  [createIssueDiscussion, issueDiscussed],
  [replyToIssueDiscussion, issueDiscussed],
  ...threadNoteChecks("merge_request_iid", [updateDiscussionNote, getMergeRequestNote, deleteDiscussionNote]),
  ...threadNoteChecks("issue_iid", [updateIssueDiscussionNote, getIssueNote, deleteIssueDiscussionNote]),
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
  ...reactionChecks(
    [createMergeRequestReaction, listMergeRequestReactions, deleteMergeRequestReaction],
    ...["id", "merge_request_iid"],
  ),
  ...reactionChecks(
    [createNoteReaction, listNoteReactions, deleteNoteReaction],
    ...["id", "merge_request_iid", "note_id"],
  ),
  ...reactionChecks([createIssueReaction, listIssueReactions, deleteIssueReaction], "id", "issue_iid"),
  ...reactionChecks(
    [createIssueNoteReaction, listIssueNoteReactions, deleteIssueNoteReaction],
    ...["id", "issue_iid", "note_id"],
  ),
];
