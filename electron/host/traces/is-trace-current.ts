import { discardBody } from "../client/discard-body.ts";
import type { ServiceResponse } from "../client/service-client.ts";
import { contentLength } from "../operations/receive-body.ts";
import { overlapBytes, readFailure, requestTrace, type ServiceTrace } from "./request-trace.ts";
import type { TraceFile } from "./trace-file.ts";
import { checkTraceType, provenRest } from "./trace-response.ts";

/**
 * Returns whether the service still has exactly what is stored, without reading all of it: a whole trace is judged by
 * its length and its beginning. Throws ServiceRequestError.
 */
export async function isTraceCurrent(
  trace: ServiceTrace,
  file: TraceFile,
  signal: AbortSignal,
): Promise<boolean> {
  const from = file.size - Math.min(file.size, overlapBytes);
  const incoming = await requestTrace(trace, trace.honoursRange ? { range: `bytes=${from}-` } : {}, signal);
  if (!incoming) return file.size === 0;
  if (incoming.status === 200) {
    trace.honoursRange = false;
    const length = incoming.compressed ? null : contentLength(incoming.headers);
    return isStart(trace, incoming, file, 0, length ?? file.size);
  }
  const length = provenRest(incoming, from);
  if (length !== null && (await isStart(trace, incoming, file, from, from + length))) return true;
  discardBody(incoming.body);
  const isProven = length !== null && from + length !== file.size;
  if (isProven || !trace.honoursRange) return false;
  trace.honoursRange = false;
  return isTraceCurrent(trace, file, signal);
}

/** Returns whether the first bytes of a body are those that are stored at `start`, and the trace ends where the file does. */
async function isStart(
  trace: ServiceTrace,
  incoming: ServiceResponse,
  file: TraceFile,
  start: number,
  end: number,
): Promise<boolean> {
  try {
    if (end !== file.size) return false;
    checkTraceType(incoming.headers);
    const chunks: AsyncIterator<Uint8Array> = incoming.body[Symbol.asyncIterator]();
    const { value, done } = await chunks.next();
    return done ? file.size === 0 : await file.comparer(start)(value);
  } catch (error) {
    throw readFailure(trace, incoming, error);
  } finally {
    incoming.body.destroy();
  }
}
