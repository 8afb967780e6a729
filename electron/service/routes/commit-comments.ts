import { createCommitComment, listCommitComments } from "../../../shared/api/resources/commits.ts";
import { requireReadableProject } from "../domain/access/require-access.ts";
import { mapPage, pageOf } from "../domain/paged.ts";
import {
  type CommitCommentDetails,
  commentOnCommit,
  commentsOf,
} from "../domain/repository/commit-comments.ts";
import { requireCommit } from "../domain/repository/read-commits.ts";
import { implement, type Links } from "../http/implement.ts";
import { toUserOrNull } from "../presenters/user.ts";

export const commitCommentRoutes = [
  implement(listCommitComments, async (input, context) => {
    const { store } = context;
    const project = requireReadableProject(context, input.id);
    const sha = await requireCommit(store, project, input.sha);
    const page = pageOf(context, commentsOf(store, project, sha));
    return mapPage(page, (comment) => toCommitComment(context, comment));
  }),
  implement(createCommitComment, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const sha = await requireCommit(context.store, project, input.sha);
    return toCommitComment(context, await commentOnCommit(context, project, sha, input));
  }),
];

/** Returns a comment on a commit with its author. */
const toCommitComment = (links: Links, { comment, author }: CommitCommentDetails) => ({
  note: comment.note,
  author: toUserOrNull(links, author),
  created_at: comment.createdAt,
  path: comment.path,
  line: comment.line,
  line_type: comment.lineType,
});
