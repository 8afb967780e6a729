import type { TraceEnd } from "../../../shared/host/traces.ts";
import { collect } from "../client/body.ts";
import { discardBody } from "../client/discard-body.ts";
import type { TraceThreads } from "./reading/trace-threads.ts";
import { readFailure, requestTrace, type ServiceTrace } from "./request-trace.ts";
import { checkTraceType, provenEnd } from "./trace-response.ts";

/** Bytes of the end that are requested. */
const endBytes = 65_536;

/**
 * Returns the last lines of a trace and its size, before the rest of it is read; null where the service sends only whole
 * traces. Throws ServiceRequestError.
 */
export async function readTraceEnd(
  service: ServiceTrace,
  threads: TraceThreads,
  signal: AbortSignal,
): Promise<TraceEnd | null> {
  if (!service.honoursRange) return null;
  const incoming = await requestTrace(service, { range: `bytes=-${endBytes}` }, signal);
  if (!incoming) return null;
  const end = provenEnd(incoming);
  if (!end || end.size - end.from > endBytes) {
    discardBody(incoming.body);
    return null;
  }
  try {
    checkTraceType(incoming.headers);
    const timeoutMs = service.client.endpoint.timeout() * 1000;
    const { chunks } = await collect(incoming.body, { limit: endBytes, timeoutMs });
    const bytes = Buffer.concat(chunks);
    if (bytes.length !== end.size - end.from) return null;
    const lines = await threads.reading.call("showEnd", { bytes, isWhole: end.from === 0 }, { signal });
    return { size: end.size, lines };
  } catch (error) {
    throw readFailure(service, incoming, error);
  } finally {
    discardBody(incoming.body);
  }
}
