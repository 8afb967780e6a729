import type { ServiceStore } from "../../service-store.ts";
import { DeliveryQueue, type DeliveryQueueOptions } from "./delivery-queue.ts";
import { queueProjectEvents } from "./project-events.ts";
import { queuePushEvents } from "./push-events.ts";
import { queueMergeRequestEvents } from "./queue-merge-request-events.ts";

/** Queues what happens in a store from now on for its hooks, and delivers what is pending. */
export function startHooks(
  store: ServiceStore,
  options: DeliveryQueueOptions,
): { readonly close: () => Promise<void> } {
  const stopPushes = queuePushEvents(store, options.serviceUrl, options.onError);
  const stopMergeRequests = queueMergeRequestEvents(store, options.serviceUrl, options.onError);
  const stopProjectEvents = queueProjectEvents(store, options.serviceUrl, options.onError);
  const queue = new DeliveryQueue(store, options);
  return {
    close: async () => {
      await Promise.all([stopPushes(), stopMergeRequests(), stopProjectEvents()]);
      await queue.close();
    },
  };
}
