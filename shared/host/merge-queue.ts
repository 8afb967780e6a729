import { z } from "zod";
import { hostRoute } from "./host-route.ts";

/** A merge request to queue, at the head that its reader saw. */
const newQueued = z.strictObject({
  accountId: z.string().min(1),
  /** Full path of the project. */
  project: z.string().min(1).max(1000),
  iid: z.int().positive(),
  title: z.string().max(1000),
  /** Branch that it is merged into; entries of one branch wait for each other. */
  targetBranch: z.string().min(1).max(1000),
  /** Head of the source branch. Nothing else is merged, but for its rebase by the queue. */
  sha: z.string().regex(/^[0-9a-f]{40,64}$/),
});
export type NewQueued = z.output<typeof newQueued>;

/**
 * State of an entry: `queued` waits for its turn, `rebasing` and `merging` have sent a write, `waiting` waits for the service;
 * `merged` and `stopped` have ended.
 */
const queuedState = z.enum(["queued", "rebasing", "waiting", "merging", "merged", "stopped"]);
export type QueuedState = z.output<typeof queuedState>;

const journalLine = z.object({ at: z.iso.datetime(), text: z.string() });

export const queuedMergeRequest = z.object({
  ...newQueued.shape,
  key: z.string(),
  state: queuedState,
  /** Reason for its state, as a sentence. */
  reason: z.string(),
  /** Lines about what happened, oldest first. */
  journal: z.array(journalLine),
  addedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
export type QueuedMergeRequest = z.output<typeof queuedMergeRequest>;

/** The entries that one branch of a project gets, one after another. */
const lane = z.object({ accountId: z.string(), project: z.string(), targetBranch: z.string() });
export type QueueLane = z.output<typeof lane>;

export const mergeQueue = z.object({
  /** In the order in which they are merged; ended ones stay until they are removed. */
  entries: z.array(queuedMergeRequest),
  /** Lanes in which nothing new is begun. */
  paused: z.array(lane),
});
export type MergeQueueState = z.output<typeof mergeQueue>;

export const mergeQueueRoutes = {
  state: hostRoute("GET /merge-queue", { response: mergeQueue }),
  /** Adds at the end. 409 where its head is another one meanwhile; one that waits already stays where it is. */
  add: hostRoute("POST /merge-queue", { body: newQueued, response: queuedMergeRequest, status: 201 }),
  /** Puts the entries with these keys in this order; others keep their places. */
  order: hostRoute("PUT /merge-queue/order", {
    body: z.strictObject({ keys: z.array(z.string()).max(1000) }),
  }),
  pause: hostRoute("PUT /merge-queue/paused", {
    body: z.strictObject({ ...lane.shape, paused: z.boolean() }),
  }),
  removeEnded: hostRoute("DELETE /merge-queue"),
  remove: hostRoute("DELETE /merge-queue/:key"),
};
