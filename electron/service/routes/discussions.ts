import {
  createDiscussion,
  createIssueDiscussion,
  deleteDiscussionNote,
  deleteIssueDiscussionNote,
  getIssueDiscussion,
  listDiscussions,
  listIssueDiscussions,
  replyToDiscussion,
  replyToIssueDiscussion,
  resolveDiscussion,
  type SentPosition,
  updateDiscussionNote,
  updateIssueDiscussionNote,
} from "../../../shared/api/resources/discussions.ts";
import {
  describeDiscussion,
  editDiscussionNote,
  listDiscussionNotes,
  readDiscussion,
  removeDiscussionNote,
  replyTo,
  setResolved,
  startDiscussion,
} from "../domain/discussions/discussions.ts";
import {
  type Noteable,
  requireNoteableIssue,
  requireNoteableMergeRequest,
} from "../domain/discussions/notes.ts";
import { mapPage, pageOf } from "../domain/paged.ts";
import { type Context, implement } from "../http/implement.ts";
import { toDiscussion, toDiscussionNote } from "../presenters/note.ts";

const list = (context: Context, noteable: Noteable) =>
  mapPage(pageOf(context, listDiscussionNotes(context, noteable)), (notes) =>
    toDiscussion(context, describeDiscussion(context, noteable, notes)),
  );

const create = async (
  context: Context,
  noteable: Noteable,
  input: { readonly body: string; readonly position?: SentPosition },
) => toDiscussion(context, [await startDiscussion(context, noteable, input)]);

interface OfThread {
  readonly discussion_id: string;
}
interface OfNote extends OfThread {
  readonly note_id: number;
}
interface Sent {
  readonly body: string;
}

const reply = (context: Context, noteable: Noteable, { discussion_id: id, body }: OfThread & Sent) =>
  toDiscussionNote(context, replyTo(context, noteable, id, body));

const update = (context: Context, noteable: Noteable, input: OfNote & Sent) =>
  toDiscussionNote(context, editDiscussionNote(context, noteable, input));

function remove(context: Context, noteable: Noteable, input: OfNote): undefined {
  removeDiscussionNote(context, noteable, input);
}

export const discussionRoutes = [
  implement(listDiscussions, (input, context) => list(context, requireNoteableMergeRequest(context, input))),
  implement(createDiscussion, (input, context) =>
    create(context, requireNoteableMergeRequest(context, input), input),
  ),
  implement(replyToDiscussion, (input, context) =>
    reply(context, requireNoteableMergeRequest(context, input), input),
  ),
  implement(updateDiscussionNote, (input, context) =>
    update(context, requireNoteableMergeRequest(context, input), input),
  ),
  implement(deleteDiscussionNote, (input, context) =>
    remove(context, requireNoteableMergeRequest(context, input), input),
  ),
  implement(resolveDiscussion, (input, context) => {
    const noteable = requireNoteableMergeRequest(context, input);
    return toDiscussion(context, setResolved(context, noteable, input.discussion_id, input.resolved));
  }),
  implement(listIssueDiscussions, (input, context) => list(context, requireNoteableIssue(context, input))),
  implement(getIssueDiscussion, (input, context) => {
    const noteable = requireNoteableIssue(context, input);
    return toDiscussion(context, readDiscussion(context, noteable, input.discussion_id));
  }),
  implement(createIssueDiscussion, (input, context) =>
    create(context, requireNoteableIssue(context, input), { body: input.body }),
  ),
  implement(replyToIssueDiscussion, (input, context) =>
    reply(context, requireNoteableIssue(context, input), input),
  ),
  implement(updateIssueDiscussionNote, (input, context) =>
    update(context, requireNoteableIssue(context, input), input),
  ),
  implement(deleteIssueDiscussionNote, (input, context) =>
    remove(context, requireNoteableIssue(context, input), input),
  ),
];
