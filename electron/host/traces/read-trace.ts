import { ProblemError } from "../../../shared/errors.ts";
import { BodyDefect } from "../checks/body-defect.ts";
import { discardBody } from "../client/discard-body.ts";
import { networkFailure } from "../client/network-failure.ts";
import { refusal } from "../client/refusal.ts";
import type { RetryPolicy } from "../client/retry.ts";
import type { Incoming, ServiceClient } from "../client/service-client.ts";
import { ServiceFailure } from "../client/service-failure.ts";
import type { OperationCall } from "../operations/operation-call.ts";
import { oddStatus, waitForGate } from "../operations/read-operation.ts";
import { contentLength, defectFailure, hasKnownEnd } from "../operations/receive-body.ts";
import type { TraceFile } from "./trace-file.ts";
import { checkTraceStart, checkTraceType, provenRest } from "./trace-response.ts";

/** A job's trace at its service. */
export interface ServiceTrace {
  readonly client: ServiceClient;
  readonly policy: () => RetryPolicy;
  readonly call: OperationCall;
  /** Whether a part of the trace can be requested: false once the service sent something else than that part. */
  honoursRange: boolean;
}

/**
 * What a read found. `current`: the file has all that the service has now. `absent`: the service has no trace.
 * `changed`: what the file has is not the beginning of the trace any more.
 */
export type TraceFinding = "current" | "absent" | "changed";

/** Stored bytes that are requested again, to see that a part belongs to what is stored. */
const overlapBytes = 4096;

/**
 * Reads what the service has beyond the file and appends it, calling `onAppend` after each piece. A service that sends
 * only whole traces is read without keeping what is known: it is compared with the file as it goes by. Throws
 * ServiceFailure, or ProblemError where the disk refuses; what was appended until then stays.
 */
export async function readTrace(
  trace: ServiceTrace,
  file: TraceFile,
  signal: AbortSignal,
  onAppend: () => void,
): Promise<TraceFinding> {
  if (file.size > 0 && trace.honoursRange) {
    const found = await readRest(trace, file, signal, onAppend);
    if (found !== null) return found;
    trace.honoursRange = false;
  }
  const incoming = await request(trace, {}, signal);
  if (!incoming) return "absent";
  if (incoming.status === 200) return readWhole(trace, incoming, file, onAppend);
  discardBody(incoming.body);
  throw oddStatus(incoming.status, trace.client);
}

/**
 * Returns whether the service still has exactly what is stored, without reading all of it: a whole trace is judged by
 * its length and its beginning. Throws ServiceFailure.
 */
export async function isTraceCurrent(
  trace: ServiceTrace,
  file: TraceFile,
  signal: AbortSignal,
): Promise<boolean> {
  const from = file.size - Math.min(file.size, overlapBytes);
  const incoming = await request(trace, trace.honoursRange ? { range: `bytes=${from}-` } : {}, signal);
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
  incoming: Incoming,
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

/** Reads by a range. Returns null where the response proves nothing, so that the whole trace has to be read. */
async function readRest(
  trace: ServiceTrace,
  file: TraceFile,
  signal: AbortSignal,
  onAppend: () => void,
): Promise<TraceFinding | null> {
  const overlap = Math.min(file.size, overlapBytes);
  const from = file.size - overlap;
  const incoming = await request(trace, { range: `bytes=${from}-` }, signal);
  if (!incoming) return "absent";
  if (incoming.status === 200) {
    trace.honoursRange = false;
    return readWhole(trace, incoming, file, onAppend);
  }
  const length = provenRest(incoming, from);
  if (length === null || length < overlap) {
    discardBody(incoming.body);
    return null;
  }
  const read = await receive(trace, incoming, file, { start: from, known: overlap, most: length, onAppend });
  return read === length ? "current" : null;
}

async function readWhole(
  trace: ServiceTrace,
  incoming: Incoming,
  file: TraceFile,
  onAppend: () => void,
): Promise<TraceFinding> {
  const known = file.size;
  const most = Number.POSITIVE_INFINITY;
  const read = await receive(trace, incoming, file, { start: 0, known, most, onAppend });
  if (read === null) return "changed";
  // A body whose end is that of its connection may have been cut off, unless it ends where one ended before.
  const hasEnd = incoming.compressed || hasKnownEnd(incoming.headers) || (read === known && read > 0);
  if (!hasEnd) throw brokenOff();
  if (read === 0) return "absent";
  return read < known ? "changed" : "current";
}

/** How a body belongs to what is stored. */
interface Part {
  /** Where the body begins in the trace. */
  readonly start: number;
  /** Bytes of the body that are stored already. */
  readonly known: number;
  /** Bytes that the body may have. */
  readonly most: number;
  readonly onAppend: () => void;
}

/** Returns how many bytes came; null where they are not those that are stored. */
async function receive(
  trace: ServiceTrace,
  incoming: Incoming,
  file: TraceFile,
  { start, known, most, onAppend }: Part,
): Promise<number | null> {
  const same = file.comparer(start);
  let read = 0;
  try {
    checkTraceType(incoming.headers);
    for await (const chunk of incoming.body as AsyncIterable<Uint8Array>) {
      if (read === 0) checkTraceStart(incoming.headers, chunk);
      const repeated = Math.max(0, Math.min(chunk.byteLength, known - read));
      read += chunk.byteLength;
      if (read > most || (repeated > 0 && !(await same(chunk.subarray(0, repeated))))) return null;
      if (repeated === chunk.byteLength) continue;
      await file.append(chunk.subarray(repeated));
      onAppend();
    }
    return read;
  } catch (error) {
    throw readFailure(trace, incoming, error);
  } finally {
    discardBody(incoming.body);
  }
}

/** Requests the trace. Returns null where there is none. Throws ServiceFailure. */
async function request(
  trace: ServiceTrace,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Incoming | null> {
  const { client, call } = trace;
  await waitForGate(trace, call.key, signal);
  const plain = "range" in headers;
  const incoming = await client.send(
    { method: "GET", path: call.path, operation: call.key, headers, plain },
    signal,
  );
  const { status } = incoming;
  if (status === 204 || status === 404 || status === 410) {
    discardBody(incoming.body);
    return null;
  }
  if (status === 200 || status === 206 || status === 416) return incoming;
  if (status >= 400) throw await refusal(incoming, `GET ${call.path}`, true);
  discardBody(incoming.body);
  throw oddStatus(status, client);
}

const brokenOff = (): ServiceFailure =>
  new ServiceFailure(
    { code: "unavailable", message: "The log broke off before its end.", retry: true },
    { passing: true, unreachable: true },
  );

function readFailure({ client }: ServiceTrace, incoming: Incoming, error: unknown): ProblemError {
  const { host } = client.endpoint.base;
  if (error instanceof BodyDefect) return defectFailure(error, incoming, host);
  return error instanceof ProblemError ? error : networkFailure(error, host);
}
