import { createCommitComment, listCommitComments } from "../../../shared/api/resources/commits.ts";
import { requireReadableProject } from "../domain/access/require-project.ts";
import { commentOnCommit, commentsOf } from "../domain/repository/commit-comments.ts";
import { requireCommit } from "../domain/repository/read-commits.ts";
import { implement } from "../http/implement.ts";
import { mapPage, pageOf } from "../http/paging.ts";
import { toCommitComment } from "../presenters/commit-comment.ts";

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
