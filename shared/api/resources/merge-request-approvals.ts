import { z } from "zod";
import { idOrPath, openEnum, record, timestamp } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";
import { approvals } from "./merge-request-shapes.ts";
import { userSummary } from "./user-shapes.ts";

/* Not in the documents: where a service lacks them, the view hides approvals. */

const one = "/projects/:id/merge_requests/:merge_request_iid";
const shared = {
  auth: "token",
  extension: "service",
  params: { id: idOrPath, merge_request_iid: z.int() },
} as const;

export const getMergeRequestApprovals = operation({
  ...shared,
  method: "GET",
  path: `${one}/approvals`,
  summary: "Approvals of a merge request",
  response: json(approvals),
  reads: ["merge_requests"],
});

export const approveMergeRequest = operation({
  ...shared,
  method: "POST",
  path: `${one}/approve`,
  summary: "Approve a merge request",
  role: "developer",
  body: { sha: z.string().optional().describe("head that was reviewed; 409 for another one") },
  response: json(approvals),
  status: 201,
  changes: ["merge_requests", "notes"],
});

export const unapproveMergeRequest = operation({
  ...shared,
  method: "POST",
  path: `${one}/unapprove`,
  summary: "Revoke the approval",
  role: "developer",
  response: json(approvals),
  status: 201,
  changes: ["merge_requests", "notes"],
});

const approvalRule = record({
  id: z.int().default(0),
  name: z.string().default(""),
  rule_type: openEnum("any_approver", "regular", "code_owner", "report_approver").default("regular"),
  section: z.string().nullish().describe("of code owners; since 13.x"),
  approvals_required: z.int().default(0),
  eligible_approvers: z.array(userSummary).default([]),
  approved_by: z.array(userSummary).default([]),
  approved: z.boolean().optional(),
});
export type ApprovalRule = z.output<typeof approvalRule>;

export const getApprovalState = operation({
  ...shared,
  method: "GET",
  path: `${one}/approval_state`,
  summary: "Rules of approval of a merge request and who met them; since 12.3, where the service has rules",
  response: json(record({ rules: z.array(approvalRule).default([]) })),
  reads: ["merge_requests"],
});

/** State of a review: nothing yet, comments, changes that are asked for, or an approval. */
const reviewState = openEnum(
  "unreviewed",
  "review_started",
  "reviewed",
  "requested_changes",
  "approved",
  "unapproved",
);

export const listReviewers = operation({
  ...shared,
  method: "GET",
  path: `${one}/reviewers`,
  summary: "Reviewers of a merge request with the state of their reviews; since 15.0",
  response: json(
    z.array(record({ user: userSummary, state: reviewState, created_at: timestamp.optional() })),
  ),
  reads: ["merge_requests"],
});

/** Publishes the drafts that the caller has on the service, if any, and sets the state of the caller's review. */
export const publishReview = operation({
  ...shared,
  method: "POST",
  path: `${one}/draft_notes/bulk_publish`,
  summary: "Request changes, or say that a review is done; since 19.2",
  role: "developer",
  body: {
    reviewer_state: z.enum(["reviewed", "requested_changes"]),
    note: z.string().optional().describe("comment beside it"),
  },
  response: none,
  status: 204,
  changes: ["merge_requests", "notes"],
});
