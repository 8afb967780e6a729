import type { Store } from "../../store/store.ts";
import { DeliveryQueue, type DeliveryQueueOptions } from "./delivery-queue.ts";
import { queueMergeRequestEvents } from "./merge-request-events.ts";
import { queuePushEvents } from "./push-events.ts";

/** Queues what happens in a store from now on for its system hooks, and delivers what is pending. */
export function startSystemHooks(store: Store, options: DeliveryQueueOptions): DeliveryQueue {
  queuePushEvents(store, options.serviceUrl, options.onError);
  queueMergeRequestEvents(store, options.serviceUrl, options.onError);
  return new DeliveryQueue(store, options);
}
