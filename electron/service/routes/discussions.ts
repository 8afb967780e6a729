import {
  createDiscussion,
  deleteDiscussionNote,
  listDiscussions,
  replyToDiscussion,
  resolveDiscussion,
  updateDiscussionNote,
} from "../../../shared/api/resources/discussions.ts";
import {
  describeDiscussion,
  editDiscussionNote,
  listDiscussionNotes,
  removeDiscussionNote,
  replyTo,
  setResolved,
  startDiscussion,
} from "../domain/discussions/discussions.ts";
import { requireNoteableMergeRequest } from "../domain/discussions/notes.ts";
import { mapPage, pageOf } from "../domain/paged.ts";
import { implement } from "../http/implement.ts";
import { toDiscussion, toDiscussionNote } from "../presenters/note.ts";

export const discussionRoutes = [
  implement(listDiscussions, (input, context) => {
    const noteable = requireNoteableMergeRequest(context, input);
    const page = pageOf(context, listDiscussionNotes(context, noteable));
    return mapPage(page, (notes) => toDiscussion(context, describeDiscussion(context, noteable, notes)));
  }),
  implement(createDiscussion, async (input, context) =>
    toDiscussion(context, [
      await startDiscussion(context, requireNoteableMergeRequest(context, input), input),
    ]),
  ),
  implement(replyToDiscussion, (input, context) => {
    const noteable = requireNoteableMergeRequest(context, input);
    return toDiscussionNote(context, replyTo(context, noteable, input.discussion_id, input.body));
  }),
  implement(updateDiscussionNote, (input, context) =>
    toDiscussionNote(
      context,
      editDiscussionNote(context, requireNoteableMergeRequest(context, input), input),
    ),
  ),
  implement(deleteDiscussionNote, (input, context) => {
    removeDiscussionNote(context, requireNoteableMergeRequest(context, input), input);
    return undefined;
  }),
  implement(resolveDiscussion, (input, context) => {
    const noteable = requireNoteableMergeRequest(context, input);
    return toDiscussion(context, setResolved(context, noteable, input.discussion_id, input.resolved));
  }),
];
