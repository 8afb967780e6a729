import type { OutputOf } from "../../../shared/api/contract/operation.ts";
import type { ShortCommit } from "../../../shared/api/resources/commit-shapes.ts";
import type { Discussion, DiscussionNote } from "../../../shared/api/resources/discussions.ts";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import type { getMergeRequestApprovals } from "../../../shared/api/resources/merge-request-approvals.ts";
import type {
  MergeRequestDetail,
  MergeRequestVersion,
} from "../../../shared/api/resources/merge-request-shapes.ts";
import type { EvidenceDocument } from "../../workers/export/evidence/evidence-types.ts";
import type { PipelineJobs } from "./read-jobs.ts";

/*
 * What a service sends is written field by field: a newer one may send what is no part of a review, such as tokens, and
 * what changes with each read.
 */

interface Person {
  readonly username?: string | null | undefined;
  readonly name?: string | null | undefined;
}

const person = (user: Person | null | undefined) =>
  user ? { username: user.username ?? null, name: user.name ?? null } : null;

/** Returns the facts of a merge request. */
export const mergeRequestDocument = (project: string, of: MergeRequestDetail): EvidenceDocument => ({
  name: "merge-request",
  value: {
    project,
    iid: of.iid,
    title: of.title,
    description: of.description,
    state: of.state,
    web_url: of.web_url || null,
    author: person(of.author),
    assignees: of.assignees.map(person),
    reviewers: (of.reviewers ?? []).map(person),
    labels: of.labels.toSorted(),
    milestone: of.milestone?.title ?? null,
    source_branch: of.source_branch,
    target_branch: of.target_branch,
    sha: of.sha ?? null,
    merge_commit_sha: of.merge_commit_sha ?? null,
    squash_commit_sha: of.squash_commit_sha ?? null,
    diff_refs: {
      base_sha: of.diff_refs?.base_sha ?? null,
      start_sha: of.diff_refs?.start_sha ?? null,
      head_sha: of.diff_refs?.head_sha ?? null,
    },
    created_at: of.created_at ?? null,
    merged_at: of.merged_at ?? null,
    merged_by: person(of.merged_by),
    closed_at: of.closed_at ?? null,
    closed_by: person(of.closed_by),
  },
});

/** Returns the versions, newest first, and the commits of the newest. */
export const versionsDocument = (
  versions: readonly MergeRequestVersion[],
  commits: readonly ShortCommit[],
): EvidenceDocument => ({
  name: "versions",
  value: {
    versions: versions.map((version, index) => ({
      number: versions.length - index,
      id: version.id,
      head_commit_sha: version.head_commit_sha,
      base_commit_sha: version.base_commit_sha,
      start_commit_sha: version.start_commit_sha,
      created_at: version.created_at,
      state: version.state,
    })),
    commits: commits.map((commit) => ({
      id: commit.id,
      title: commit.title ?? null,
      author_name: commit.author_name ?? null,
      authored_date: commit.authored_date ?? null,
    })),
  },
});

/** Sentences in which services record that somebody approved, or took it back. */
const approvalEvent = /^(?:un)?approved this merge request/i;

/** Returns who approves, and when approvals were given and taken back, as the events of the service say. */
export const approvalsDocument = (
  approvals: OutputOf<typeof getMergeRequestApprovals> | null,
  threads: readonly Discussion[],
): EvidenceDocument => ({
  name: "approvals",
  value: {
    approved: approvals?.approved ?? null,
    approvals_required: approvals?.approvals_required ?? null,
    approvals_left: approvals?.approvals_left ?? null,
    approved_by: approvals?.approved_by.map(({ user }) => person(user)) ?? null,
    events: threads
      .flatMap(({ notes }) => notes)
      .filter(({ system, body }) => system && approvalEvent.test(body))
      .map(({ body, author, created_at }) => ({ event: body, by: person(author), at: created_at ?? null })),
  },
});

/** Returns all threads with their state, events of the service included. */
export const threadsDocument = (threads: readonly Discussion[]): EvidenceDocument => ({
  name: "threads",
  value: threads.map(({ id, notes }) => {
    const resolvable = notes.filter((note) => note.resolvable);
    return {
      id,
      resolved: resolvable.length === 0 ? null : resolvable.every(({ resolved }) => resolved === true),
      resolved_by: person(resolvable.at(-1)?.resolved_by),
      notes: notes.map(noteValue),
    };
  }),
});

const noteValue = (note: DiscussionNote) => ({
  id: note.id,
  author: person(note.author),
  created_at: note.created_at ?? null,
  updated_at: note.updated_at ?? null,
  system: note.system,
  internal: note.internal ?? note.confidential ?? false,
  body: note.body,
  position: note.position
    ? {
        base_sha: note.position.base_sha,
        head_sha: note.position.head_sha,
        old_path: note.position.old_path ?? null,
        new_path: note.position.new_path ?? null,
        old_line: note.position.old_line ?? null,
        new_line: note.position.new_line ?? null,
      }
    : null,
});

/** Returns the pipelines, newest first, with their jobs. */
export const pipelinesDocument = (pipelines: readonly PipelineJobs[]): EvidenceDocument => ({
  name: "pipelines",
  value: pipelines.map(({ pipeline, jobs }) => ({
    id: pipeline.id,
    sha: pipeline.sha,
    ref: pipeline.ref ?? null,
    status: pipeline.status,
    source: pipeline.source ?? null,
    created_at: pipeline.created_at ?? null,
    web_url: pipeline.web_url || null,
    jobs: jobs.map(jobValue),
  })),
});

const jobValue = (job: Job) => ({
  id: job.id,
  name: job.name,
  stage: job.stage,
  status: job.status,
  allow_failure: job.allow_failure ?? false,
  failure_reason: job.failure_reason ?? null,
  coverage: job.coverage ?? null,
  created_at: job.created_at ?? null,
  started_at: job.started_at ?? null,
  finished_at: job.finished_at ?? null,
  duration: job.duration ?? null,
  user: person(job.user),
  runner: job.runner?.description ?? null,
  web_url: job.web_url || null,
});
