import { z } from "zod";
import { idOrPath, record } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";
import { mergeRequest } from "./merge-request-shapes.ts";

/* Dependencies: merge requests that are merged before another one. Not in the documents; of GitLab's paid tiers. */

const one = "/projects/:id/merge_requests/:merge_request_iid/blocks";
const params = { id: idOrPath, merge_request_iid: z.int() };
const shared = { auth: "token", extension: "service" } as const;
const changes = ["merge_requests", "notes"] as const;

/** A dependency: the blocked one is not merged before the blocking one is. */
const mergeRequestBlock = record({
  id: z.int(),
  blocking_merge_request: mergeRequest.nullish().describe("absent where the caller may not see it"),
  blocked_merge_request: mergeRequest.nullish().describe("as `blocking_merge_request`"),
});
export type MergeRequestBlock = z.output<typeof mergeRequestBlock>;

export const listMergeRequestBlocks = operation({
  ...shared,
  method: "GET",
  path: one,
  summary: "Merge requests that have to be merged before this one; since 17.x",
  params,
  paged: "offset",
  response: json(z.array(mergeRequestBlock)),
  reads: ["merge_requests"],
});

export const createMergeRequestBlock = operation({
  ...shared,
  method: "POST",
  path: one,
  summary: "Make another merge request one that has to be merged before; since 17.x",
  params,
  body: { blocking_merge_request_id: z.int().describe("id of it in the service, not its number") },
  response: json(mergeRequestBlock),
  status: 201,
  changes,
});

export const deleteMergeRequestBlock = operation({
  ...shared,
  method: "DELETE",
  path: `${one}/:block_id`,
  summary: "Remove a dependency; since 17.x",
  params: { ...params, block_id: z.int() },
  response: none,
  status: 204,
  changes,
});
