import { insertIssue, setSubscription } from "../../store/review/issues.ts";
import { insertNote, newDiscussionId } from "../../store/review/notes.ts";
import { addReaction } from "../../store/review/reactions.ts";
import type { RoleCall, roleInputs } from "./role-inputs.ts";

const inProject = ({ project }: RoleCall) => ({ id: project.id });
const issue = (call: RoleCall) => ({ ...inProject(call), issue_iid: call.issue });
const text = { body: "Text" };
const duration = { duration: "1h" };

/** An issue of somebody who is not among the callers; its number is none that others use. */
function newIssue(call: RoleCall) {
  const iid = 1000 + Number(call.unused().split("-").at(-1));
  const made = { projectId: call.project.id, iid, title: "Another", authorId: call.authorId };
  return insertIssue(call.service.store, made);
}
const another = (call: RoleCall) => ({ ...inProject(call), issue_iid: newIssue(call).iid });

/** A thread on an issue, of somebody who is not among the callers. */
function thread(call: RoleCall) {
  const { id: parentId, iid } = newIssue(call);
  const { id, discussionId } = insertNote(call.service.store, {
    parentType: "Issue",
    parentId,
    discussionId: newDiscussionId(),
    type: "DiscussionNote",
    authorId: call.authorId,
    body: "A note",
  });
  return { parentId, noteId: id, discussionId, of: { ...inProject(call), issue_iid: iid } };
}
const discussion = (call: RoleCall) => {
  const { of, discussionId } = thread(call);
  return { ...of, discussion_id: discussionId };
};
const discussionNote = (call: RoleCall) => {
  const { of, discussionId, noteId } = thread(call);
  return { ...of, discussion_id: discussionId, note_id: noteId };
};
const note = (call: RoleCall) => {
  const { of, noteId } = thread(call);
  return { ...of, note_id: noteId };
};
const award = (call: RoleCall, type: "Issue" | "Note", id: number) =>
  addReaction(call.service.store, type, id, call.authorId, "tada").id;

/** Returns the right input of the operations of issues. */
export const issueInputs: typeof roleInputs = {
  listIssues: () => ({}),
  listGroupIssues: ({ group }) => ({ id: group.id }),
  listProjectIssues: inProject,
  getIssue: issue,
  createIssue: (call) => ({ ...inProject(call), title: "New" }),
  updateIssue: (call) => ({ ...issue(call), description: call.unused() }),
  deleteIssue: another,
  moveIssue: (call) => ({ ...another(call), to_project_id: call.sibling.id }),
  reorderIssue: (call) => {
    const [after, before] = [newIssue(call), newIssue(call)];
    return { ...issue(call), move_after_id: after.id, move_before_id: before.id };
  },
  subscribeToIssue: another,
  unsubscribeFromIssue: (call) => {
    const { id, iid } = newIssue(call);
    const { store, ids } = call.service;
    for (const userId of ids.values()) setSubscription(store, id, userId, true);
    return { ...inProject(call), issue_iid: iid };
  },
  listIssueParticipants: issue,
  listIssueRelatedMergeRequests: issue,
  listIssueClosingMergeRequests: issue,
  getIssueTimeStats: issue,
  setIssueTimeEstimate: (call) => ({ ...issue(call), ...duration }),
  resetIssueTimeEstimate: issue,
  addIssueSpentTime: (call) => ({ ...issue(call), ...duration }),
  resetIssueSpentTime: issue,
  listIssueDiscussions: issue,
  getIssueDiscussion: discussion,
  createIssueDiscussion: (call) => ({ ...issue(call), ...text }),
  replyToIssueDiscussion: (call) => ({ ...discussion(call), ...text }),
  updateIssueDiscussionNote: (call) => ({ ...discussionNote(call), ...text }),
  deleteIssueDiscussionNote: discussionNote,
  listIssueReactions: issue,
  createIssueReaction: (call) => ({ ...issue(call), name: "tada" }),
  deleteIssueReaction: (call) => {
    const { id, iid } = newIssue(call);
    return { ...inProject(call), issue_iid: iid, award_id: award(call, "Issue", id) };
  },
  listIssueNoteReactions: note,
  createIssueNoteReaction: (call) => ({ ...note(call), name: "tada" }),
  deleteIssueNoteReaction: (call) => {
    const input = note(call);
    return { ...input, award_id: award(call, "Note", input.note_id) };
  },
};
