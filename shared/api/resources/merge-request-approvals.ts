import { z } from "zod";
import { idOrPath } from "../contract/fields.ts";
import { json, operation } from "../contract/operation.ts";
import { approvals } from "./merge-request-shapes.ts";

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
