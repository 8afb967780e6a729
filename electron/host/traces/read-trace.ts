import { discardBody } from "../client/discard-body.ts";
import type { ServiceResponse } from "../client/service-client.ts";
import { ServiceRequestError } from "../client/service-request-error.ts";
import { unexpectedStatus } from "../operations/read-operation.ts";
import { hasKnownEnd } from "../operations/receive-body.ts";
import { overlapBytes, readFailure, requestTrace, type ServiceTrace } from "./request-trace.ts";
import type { TraceFile } from "./trace-file.ts";
import { checkTraceStart, checkTraceType, provenRest } from "./trace-response.ts";

/** Bytes of a long trace after which its first lines are drawn. */
const firstBytes = 2_097_152;

/**
 * Result of a read. `current`: the file has all that the service has now. `absent`: the service has no trace.
 * `changed`: the content of the file is not the beginning of the trace any more.
 */
export type TraceFinding = "current" | "absent" | "changed";

/**
 * Reads what the service has beyond the file and appends it. A service that sends only whole traces is read whole:
 * known bytes are compared with the file as they arrive. Throws ServiceRequestError, or ProblemError where the disk
 * refuses; what was appended until then stays.
 */
export async function readTrace(
  trace: ServiceTrace,
  file: TraceFile,
  signal: AbortSignal,
): Promise<TraceFinding> {
  if (file.size > 0 && trace.honoursRange) {
    const found = await readRest(trace, file, signal);
    if (found !== null) return found;
    trace.honoursRange = false;
  }
  const incoming = await requestTrace(trace, {}, signal);
  if (!incoming) return "absent";
  if (incoming.status === 200) return readWhole(trace, incoming, file, signal);
  discardBody(incoming.body);
  throw unexpectedStatus(incoming.status, trace.client);
}

/** Reads by a range. Returns null where the response proves nothing, so that the whole trace has to be read. */
async function readRest(
  trace: ServiceTrace,
  file: TraceFile,
  signal: AbortSignal,
): Promise<TraceFinding | null> {
  const overlap = Math.min(file.size, overlapBytes);
  const from = file.size - overlap;
  const incoming = await requestTrace(trace, { range: `bytes=${from}-` }, signal);
  if (!incoming) return "absent";
  if (incoming.status === 200) {
    trace.honoursRange = false;
    return readWhole(trace, incoming, file, signal);
  }
  const length = provenRest(incoming, from);
  if (length === null || length < overlap) {
    discardBody(incoming.body);
    return null;
  }
  const read = await receive(
    trace,
    incoming,
    file,
    { start: from, known: overlap, maxBytes: length },
    signal,
  );
  return read === length ? "current" : null;
}

async function readWhole(
  trace: ServiceTrace,
  incoming: ServiceResponse,
  file: TraceFile,
  signal: AbortSignal,
): Promise<TraceFinding> {
  const known = file.size;
  const maxBytes = Number.POSITIVE_INFINITY;
  const read = await receive(trace, incoming, file, { start: 0, known, maxBytes }, signal);
  if (read === null) return "changed";
  // A body whose end is that of its connection may have been cut off, unless it ends where one ended before.
  const hasEnd = incoming.compressed || hasKnownEnd(incoming.headers) || (read === known && read > 0);
  if (!hasEnd) throw brokenOff();
  if (read === 0) return "absent";
  return read < known ? "changed" : "current";
}

/** Position and size of a body in the trace. */
interface Part {
  /** Offset of the body in the trace. */
  readonly start: number;
  /** Bytes of the body that are stored already. */
  readonly known: number;
  /** Bytes that the body may have. */
  readonly maxBytes: number;
}

/** Returns the number of bytes received; null where they differ from the stored ones. */
async function receive(
  trace: ServiceTrace,
  incoming: ServiceResponse,
  file: TraceFile,
  { start, known, maxBytes }: Part,
  signal: AbortSignal,
): Promise<number | null> {
  const same = file.comparer(start);
  let read = 0;
  let isFirst = file.size === 0;
  try {
    checkTraceType(incoming.headers);
    for await (const chunk of incoming.body as AsyncIterable<Uint8Array>) {
      if (read === 0) checkTraceStart(incoming.headers, chunk);
      const repeated = Math.max(0, Math.min(chunk.byteLength, known - read));
      read += chunk.byteLength;
      if (read > maxBytes || (repeated > 0 && !(await same(chunk.subarray(0, repeated))))) return null;
      if (repeated === chunk.byteLength) continue;
      await file.append(chunk.subarray(repeated));
      if (!isFirst || read < firstBytes) continue;
      isFirst = false;
      await trace.rest.released(signal);
    }
    return read;
  } catch (error) {
    throw readFailure(trace, incoming, error);
  } finally {
    discardBody(incoming.body);
    // Another attempt continues after the bytes on disk.
    await file.flush();
  }
}

const brokenOff = (): ServiceRequestError =>
  new ServiceRequestError(
    { code: "unavailable", message: "The log was interrupted before its end.", retry: true },
    { retryable: true, unreachable: true },
  );
