import type { AnyOperation } from "../contract/operation.ts";
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
import {
  adds,
  deletes,
  type Fields,
  isFields,
  isNew,
  isSameText,
  makes,
  pick,
  removes,
  sets,
  type WriteCheck,
  type WriteCheckContext,
} from "./write-check.ts";

const comment = () => "The comment";
const reaction = ({ name }: Fields) => (name ? `The reaction :${name}:` : "The reaction");
const mergeRequest = ({ merge_request_iid: iid }: Fields) => `Merge request !${iid}`;
const ofMergeRequest = pick("id", "merge_request_iid");
const newest = (written: Fields) => ({ ...ofMergeRequest(written), per_page: 100 });

/** Returns whether a note is the one that was sent: its text, since then, by this account where both are known. */
function isNote(note: Fields, written: Fields, context: WriteCheckContext): boolean {
  const author = isFields(note.author) ? note.author.username : undefined;
  const mine = author === undefined || context.username === null || author === context.username;
  return mine && isSameText(note.body, written.body) && isNew(note.created_at, context);
}

const notesOf = (discussion: Fields): Fields[] =>
  Array.isArray(discussion.notes) ? discussion.notes.filter(isFields) : [];

const discussed = adds(
  listDiscussions,
  newest,
  (discussion, written, context) =>
    (written.discussion_id === undefined || discussion.id === written.discussion_id) &&
    notesOf(discussion).some((note) => isNote(note, written, context)),
  comment,
);

const noteChecks = (
  parent: string,
  [create, list]: readonly [AnyOperation, AnyOperation],
  [update, get, remove]: readonly [AnyOperation, AnyOperation, AnyOperation],
): readonly (readonly [AnyOperation, WriteCheck])[] => [
  [create, adds(list, (written) => ({ ...pick("id", parent)(written), per_page: 100 }), isNote, comment)],
  [update, sets(get, pick("id", parent, "note_id"), ["body"], comment)],
  [remove, deletes(get, pick("id", parent, "note_id"), comment)],
];

const isApproved = (expected: boolean): WriteCheck =>
  makes(
    getMergeRequestApprovals,
    ofMergeRequest,
    (found) => found.user_has_approved === expected,
    () =>
      expected
        ? ["Your approval is there.", "Your approval is not there."]
        : ["Your approval is revoked.", "Your approval is still there."],
  );

const isReaction = (entry: Fields, { name }: Fields, { username }: WriteCheckContext): boolean =>
  entry.name === name && isFields(entry.user) && entry.user.username === username;

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
    adds(
      listDiscussions,
      newest,
      (discussion, written) =>
        discussion.id === written.discussion_id &&
        notesOf(discussion).some(
          ({ resolvable, resolved }) => resolvable === true && resolved === written.resolved,
        ),
      () => "The new state of the thread",
    ),
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
    adds(
      listProjectMergeRequests,
      ({ id, source_branch, target_branch }) => ({
        id,
        source_branch,
        target_branch,
        state: "opened",
        scope: "all",
      }),
      (entry, written, context) => isNew(entry.created_at, context) && isSameText(entry.title, written.title),
      ({ source_branch: source }) => `The merge request for ${source}`,
    ),
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
  [createMergeRequestReaction, adds(listMergeRequestReactions, newest, isReaction, reaction)],
  [deleteMergeRequestReaction, removes(listMergeRequestReactions, newest, "award_id", reaction)],
  [
    createNoteReaction,
    adds(
      listNoteReactions,
      (written) => ({ ...newest(written), note_id: written.note_id }),
      isReaction,
      reaction,
    ),
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
      (found) => found.total_time_spent === 0,
      () => ["No time is recorded.", "The recorded time is unchanged."],
    ),
  ],
  [
    resetTimeEstimate,
    makes(
      getTimeStats,
      ofMergeRequest,
      (found) => found.time_estimate === 0,
      () => ["There is no estimate.", "The estimate is unchanged."],
    ),
  ],
];
