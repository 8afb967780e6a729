import { z } from "zod";
import { openEnum, type Raw, record, timestamp, versioned } from "../contract/fields.ts";
import { milestone, timeStats } from "./merge-request-shapes.ts";
import { userSummary } from "./user-shapes.ts";

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const nameOf = (label: unknown): unknown =>
  label !== null && typeof label === "object" && "name" in label ? label.name : label;

/** The issue of any version: `assignees`, `issue_type` and names of `labels` are always there. */
const readIssue = (raw: Raw): Raw => ({
  ...raw,
  assignees: raw.assignees ?? (raw.assignee ? [raw.assignee] : undefined),
  issue_type: raw.issue_type ?? (typeof raw.type === "string" ? raw.type.toLowerCase() : undefined),
  // With their details where they were asked for.
  labels: raw.labels === undefined ? undefined : listOf(raw.labels).map(nameOf),
});

/** Tasks (`- [ ]`) of a description. */
const taskCompletion = record({ count: z.int().default(0), completed_count: z.int().default(0) });

/** An issue of a list (Issues › List issues). */
export const issue = versioned(
  record({
    id: z.int(),
    iid: z.int(),
    project_id: z.int(),
    title: z.string(),
    description: z.string().nullable().default(null),
    state: openEnum("opened", "closed"),
    created_at: timestamp.optional(),
    updated_at: timestamp.optional(),
    closed_at: timestamp.nullish(),
    closed_by: userSummary.nullish().describe("since 10.6"),
    labels: z.array(z.string()).default([]),
    milestone: milestone.nullish(),
    author: userSummary.nullish(),
    assignee: userSummary.nullish().describe("the first of `assignees`"),
    assignees: z.array(userSummary).default([]),
    issue_type: openEnum("issue", "incident", "test_case", "task").optional().describe("since 13.12"),
    type: z.string().optional().describe("the same in capitals, since 14.x"),
    user_notes_count: z.int().default(0),
    merge_requests_count: z.int().optional().describe("merge requests that close it; since 11.9"),
    upvotes: z.int().default(0),
    downvotes: z.int().default(0),
    due_date: z.string().nullish().describe("a date without a time"),
    confidential: z.boolean().default(false),
    discussion_locked: z.boolean().nullish(),
    weight: z.int().nullish().describe("in the paid tiers, and of the local service"),
    web_url: z.string().default(""),
    time_stats: timeStats.optional(),
    task_completion_status: taskCompletion.optional().describe("since 11.11"),
    has_tasks: z.boolean().optional().describe("since 12.5"),
    task_status: z.string().optional().describe("such as `2 of 5 checklist items completed`"),
    moved_to_id: z.int().nullish().describe("id of the issue in another project that continues it"),
    references: record({
      short: z.string().optional(),
      relative: z.string().optional(),
      full: z.string().optional(),
    })
      .optional()
      .describe("since 12.6"),
    _links: record({
      self: z.string().optional(),
      notes: z.string().optional(),
      award_emoji: z.string().optional(),
      project: z.string().optional(),
    }).optional(),
  }),
  readIssue,
);
export type Issue = z.output<typeof issue>;

/** A single issue, not of a list. */
export const issueDetail = versioned(
  record({
    ...issue.shape,
    subscribed: z.boolean().optional().describe("whether the caller is notified of its news"),
  }),
  readIssue,
);
export type IssueDetail = z.output<typeof issueDetail>;
