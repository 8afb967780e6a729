import type { CommitStatusDetails } from "../domain/ci/commit-status.ts";
import type { Links } from "../http/context.ts";
import { toUserOrNull } from "./user.ts";

/** Returns a status of a commit with its author. */
export function toCommitStatus(links: Links, { status, author }: CommitStatusDetails) {
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
    author: toUserOrNull(links, author),
  };
}
