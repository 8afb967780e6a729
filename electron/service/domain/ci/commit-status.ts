import { shortRef } from "../../../../shared/text/ref-name.ts";
import { pipelineStatus } from "../../ci/pipeline-state.ts";
import { timeNow } from "../../clock.ts";
import { refsContaining } from "../../git/ancestry.ts";
import type { ServiceStore } from "../../service-store.ts";
import {
  type CommitStatus,
  insertCommitStatus,
  listCommitStatusRows,
} from "../../store/ci/commit-statuses.ts";
import { listJobsOfCommit } from "../../store/ci/jobs.ts";
import { lastPipelineOf } from "../../store/ci/pipelines.ts";
import type { Project } from "../../store/projects/projects.ts";
import { findUser, type User } from "../../store/users/users.ts";
import { mergeChecksChanged } from "../events/events.ts";
import { projectRepository } from "../originals/original-state.ts";
import { notFound } from "../refusal.ts";

/** Returns the last status of each stage and name. */
function latestStatuses<Status extends Pick<CommitStatus, "stage" | "name">>(
  statuses: readonly Status[],
): Status[] {
  const byName = new Map(statuses.map((status) => [`${status.stage}\0${status.name}`, status]));
  return [...byName.values()];
}

/** Returns the newest pipeline of a commit and its state, which is that of external checks where no pipeline ran. */
export function commitState(store: ServiceStore, project: Project, sha: string) {
  const pipeline = lastPipelineOf(store, project.id, sha);
  if (pipeline) return { pipeline, status: pipeline.status };
  const checks = latestStatuses(listCommitStatusRows(store, project.id, sha));
  return { pipeline: null, status: checks.length === 0 ? null : pipelineStatus(checks) };
}

/** The result of an external check of a commit, or of a job that ran for it. */
interface StatusOfCommit extends CommitStatus {
  /** Per cent. */
  readonly coverage: number | null;
  /** Pipeline of a job, null for an external check. */
  readonly pipelineId: number | null;
}

/** A status of a commit with its author and project. */
export interface CommitStatusDetails {
  readonly project: Project;
  readonly status: StatusOfCommit;
  readonly author: User | null;
}

/** Returns a status with its author. */
export const describeStatus = (
  store: ServiceStore,
  project: Project,
  status: StatusOfCommit,
): CommitStatusDetails => ({
  project,
  status,
  author: status.authorId === null ? null : findUser(store, status.authorId),
});

/**
 * Returns the statuses of a commit that match, by id: those of external checks and of jobs; the last one of each stage and
 * name unless `all` is true. `ref` is the default branch where it is left out.
 */
export function findCommitStatuses(
  store: ServiceStore,
  project: Project,
  sha: string,
  query: {
    readonly ref?: string;
    readonly stage?: string;
    readonly name?: string;
    readonly all?: boolean;
  },
): StatusOfCommit[] {
  const ref = query.ref ?? project.defaultBranch;
  const plainRef = ref && shortRef(ref);
  const found = [...externalStatuses(store, project, sha), ...jobStatuses(store, project, sha)].filter(
    (status) =>
      (status.ref === ref || status.ref === plainRef) &&
      (query.stage === undefined || status.stage === query.stage) &&
      (query.name === undefined || status.name === query.name),
  );
  const byId = found.toSorted((one, other) => one.id - other.id);
  return query.all ? byId : latestStatuses(byId.filter((status) => !status.retried));
}

interface ListedStatus extends StatusOfCommit {
  readonly retried: boolean;
}

const externalStatuses = (store: ServiceStore, project: Project, sha: string): ListedStatus[] =>
  listCommitStatusRows(store, project.id, sha).map((status) => ({
    ...status,
    coverage: null,
    pipelineId: null,
    retried: false,
  }));

const jobStatuses = (store: ServiceStore, project: Project, sha: string): ListedStatus[] =>
  listJobsOfCommit(store, project.id, sha).map(({ job, ref }) => ({
    id: job.id,
    sha,
    ref,
    stage: job.stage,
    name: job.name,
    status: job.status,
    description: job.failureReason,
    targetUrl: null,
    allowFailure: job.allowFailure,
    authorId: job.userId,
    createdAt: job.createdAt,
    startedAt: job.startedAt,
    finishedAt: job.finishedAt,
    coverage: job.coverage,
    pipelineId: job.pipelineId,
    retried: job.retried,
  }));

/**
 * Returns the branch that a status is of where its check names none: the default branch, else the first by name that
 * contains the commit. Throws `notFound` where none does.
 */
export async function refOfStatus(
  store: ServiceStore,
  project: Project,
  sha: string,
  signal: AbortSignal,
): Promise<string> {
  const branches = await refsContaining(projectRepository(store, project), sha, ["branch"], signal);
  const found = branches.find(({ name }) => name === project.defaultBranch) ?? branches[0];
  if (!found) throw notFound("References for commit");
  return found.name;
}

/** Adds a status that an external check reports for a commit, and returns it. */
export function addCommitStatus(
  store: ServiceStore,
  project: Project,
  sha: string,
  input: {
    readonly state: CommitStatus["status"];
    readonly ref: string;
    readonly name?: string;
    readonly context?: string;
    readonly description?: string;
    readonly target_url?: string;
    readonly coverage?: number;
  },
  author: User | null,
): CommitStatusDetails {
  const now = timeNow(store);
  const hasEnded = input.state !== "pending" && input.state !== "running";
  insertCommitStatus(store, project.id, {
    sha,
    ref: shortRef(input.ref),
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
  const status = listCommitStatusRows(store, project.id, sha).at(-1);
  if (!status) throw new Error("the status was not stored");
  mergeChecksChanged.emit(store);
  return {
    project,
    status: { ...status, coverage: input.coverage ?? null, pipelineId: null },
    author,
  };
}
