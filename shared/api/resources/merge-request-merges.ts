import { z } from "zod";
import { idOrPath, record } from "../contract/fields.ts";
import { json, operation } from "../contract/operation.ts";

/* What surrounds a merge: not in the documents; a service that lacks one responds with 404. */

const one = "/projects/:id/merge_requests/:merge_request_iid";
const shared = {
  auth: "token",
  extension: "service",
  params: { id: idOrPath, merge_request_iid: z.int() },
  changes: ["merge_requests", "notes", "branches", "commits"],
} as const;

/** 406 where no automatic merge is set. Some versions return the merge request, others only `status`. */
export const cancelAutoMerge = operation({
  ...shared,
  method: "POST",
  path: `${one}/cancel_merge_when_pipeline_succeeds`,
  summary: "Cancel the automatic merge",
  response: json(record({ status: z.string().optional() })),
  status: 201,
});

/** Rebases in the background: `getMergeRequest` shows `rebase_in_progress`, and afterwards `merge_error` where it failed. */
export const rebaseMergeRequest = operation({
  ...shared,
  method: "PUT",
  path: `${one}/rebase`,
  summary: "Rebase the source branch onto the target branch; since 11.6",
  body: { skip_ci: z.boolean().optional().describe("starts no pipeline; since 14.7") },
  response: json(record({ rebase_in_progress: z.boolean().default(true) })),
  status: 202,
});
