import { z } from "zod";
import { idOrPath, openEnum, record, timestamp } from "../contract/fields.ts";
import { json, operation } from "../contract/operation.ts";
import { mergeRequest } from "./merge-request-shapes.ts";
import { pipeline } from "./pipelines.ts";
import { userSummary } from "./user-shapes.ts";

/* Merge trains: not in the documents; of GitLab's paid tiers, 403 for a project that has none. */

const trains = "/projects/:id/merge_trains";
const one = `${trains}/merge_requests/:merge_request_iid`;
const shared = { auth: "token", extension: "service", role: "developer" } as const;
const ofMergeRequest = { id: idOrPath, merge_request_iid: z.int() };

/** A merge request on a train, which is merged when it is the first one and its pipeline has succeeded. */
const mergeTrainCar = record({
  id: z.int(),
  merge_request: mergeRequest.describe("simple view"),
  user: userSummary.nullish().describe("who added it"),
  pipeline: pipeline.nullish(),
  created_at: timestamp.optional(),
  updated_at: timestamp.optional(),
  target_branch: z.string(),
  status: openEnum("idle", "stale", "fresh", "merging", "merged", "skip_merged"),
  merged_at: timestamp.nullish(),
  duration: z.int().nullish().describe("seconds until it was merged"),
});
export type MergeTrainCar = z.output<typeof mergeTrainCar>;

export const listMergeTrains = operation({
  ...shared,
  method: "GET",
  path: trains,
  summary: "Merge requests on the merge trains of a project; since 12.9",
  params: { id: idOrPath },
  query: {
    scope: z.enum(["active", "complete"]).optional().describe("to be merged, or merged; both unless given"),
    sort: z.enum(["asc", "desc"]).optional().describe("newest first unless given"),
  },
  paged: "offset",
  response: json(z.array(mergeTrainCar)),
  reads: ["merge_requests"],
});

export const getMergeTrainCar = operation({
  ...shared,
  method: "GET",
  path: one,
  summary: "Place of a merge request on a merge train; since 15.6, 404 where it is on none",
  params: ofMergeRequest,
  response: json(mergeTrainCar),
  reads: ["merge_requests"],
});

/** `cancelAutoMerge` removes it again. */
export const addToMergeTrain = operation({
  ...shared,
  method: "POST",
  path: one,
  summary: "Add a merge request to the merge train of its target branch; since 15.6",
  params: ofMergeRequest,
  body: {
    sha: z.string().optional().describe("head that was reviewed; 409 for another one"),
    squash: z.boolean().optional(),
    auto_merge: z.boolean().optional().describe("adds it once its checks have passed; since 17.11"),
    when_pipeline_succeeds: z.boolean().optional().describe("`auto_merge` before 17.11"),
  },
  response: json(z.array(mergeTrainCar)),
  status: 201,
  changes: ["merge_requests", "notes", "branches", "commits"],
});
