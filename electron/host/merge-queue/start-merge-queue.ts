import type { EventBus } from "../events/event-bus.ts";
import type { OperationParts } from "../operations/run-operation.ts";
import type { WatchIntervals } from "../watches/watches.ts";
import { MergeQueue } from "./merge-queue.ts";
import { createQueueFile } from "./queue-file.ts";
import { createQueueService } from "./queue-service.ts";
import { QueueTimer } from "./queue-timer.ts";

const defaultIntervals: WatchIntervals = { firstIntervalMs: 2000, maxIntervalMs: 30_000 };

interface StartOptions {
  readonly folder: string;
  readonly parts: OperationParts;
  readonly bus: EventBus;
  readonly intervals: Partial<WatchIntervals> | undefined;
  /** Shows an end outside of the page. */
  readonly notify: (title: string, body: string, path: string) => void;
  readonly closing: AbortSignal;
}

/** Starts the queue of a folder where it was; until `closing` it looks at its services while it has entries. */
export function startMergeQueue({
  folder,
  parts,
  bus,
  intervals,
  notify,
  closing,
}: StartOptions): MergeQueue {
  const queue = new MergeQueue({
    store: createQueueFile(folder),
    service: createQueueService(parts, closing),
    onChange(state) {
      bus.emit({ type: "merge-queue", queue: state });
      timer.wake();
    },
    onEnd({ iid, title, state, reason, accountId, project }) {
      const path = `/a/${encodeURIComponent(accountId)}/p/${encodeURIComponent(project)}/merge_requests/${iid}`;
      notify(`!${iid} ${state === "merged" ? "was merged" : "was not merged"}`, `${title} · ${reason}`, path);
    },
  });
  const timer = new QueueTimer(queue, { ...defaultIntervals, ...intervals });
  bus.addState(() => [{ type: "merge-queue", queue: queue.state }]);
  bus.watch((event) => {
    if (event.type === "connectivity" && event.state === "online") timer.wake();
  });
  closing.addEventListener("abort", () => timer.close(), { once: true });
  timer.wake();
  return queue;
}
