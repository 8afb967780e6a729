import { createWorkerClient } from "../../../shared/workers/worker-client.ts";
import type { ChangesMethods } from "./changes.worker.ts";
import type { ChangeSet, CommonPart } from "./common-changes.ts";

const worker = createWorkerClient<ChangesMethods>(
  () => new Worker(new URL("./changes.worker.ts", import.meta.url), { type: "module", name: "changes" }),
);

/** Returns what changes have in common, which the worker finds. */
export const findCommonPartsInWorker = (
  sets: readonly ChangeSet[],
  signal: AbortSignal,
): Promise<CommonPart[]> => worker.call("commonParts", { sets }, { signal });
