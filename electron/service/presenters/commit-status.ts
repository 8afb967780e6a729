import type { Context } from "../http/context.ts";
import type { CommitStatus } from "../store/ci/commit-statuses.ts";
import { findUser } from "../store/users/users.ts";
import { toUserSummary } from "./user.ts";

/** Returns a status of a commit with its author. */
export function toCommitStatus(context: Context, status: CommitStatus) {
  const author = status.authorId === null ? null : findUser(context.store, status.authorId);
  return {
    id: status.id,
    sha: status.sha,
    ref: status.ref,
    status: status.status,
    name: status.name,
    target_url: status.targetUrl,
    description: status.description,
    created_at: status.createdAt,
    started_at: status.startedAt,
    finished_at: status.finishedAt,
    allow_failure: status.allowFailure,
    coverage: null,
    author: author ? toUserSummary(context, author) : null,
  };
}
