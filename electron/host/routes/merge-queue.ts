import type { Hono } from "hono";
import { mergeQueueRoutes } from "../../../shared/host/merge-queue.ts";
import type { Connections } from "../client/connections.ts";
import type { MergeQueue } from "../merge-queue/merge-queue.ts";
import { handle } from "../page/handle-route.ts";

interface MergeQueueParts {
  readonly queue: MergeQueue;
  readonly connections: Connections;
}

/** Serves the queue of merge requests. */
export function serveMergeQueue(app: Hono, { queue, connections }: MergeQueueParts): void {
  handle(app, mergeQueueRoutes.state, () => queue.state);
  handle(app, mergeQueueRoutes.add, async ({ body }) => {
    // Throws for an unknown account.
    connections.get(body.accountId);
    return queue.add(body);
  });
  handle(app, mergeQueueRoutes.order, ({ body }) => queue.order(body.keys));
  handle(app, mergeQueueRoutes.pause, ({ body: { paused, ...lane } }) => queue.pause(lane, paused));
  handle(app, mergeQueueRoutes.removeEnded, () => queue.removeEnded());
  handle(app, mergeQueueRoutes.remove, ({ key }) => queue.remove(key));
}
