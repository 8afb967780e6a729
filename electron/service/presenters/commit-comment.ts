import type { CommitCommentDetails } from "../domain/repository/commit-comments.ts";
import type { Links } from "../http/context.ts";
import { toUserOrNull } from "./user.ts";

/** Returns a comment on a commit with its author. */
export const toCommitComment = (links: Links, { comment, author }: CommitCommentDetails) => ({
  note: comment.note,
  author: toUserOrNull(links, author),
  created_at: comment.createdAt,
  path: comment.path,
  line: comment.line,
  line_type: comment.lineType,
});
