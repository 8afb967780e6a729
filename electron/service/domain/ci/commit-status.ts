import { pipelineStatus } from "../../ci/pipeline-state.ts";
import { type CommitStatus, insertCommitStatus, listCommitStatuses } from "../../store/ci/commit-statuses.ts";
import { lastPipelineOf } from "../../store/ci/pipelines.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import { findUser, type User } from "../../store/users/users.ts";

/** Returns the last status of each stage and name. */
function latestStatuses(statuses: readonly CommitStatus[]): CommitStatus[] {
  const byName = new Map(statuses.map((status) => [`${status.stage}\0${status.name}`, status]));
  return [...byName.values()];
}

/** Returns the newest pipeline of a commit and its state, which is that of external checks where no pipeline ran. */
export function commitState(store: Store, project: Project, sha: string) {
  const pipeline = lastPipelineOf(store, project.id, sha);
  if (pipeline) return { pipeline, status: pipeline.status };
  const checks = latestStatuses(listCommitStatuses(store, project.id, sha));
  return { pipeline: null, status: checks.length === 0 ? null : pipelineStatus(checks) };
}

/** A status of a commit with its author. */
export interface CommitStatusDetails {
  readonly status: CommitStatus;
  readonly author: User | null;
}

/** Returns a status with its author. */
export const describeStatus = (store: Store, status: CommitStatus): CommitStatusDetails => ({
  status,
  author: status.authorId === null ? null : findUser(store, status.authorId),
});

/** Returns the statuses of a commit that match; the last one of each stage and name unless `all` is true. */
export function findCommitStatuses(
  store: Store,
  project: Project,
  sha: string,
  query: {
    readonly ref?: string | undefined;
    readonly stage?: string | undefined;
    readonly name?: string | undefined;
    readonly all?: boolean | undefined;
  },
): CommitStatus[] {
  const ref = query.ref ?? project.defaultBranch;
  const found = listCommitStatuses(store, project.id, sha).filter(
    (status) =>
      status.ref === ref &&
      (query.stage === undefined || status.stage === query.stage) &&
      (query.name === undefined || status.name === query.name),
  );
  return query.all ? found : latestStatuses(found);
}

/** Adds a status that an external check reports for a commit, and returns it. */
export function addCommitStatus(
  store: Store,
  project: Project,
  sha: string,
  input: {
    readonly state: CommitStatus["status"];
    readonly ref?: string | undefined;
    readonly name?: string | undefined;
    readonly context?: string | undefined;
    readonly description?: string | undefined;
    readonly target_url?: string | undefined;
  },
  author: User | null,
): CommitStatusDetails {
  const now = new Date().toISOString();
  const hasEnded = input.state !== "pending" && input.state !== "running";
  insertCommitStatus(store, project.id, {
    sha,
    ref: input.ref ?? project.defaultBranch ?? "HEAD",
    stage: "external",
    name: input.name ?? input.context ?? "default",
    status: input.state,
    description: input.description ?? null,
    targetUrl: input.target_url ?? null,
    allowFailure: false,
    authorId: author?.id ?? null,
    createdAt: now,
    startedAt: input.state === "pending" ? null : now,
    finishedAt: hasEnded ? now : null,
  });
  const status = listCommitStatuses(store, project.id, sha).at(-1);
  if (!status) throw new Error("the status was not stored");
  return { status, author };
}
