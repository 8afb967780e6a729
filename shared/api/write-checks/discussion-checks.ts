import type { AnyOperation } from "../contract/operation.ts";
import type { Fields } from "../identity/identity.ts";
import {
  createDiscussion,
  deleteDiscussionNote,
  listDiscussions,
  replyToDiscussion,
  resolveDiscussion,
  updateDiscussionNote,
} from "../resources/discussions.ts";
import {
  acceptMergeRequest,
  approveMergeRequest,
  createMergeRequest,
  deleteMergeRequest,
  getMergeRequest,
  getMergeRequestApprovals,
  unapproveMergeRequest,
  updateMergeRequest,
} from "../resources/merge-request-changes.ts";
import {
  getTimeStats,
  listProjectMergeRequests,
  resetSpentTime,
  resetTimeEstimate,
} from "../resources/merge-requests.ts";
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
} from "../resources/notes.ts";
import {
  createMergeRequestReaction,
  createNoteReaction,
  deleteMergeRequestReaction,
  deleteNoteReaction,
  listMergeRequestReactions,
  listNoteReactions,
} from "../resources/reactions.ts";
import { type AddedEntry, adds, isMine } from "./added-entry.ts";
import {
  compareFields,
  deletes,
  isFields,
  isSameText,
  isUnchanged,
  type Known,
  makes,
  pick,
  removes,
  sets,
  type WriteCheck,
} from "./write-check.ts";

const comment = () => "The comment";
const reaction = ({ name }: Fields) => (name ? `The reaction :${name}:` : "The reaction");
const mergeRequest = ({ merge_request_iid: iid }: Fields) => `Merge request !${iid}`;
const ofMergeRequest = pick("id", "merge_request_iid");
const newest = (written: Fields) => ({ ...ofMergeRequest(written), per_page: 100 });

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
    ...(entriesOf ? { entriesOf } : {}),
  });

const discussed = addsNote(listDiscussions, newest, (found) => found.flatMap(notesOf));

const noteChecks = (
  parent: string,
  [create, list]: readonly [AnyOperation, AnyOperation],
  [update, get, remove]: readonly [AnyOperation, AnyOperation, AnyOperation],
): readonly (readonly [AnyOperation, WriteCheck])[] => [
  [create, addsNote(list, (written) => ({ ...pick("id", parent)(written), per_page: 100 }))],
  [update, sets(get, pick("id", parent, "note_id"), ["body"], comment)],
  [remove, deletes(get, pick("id", parent, "note_id"), comment)],
];

const isApproved = (expected: boolean): WriteCheck =>
  makes(
    getMergeRequestApprovals,
    ofMergeRequest,
    ({ user_has_approved: has }) => (typeof has === "boolean" ? has === expected : null),
    () =>
      expected
        ? ["Your approval is there.", "Your approval is not there."]
        : ["Your approval is revoked.", "Your approval is still there."],
  );

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

/** Returns whether a time was reset, null where somebody may have set it again since. */
const isZero = (found: Fields, name: string, before: readonly Known[]): boolean | null =>
  found[name] === 0 || (isUnchanged(found, [name], before) ? false : null);

const states: Readonly<Record<string, string>> = { close: "closed", reopen: "opened" };
const editedFields = ["title", "description", "target_branch", "labels", "squash", "discussion_locked"];
const edited = sets(getMergeRequest, ofMergeRequest, editedFields, mergeRequest);

/** Checks of writes to merge requests and their discussions. */
export const discussionChecks: readonly (readonly [AnyOperation, WriteCheck])[] = [
  [createDiscussion, discussed],
  [replyToDiscussion, discussed],
  [
    updateDiscussionNote,
    sets(getMergeRequestNote, pick("id", "merge_request_iid", "note_id"), ["body"], comment),
  ],
  [deleteDiscussionNote, deletes(getMergeRequestNote, pick("id", "merge_request_iid", "note_id"), comment)],
  [
    resolveDiscussion,
    {
      read: listDiscussions,
      input: newest,
      judge(found, { discussion_id: id, resolved }) {
        const threads: readonly unknown[] = Array.isArray(found) ? found : [];
        const notes = notesOf(threads.find((thread) => isFields(thread) && thread.id === id));
        const states = notes.filter(({ resolvable }) => resolvable === true).map((note) => note.resolved);
        if (states.length === 0) return "unknown";
        return states.includes(resolved) ? "yes" : "no";
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
  [
    createMergeRequest,
    adds({
      read: listProjectMergeRequests,
      // Of any state: it may have been merged meanwhile.
      input: ({ id, target_project_id: target, source_branch, target_branch }) => ({
        id: target ?? id,
        source_branch,
        target_branch,
        state: "all",
        scope: "all",
        per_page: 100,
      }),
      compare: (entry, written, context) => ({
        content:
          isSameText(entry.title, written.title) &&
          compareFields(entry, written, ["source_branch", "target_branch"]) !== false,
        mine: isMine(entry.author, context),
      }),
      order: "iid",
      what: ({ source_branch: source }) => `The merge request for ${source}`,
    }),
  ],
  [
    acceptMergeRequest,
    makes(
      getMergeRequest,
      ofMergeRequest,
      (found) => found.state === "merged",
      (written) => [`${mergeRequest(written)} is merged.`, `${mergeRequest(written)} is not merged.`],
    ),
  ],
  [
    updateMergeRequest,
    {
      ...edited,
      judge(found, written, context) {
        const wanted = states[String(written.state_event)];
        if (wanted && isFields(found) && found.state !== wanted) return "no";
        const fields = edited.judge(found, written, context);
        return wanted && fields === "unknown" ? "yes" : fields;
      },
    },
  ],
  [deleteMergeRequest, deletes(getMergeRequest, ofMergeRequest, mergeRequest)],
  [approveMergeRequest, isApproved(true)],
  [unapproveMergeRequest, isApproved(false)],
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
  [
    resetSpentTime,
    makes(
      getTimeStats,
      ofMergeRequest,
      (found, _, { before }) => isZero(found, "total_time_spent", before),
      () => ["No time is recorded.", "The recorded time is unchanged."],
    ),
  ],
  [
    resetTimeEstimate,
    makes(
      getTimeStats,
      ofMergeRequest,
      (found, _, { before }) => isZero(found, "time_estimate", before),
      () => ["There is no estimate.", "The estimate is unchanged."],
    ),
  ],
];
