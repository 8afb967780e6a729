import { traceRoutes } from "../../../shared/host/traces.ts";
import { callHost } from "../fetch-host.ts";

let isPrepared = false;

/** Starts the host's log reader, once, when a log is likely to be opened soon. */
export function prepareTraces(): void {
  if (isPrepared) return;
  isPrepared = true;
  callHost(traceRoutes.prepare).catch(() => {
    isPrepared = false;
  });
}

/** Starts the host's threads that search, when a log is likely to be searched soon. */
export function prepareSearch(): void {
  callHost(traceRoutes.prepareSearch).catch(() => undefined);
}
