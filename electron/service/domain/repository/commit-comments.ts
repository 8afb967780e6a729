import { timeNow } from "../../clock.ts";
import { readCommit } from "../../git/commits.ts";
import type { Repository } from "../../git/repository.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import {
  type CommitComment,
  insertCommitComment,
  listCommitCommentRows,
} from "../../store/review/commit-comments.ts";
import { findUser, type User } from "../../store/users/users.ts";
import type { Caller } from "../access/access-level.ts";
import { requireCaller } from "../access/require-access.ts";
import { projectRepository } from "../originals/original-state.ts";
import { countLines } from "./read-file.ts";

/** A comment on a commit with its author. */
export interface CommitCommentDetails {
  readonly comment: Omit<CommitComment, "id">;
  readonly author: User | null;
}

/** Returns the comments on a commit. */
export const commentsOf = (store: ServiceStore, project: Project, sha: string): CommitCommentDetails[] =>
  listCommitCommentRows(store, project.id, sha).map((comment) => ({
    comment,
    author: findUser(store, comment.authorId),
  }));

/**
 * Adds a comment to a line of a commit, or to all of it where there is no such line (Commits › Comment on a commit).
 * Throws `unauthorized` without a token.
 */
export async function commentOnCommit(
  caller: Caller,
  project: Project,
  sha: string,
  input: {
    readonly note: string;
    readonly path?: string;
    readonly line?: number;
    readonly line_type?: "new" | "old";
  },
): Promise<CommitCommentDetails> {
  const author = requireCaller(caller);
  const { path, line, line_type: side = "new" } = input;
  const isOnLine =
    path !== undefined &&
    line !== undefined &&
    (await hasLine(projectRepository(caller.store, project), sha, path, line, side));
  const comment = {
    authorId: author.id,
    note: input.note,
    path: isOnLine ? path : null,
    line: isOnLine ? line : null,
    lineType: isOnLine ? side : null,
    createdAt: timeNow(caller.store),
  };
  insertCommitComment(caller.store, project.id, sha, comment);
  return { comment, author };
}

/** Returns whether a commit's version of a file (its parent's, for `old`) has a line of this number. */
async function hasLine(
  repository: Repository,
  sha: string,
  path: string,
  line: number,
  side: "new" | "old",
): Promise<boolean> {
  const commit = side === "new" ? sha : (await readCommit(repository, sha)).parents[0];
  return commit !== undefined && line >= 1 && line <= (await countLines(repository, commit, path));
}
