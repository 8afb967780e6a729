import { join } from "node:path";
import { z } from "zod";
import { mergeQueue, queuedMergeRequest } from "../../../shared/host/merge-queue.ts";
import { readJsonFile, writeJsonFile } from "../storage/private-file.ts";

/** An entry as it is stored: what is shown, and the rest of what `decide.ts` needs. */
const storedEntry = z.object({
  ...queuedMergeRequest.shape,
  fingerprint: z.string(),
  rebases: z.int(),
  refusals: z.int(),
  hadPipeline: z.boolean(),
  sentAt: z.number(),
  headSince: z.number(),
});
export type StoredEntry = z.output<typeof storedEntry>;

const storedQueue = z.object({ ...mergeQueue.shape, entries: z.array(storedEntry) });
export type StoredQueue = z.output<typeof storedQueue>;

/** The place where the queue and its journal are stored. */
export interface QueueStore {
  readonly load: () => StoredQueue;
  /** Returns once the queue is on the disk. Throws where it cannot be written. */
  readonly save: (queue: StoredQueue) => void;
}

/** Stores the queue in `merge-queue.json`, of which a kill leaves either the old text or the new. */
export function createQueueFile(folder: string): QueueStore {
  const path = join(folder, "merge-queue.json");
  return {
    load: () => readJsonFile(path, storedQueue) ?? { entries: [], paused: [] },
    save: (queue) => writeJsonFile(path, queue),
  };
}
