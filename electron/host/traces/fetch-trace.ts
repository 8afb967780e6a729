import { readResponse } from "../../../shared/api/contract/read-response.ts";
import { getJob } from "../../../shared/api/resources/jobs.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { BodyDefect, fileLimits, refuseWebPage } from "../checks/body-check.ts";
import { collect, discardBody } from "../client/body.ts";
import { readErrorResponse } from "../client/error-response.ts";
import { networkError, ServiceRequestError } from "../client/network-error.ts";
import type { RetryPolicy } from "../client/retry.ts";
import type { ServiceClient, ServiceResponse } from "../client/service-client.ts";
import { encodeOperationCall, type OperationCall } from "../operations/operation-call.ts";
import {
  type ReadContext,
  readOperation,
  unexpectedStatus,
  waitForGate,
} from "../operations/read-operation.ts";
import { contentLength, defectFailure, hasKnownEnd } from "../operations/receive-body.ts";
import type { RestHold } from "./rest-hold.ts";
import type { TraceFile } from "./trace-file.ts";

/** A job's trace at its service. */
export interface ServiceTrace {
  readonly client: ServiceClient;
  readonly policy: () => RetryPolicy;
  call: OperationCall;
  /** Whether a part of the trace can be requested: false once the service sent something else than that part. */
  honoursRange: boolean;
  /** Delay of reading what follows the first lines. */
  readonly rest: RestHold;
}

/** Stored bytes that are requested again, to see that a part belongs to what is stored. */
const overlapBytes = 4096;

/** Requests the trace. Returns null where there is none. Throws ServiceRequestError. */
async function requestTrace(
  trace: ServiceTrace,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<ServiceResponse | null> {
  const { client, call } = trace;
  await waitForGate(trace, call.key, signal);
  const plain = "range" in headers;
  const incoming = await client.send(
    { method: "GET", path: call.path, operation: call.key, headers, plain, limits: fileLimits },
    signal,
  );
  const { status } = incoming;
  if (status === 204 || status === 404 || status === 410) {
    discardBody(incoming.body);
    return null;
  }
  if (status === 200 || status === 206 || status === 416) return incoming;
  if (status >= 400) throw await readErrorResponse(incoming, `GET ${call.path}`, true);
  discardBody(incoming.body);
  throw unexpectedStatus(status, client);
}

/** Returns the error of a body that failed while it was read. */
function readFailure({ client }: ServiceTrace, incoming: ServiceResponse, error: unknown): ProblemError {
  const { host } = client.endpoint.base;
  if (error instanceof BodyDefect) return defectFailure(error, incoming, host);
  return error instanceof ProblemError ? error : networkError(error, host);
}

/**
 * Returns where the bytes of a 206 begin in the trace, which are all up to its end, and the size of the trace. Returns null
 * for a response that does not prove that.
 */
function provenEnd({ status, headers, compressed }: ServiceResponse): TraceRange | null {
  const range = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(headers.get("content-range") ?? "");
  if (status !== 206 || compressed || !range) return null;
  const [from, last, size] = range.slice(1).map(Number) as [number, number, number];
  return last < from || last !== size - 1 ? null : { from, size };
}

/** The end of a trace: its bytes from `from` on. */
interface TraceRange {
  readonly from: number;
  /** Bytes of the whole trace. */
  readonly size: number;
}

/**
 * Returns how many bytes a 206 has, which are all from `from` to the end of the trace. Returns null for a response that
 * does not prove that: then nothing of it can be used.
 */
function provenRest(response: ServiceResponse, from: number): number | null {
  const end = provenEnd(response);
  if (end?.from !== from) return null;
  const rest = end.size - from;
  const length = response.headers.has("content-length") ? contentLength(response.headers) : rest;
  return length === rest ? length : null;
}

/** Throws {@link BodyDefect} for a content type that no trace has, such as that of an error or a web page. */
function checkTraceType(headers: Headers): void {
  if (/^\s*(text\/html|application\/(xhtml|xml|json|problem))/i.test(headers.get("content-type") ?? "")) {
    throw new BodyDefect("is not a log", true);
  }
}

/** Throws {@link BodyDefect} where the first bytes are a web page's, in a response that does not say that it is text. */
function checkTraceStart(headers: Headers, start: Uint8Array): void {
  if (/^\s*text\/plain/i.test(headers.get("content-type") ?? "")) return;
  refuseWebPage(start);
}

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

const endStates: ReadonlySet<string> = new Set(["success", "failed", "canceled"]);

/** Checks with a service whether a job prints nothing more. */
export class JobWatch {
  readonly #context: ReadContext;
  readonly #input: { readonly id: string; readonly job_id: number };
  readonly #settleMs: number;
  #endedAt: number | null = null;

  /** `settleMs`: time that a service may need to store the last lines of a job that has ended. */
  constructor(context: ReadContext, project: string, job: number, settleMs: number) {
    this.#context = context;
    this.#input = { id: project, job_id: job };
    this.#settleMs = settleMs;
  }

  /**
   * Returns whether the job ended so long ago that a trace which is read at the same time is all of it. Throws
   * ServiceRequestError.
   */
  async hasEnded(signal: AbortSignal): Promise<boolean> {
    const call = await encodeOperationCall(getJob, this.#input);
    const { body, headers } = await readOperation(this.#context, call, { signal, fresh: true });
    const { value: job } = readResponse(getJob, await new Response(body).json());
    if (job.status === "skipped") return true;
    if (!endStates.has(job.status)) return false;
    const now = Date.now();
    // By the service's clock where it has one: it may have ended long before it was requested.
    const ended = Date.parse(headers.get("date") ?? "") - Date.parse(job.finished_at ?? "");
    this.#endedAt ??= now - Math.max(0, Number.isNaN(ended) ? 0 : ended);
    return now - this.#endedAt >= this.#settleMs;
  }
}

/** Bytes of the end that are requested. */
const endBytes = 65_536;

/** The last bytes of a trace that has `size` of them. `isWhole`: they are all of it. */
interface TraceEndBytes {
  readonly size: number;
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
}

/**
 * Reads the end of a trace before the rest of it is read; null where the service sends only whole traces. Throws
 * ServiceRequestError.
 */
export async function readTraceEnd(
  service: ServiceTrace,
  signal: AbortSignal,
): Promise<TraceEndBytes | null> {
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
    return { size: end.size, bytes, isWhole: end.from === 0 };
  } catch (error) {
    throw readFailure(service, incoming, error);
  } finally {
    discardBody(incoming.body);
  }
}
