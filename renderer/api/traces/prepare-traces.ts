import { tracesPreparePath, tracesPrepareSearchPath } from "../../../shared/host/traces.ts";
import { hostSend } from "../host.ts";

let isPrepared = false;

/** Starts the host's log reader, once, when a log is likely to be opened soon. */
export function prepareTraces(): void {
  if (isPrepared) return;
  isPrepared = true;
  hostSend(tracesPreparePath, "POST").catch(() => {
    isPrepared = false;
  });
}

/** Starts the host's threads that search, when a log is likely to be searched soon. */
export function prepareSearch(): void {
  hostSend(tracesPrepareSearchPath, "POST").catch(() => undefined);
}
