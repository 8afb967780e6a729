import type { Context } from "../http/context.ts";
import type { CommitComment } from "../store/review/commit-comments.ts";
import { findUser } from "../store/users/users.ts";
import { toUserSummary } from "./user.ts";

/** Returns a comment on a commit with its author. */
export function toCommitComment(context: Context, comment: Omit<CommitComment, "id">) {
  const author = findUser(context.store, comment.authorId);
  return {
    note: comment.note,
    author: author && toUserSummary(context, author),
    created_at: comment.createdAt,
    path: comment.path,
    line: comment.line,
    line_type: comment.lineType,
  };
}
