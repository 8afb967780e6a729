import { z } from "zod";
import { openEnum, type Raw, record, timestamp, versioned } from "../contract/fields.ts";
import { diffEntry, shortCommit } from "./commit-shapes.ts";
import { pipeline } from "./pipelines.ts";
import { userSummary } from "./user-shapes.ts";

/** Seconds and their human forms (Merge requests › Time stats). */
export const timeStats = record({
  time_estimate: z.int().default(0),
  total_time_spent: z.int().default(0),
  human_time_estimate: z.string().nullable().default(null),
  human_total_time_spent: z.string().nullable().default(null),
});

export const milestone = record({
  id: z.int(),
  iid: z.int().optional(),
  project_id: z.int().nullish().describe("null or absent for one of a group"),
  group_id: z.int().nullish(),
  title: z.string(),
  description: z.string().nullish(),
  state: z.string().optional(),
  created_at: timestamp.optional(),
  updated_at: timestamp.optional(),
  due_date: z.string().nullish(),
  start_date: z.string().nullish(),
  expired: z.boolean().optional().describe("since 12.x"),
  web_url: z.string().optional(),
});

/** The merge request of any version: `draft` and `work_in_progress`, `merged_by` and `assignees` are always there. */
const readMergeRequest = (raw: Raw): Raw => {
  const draft = raw.draft ?? raw.work_in_progress;
  return {
    ...raw,
    ...(draft === undefined ? {} : { draft, work_in_progress: draft }),
    // Of an open one, the user is who set the automatic merge.
    merged_by: raw.merged_by ?? (raw.state === "opened" ? null : raw.merge_user),
    assignees: raw.assignees ?? (raw.assignee ? [raw.assignee] : undefined),
  };
};

/** A merge request; the simple view leaves most of it out (Merge requests › Merge request). */
export const mergeRequest = versioned(
  record({
    id: z.int().default(0).describe("absent from the simple view"),
    iid: z.int(),
    project_id: z.int().optional(),
    source_project_id: z.int().nullish(),
    target_project_id: z.int().optional(),
    title: z.string(),
    description: z.string().nullable().default(null),
    state: openEnum("opened", "closed", "locked", "merged"),
    merged_by: userSummary.nullish(),
    merge_user: userSummary
      .nullish()
      .describe("since 14.7, for `merged_by`; of an open one who set the automatic merge"),
    closed_by: userSummary.nullish(),
    merged_at: timestamp.nullish(),
    closed_at: timestamp.nullish(),
    created_at: timestamp.optional(),
    updated_at: timestamp.optional(),
    target_branch: z.string().default(""),
    source_branch: z.string().default(""),
    upvotes: z.int().default(0),
    downvotes: z.int().default(0),
    author: userSummary.nullish(),
    assignee: userSummary.nullish(),
    assignees: z.array(userSummary).default([]),
    reviewers: z.array(userSummary).optional().describe("since 13.8; absent from services without reviewers"),
    labels: z.array(z.string()).default([]),
    work_in_progress: z.boolean().default(false),
    draft: z.boolean().optional().describe("since 13.2, beside `work_in_progress`"),
    milestone: milestone.nullish(),
    merge_when_pipeline_succeeds: z.boolean().optional(),
    merge_status: openEnum("can_be_merged", "cannot_be_merged", "unchecked", "checking").optional(),
    detailed_merge_status: z.string().optional().describe("since 15.6"),
    sha: z.string().nullish(),
    merge_commit_sha: z.string().nullish(),
    squash_commit_sha: z.string().nullish().describe("where the service says it"),
    user_notes_count: z.int().default(0),
    discussion_locked: z.boolean().nullish(),
    should_remove_source_branch: z.boolean().nullish(),
    force_remove_source_branch: z.boolean().nullish(),
    allow_collaboration: z.boolean().nullish().describe("of merge requests from forks"),
    allow_maintainer_to_push: z.boolean().nullish(),
    web_url: z.string().default(""),
    references: record({
      short: z.string().optional(),
      relative: z.string().optional(),
      full: z.string().optional(),
    })
      .optional()
      .describe("since 12.7"),
    time_stats: timeStats.optional(),
    squash: z.boolean().optional(),
    subscribed: z.boolean().optional(),
    changes_count: z.string().nullish(),
    has_conflicts: z.boolean().optional(),
    blocking_discussions_resolved: z.boolean().optional(),
  }),
  readMergeRequest,
);
export type MergeRequest = z.output<typeof mergeRequest>;

/** One version of a merge request's changes (Merge requests › Diff version). */
export const mergeRequestVersion = record({
  id: z.int(),
  head_commit_sha: z.string(),
  base_commit_sha: z.string().default("").describe("null in versions of before 9.x, as is the next"),
  start_commit_sha: z.string().default(""),
  created_at: timestamp,
  merge_request_id: z.int(),
  state: openEnum("collected", "empty", "overflow", "without_files"),
  real_size: z.string().nullish(),
  commits_count: z.int().nullish().describe("only from Helve's local service"),
});
export type MergeRequestVersion = z.output<typeof mergeRequestVersion>;

/** A version with its commits and changes. */
export const mergeRequestVersionDetail = record({
  ...mergeRequestVersion.shape,
  commits: z.array(shortCommit).default([]),
  diffs: z.array(diffEntry).default([]),
});

/** Commits between which a merge request's changes are; null while the first version is made. */
const diffRefs = record({
  base_sha: z.string().nullish(),
  head_sha: z.string().nullish(),
  start_sha: z.string().nullish(),
});

/** A single merge request, not of a list; an extension of the documents. */
export const mergeRequestDetail = versioned(
  record({
    ...mergeRequest.shape,
    diff_refs: diffRefs.nullish().describe("null while the first version is made"),
    diverged_commits_count: z.int().optional().describe("commits of the target that the source lacks"),
    user: record({ can_merge: z.boolean().default(false) })
      .optional()
      .describe("what the caller may do"),
    merge_error: z.string().nullish().describe("why the last merge or rebase failed; since 11.6"),
    rebase_in_progress: z.boolean().optional().describe("where it was asked for"),
    head_pipeline: pipeline.nullish().describe("of the last commit; since 11.2"),
  }),
  readMergeRequest,
);
/** A merge request with the changes of its newest version. */
export const mergeRequestWithChanges = versioned(
  record({
    ...mergeRequestDetail.shape,
    changes: z.array(diffEntry).default([]),
    overflow: z.boolean().optional().describe("whether changes were left out"),
  }),
  readMergeRequest,
);
export type MergeRequestDetail = z.output<typeof mergeRequestDetail>;

/** Approvals (an extension of the documents). */
export const approvals = record({
  iid: z.int().optional().describe("of the merge request, as are `id` and others; absent from some versions"),
  approved: z.boolean().optional(),
  approvals_required: z.int().default(0),
  approvals_left: z.int().default(0),
  approved_by: z.array(record({ user: userSummary })).default([]),
  user_has_approved: z.boolean().default(false),
  user_can_approve: z.boolean().default(false),
});
