import { setTimeout as delay } from "node:timers/promises";
import type { ServiceStore } from "../../service-store.ts";
import { followPendingUpdates } from "../merge-request-versions/follow-branches.ts";
import { recordInterruptedUpdates } from "./record-ref-updates.ts";

/** Milliseconds between two looks for updates that could not be recorded, such as on a full disk. */
const everyMs = 10_000;

/**
 * Finishes the updates of refs that a killed service has left: records them, then follows up their merge requests. From
 * then on those that a full disk, or an opened repository that was away, had stopped.
 */
export function finishInterrupted(
  store: ServiceStore,
  onError: (error: unknown) => void,
): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const record = () => recordInterruptedUpdates(store).catch(onError);
  const run = async () => {
    await record();
    await followPendingUpdates(store).catch(onError);
    while (!signal.aborted) {
      await delay(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await record();
    }
  };
  const done = run();
  return {
    stop: () => {
      stopping.abort();
      return done;
    },
  };
}
