import { open } from "node:fs/promises";
import { z } from "zod";
import { type Download, download } from "../../../shared/host/downloads.ts";
import { BodyDefect, fileLimits } from "../checks/body-check.ts";
import { type Expectation, expectationOf } from "../checks/expectation.ts";
import { discardBody } from "../client/body.ts";
import { readErrorResponse } from "../client/error-response.ts";
import { networkError, ServiceRequestError } from "../client/network-error.ts";
import type { ServiceClient, ServiceResponse } from "../client/service-client.ts";
import type { OperationCall } from "../operations/operation-call.ts";
import { contentLength, defectFailure, hasKnownEnd } from "../operations/receive-body.ts";
import { checkFile, hashFile, sizeOf } from "./part-file.ts";

type Job = DownloadEntry & { part: string };

/**
 * Streams an operation's bytes into the job's part file, continuing at its end where that is provably the same
 * version. Updates the job's numbers and calls `progress` for each chunk. Returns only when the file is all of one
 * version; what cannot be proven is deleted, so that the next attempt starts over. Throws ServiceRequestError or a disk
 * error.
 */
export async function transfer(
  client: ServiceClient,
  job: Job,
  call: OperationCall,
  signal: AbortSignal,
  progress: (bytes: number) => void,
): Promise<void> {
  const present = job.validator ? ((await sizeOf(job.part)) ?? 0) : 0;
  const incoming = await request(client, job, call.key, present, signal);
  try {
    const expectation = expectationOf(call, incoming.headers, null, incoming.isRedirected);
    const start = startOf(job, incoming, present);
    readHead(job, incoming, expectation, start);
    await receive(client, job, incoming, start, progress);
    await prove(job, incoming, expectation);
  } catch (error) {
    discardBody(incoming.body);
    if (!(error instanceof BodyDefect)) throw error;
    // Neither the stored bytes nor the received ones can be trusted.
    if (!error.otherType) Object.assign(job, { validator: null, resumable: false });
    throw defectFailure(error, incoming, client.endpoint.base.host);
  }
}

async function request(
  client: ServiceClient,
  job: Job,
  operation: string,
  present: number,
  signal: AbortSignal,
): Promise<ServiceResponse> {
  const send = (headers: Record<string, string>) =>
    client.send(
      {
        method: "GET",
        path: job.operationPath,
        operation,
        headers,
        plain: true,
        allowElsewhere: true,
        limits: fileLimits,
      },
      signal,
    );
  const ranged = present > 0 && job.validator;
  let incoming = await send(ranged ? { range: `bytes=${present}-`, "if-range": job.validator ?? "" } : {});
  if (incoming.status === 416) {
    discardBody(incoming.body);
    incoming = await send({});
  }
  if (incoming.status >= 400)
    throw await readErrorResponse(incoming, `GET ${job.operationPath.split("?")[0]}`, true);
  return incoming;
}

/**
 * Returns the offset of a response's bytes. Throws {@link BodyDefect} for a part that was not requested, is of
 * another version or another length, or does not reach the end.
 */
function startOf(job: Job, { status, headers }: ServiceResponse, present: number): number {
  if (status === 200) return 0;
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get("content-range") ?? "");
  if (status !== 206 || present === 0 || !range) throw new BodyDefect("is not what was requested");
  const [from, to, total] = range.slice(1).map(Number) as [number, number, number];
  const isRest = from === present && to === total - 1;
  const isSameLength = job.total === null || job.total === total;
  const length = contentLength(headers);
  if (!isRest || !isSameLength || (length !== null && length !== total - from)) {
    throw new BodyDefect("is another part of the file");
  }
  const version = job.validator?.startsWith('"') ? headers.get("etag") : headers.get("last-modified");
  if (version !== job.validator) throw new BodyDefect("is of another version of the file");
  return from;
}

/**
 * Sets size and resumability of a job from the response's headers. Throws {@link BodyDefect} where they contradict each
 * other.
 */
function readHead(job: Job, incoming: ServiceResponse, { size }: Expectation, start: number): void {
  const { headers } = incoming;
  const length = incoming.compressed ? null : contentLength(headers);
  const counted = length === null ? null : start + length;
  if (size !== null && counted !== null && size !== counted) throw new BodyDefect("has two lengths");
  job.received = start;
  job.total = size ?? counted ?? (start > 0 ? job.total : null);
  const etag = headers.get("etag");
  const strong = etag && !etag.startsWith("W/") ? etag : headers.get("last-modified");
  const ranges = incoming.status === 206 || /bytes/i.test(headers.get("accept-ranges") ?? "");
  job.validator = ranges && strong && !incoming.compressed ? strong : null;
  job.resumable = job.validator !== null;
}

async function receive(
  client: ServiceClient,
  job: Job,
  incoming: ServiceResponse,
  start: number,
  progress: (bytes: number) => void,
): Promise<void> {
  const file = await open(job.part, start > 0 ? "r+" : "w", 0o600);
  try {
    let position = start;
    for await (const chunk of incoming.body as AsyncIterable<Uint8Array>) {
      await file.write(chunk, 0, chunk.byteLength, position);
      position += chunk.byteLength;
      job.received = position;
      progress(chunk.byteLength);
    }
    await file.truncate(position);
    await file.sync();
  } catch (error) {
    throw isDiskError(error) ? error : networkError(error, client.endpoint.base.host);
  } finally {
    discardBody(incoming.body);
    await file.close();
  }
  if (job.total !== null && job.received < job.total) {
    throw new ServiceRequestError(
      { code: "unavailable", message: "The download was interrupted before the end.", retry: true },
      { retryable: true },
    );
  }
}

/** Throws {@link BodyDefect} unless the part file is provably whole. */
async function prove(job: Job, incoming: ServiceResponse, { check, proves }: Expectation): Promise<void> {
  if (job.total !== null && job.received !== job.total) throw new BodyDefect("is longer than announced");
  await checkFile(job.part, check);
  if (!proves && !incoming.compressed && !hasKnownEnd(incoming.headers)) {
    // The end of the connection may be anywhere: only a second fetch with the same bytes shows that it is the file's.
    const hash = await hashFile(job.part);
    const isSame = hash === job.unproven;
    job.unproven = hash;
    if (!isSame) throw new BodyDefect("does not show where it ends");
  }
  job.total = job.received;
}

const isDiskError = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  ["ENOSPC", "EACCES", "EROFS", "EIO", "EDQUOT", "EPERM", "EFBIG"].includes(String(error.code));

/** A download with what it needs to continue after a restart. */
export const downloadEntry = download.extend({
  /** Path and query below `/api/v4`. */
  operationPath: z.string(),
  folder: z.string(),
  /** The unfinished file. */
  part: z.string().nullable(),
  /** Strong ETag or date that names the version whose bytes are in the part. */
  validator: z.string().nullable(),
  /** SHA-256 of an earlier fetch whose end was not provably the file's. */
  unproven: z.string().nullable().default(null),
});
export type DownloadEntry = z.output<typeof downloadEntry>;

/** Returns an entry as the page gets it. */
export const shownDownload = (entry: DownloadEntry): Download => download.parse(entry);

/** Returns whether bytes are under way or soon will be. */
export const isActive = ({ state }: DownloadEntry): boolean => state === "running" || state === "queued";
