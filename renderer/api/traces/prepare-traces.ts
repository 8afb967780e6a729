import { tracesPreparePath } from "../../../shared/host/traces.ts";
import { hostSend } from "../host.ts";

let isPrepared = false;

/** Starts what reads logs in the host, once: from here on a log is likely to be opened. */
export function prepareTraces(): void {
  if (isPrepared) return;
  isPrepared = true;
  hostSend(tracesPreparePath, "POST").catch(() => {
    isPrepared = false;
  });
}
