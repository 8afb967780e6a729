import { open } from "node:fs/promises";
import { discardBody } from "../client/discard-body.ts";
import { networkFailure } from "../client/network-failure.ts";
import { refusal } from "../client/refusal.ts";
import type { Incoming, ServiceClient } from "../client/service-client.ts";
import { ServiceFailure } from "../client/service-failure.ts";
import type { DownloadEntry } from "./download-entry.ts";
import { sizeOf } from "./part-file.ts";

type Job = DownloadEntry & { part: string };

/**
 * Streams an operation's bytes into the job's part file, going on where the file ends when the service allows it.
 * Updates the job's numbers as it goes and calls `progress` for each chunk. Throws ServiceFailure or a disk error.
 */
export async function transfer(
  client: ServiceClient,
  job: Job,
  operation: string,
  signal: AbortSignal,
  progress: (bytes: number) => void,
): Promise<void> {
  const present = job.validator ? ((await sizeOf(job.part)) ?? 0) : 0;
  const incoming = await request(client, job, operation, present, signal);
  const resumed = incoming.status === 206 && startOf(incoming) === present;
  if (incoming.status === 206 && !resumed) {
    discardBody(incoming.body);
    throw new ServiceFailure({ code: "bad_response", message: "The service sent another part of the file." });
  }
  readHead(job, incoming, resumed ? present : 0);
  const file = await open(job.part, resumed ? "r+" : "w", 0o600);
  try {
    let position = resumed ? present : 0;
    for await (const chunk of incoming.body as AsyncIterable<Uint8Array>) {
      await file.write(chunk, 0, chunk.byteLength, position);
      position += chunk.byteLength;
      job.received = position;
      progress(chunk.byteLength);
    }
    await file.truncate(position);
    await file.sync();
  } catch (error) {
    throw isDiskError(error) ? error : networkFailure(error, client.endpoint.base.host);
  } finally {
    discardBody(incoming.body);
    await file.close();
  }
  if (job.total !== null && job.received !== job.total) {
    throw new ServiceFailure(
      { code: "unavailable", message: "The file broke off before its end.", retry: true },
      { passing: true },
    );
  }
  job.total = job.received;
}

async function request(
  client: ServiceClient,
  job: Job,
  operation: string,
  present: number,
  signal: AbortSignal,
): Promise<Incoming> {
  const send = (headers: Record<string, string>) =>
    client.send(
      { method: "GET", path: job.operationPath, operation, headers, plain: true, allowElsewhere: true },
      signal,
    );
  const ranged = present > 0 && job.validator;
  let incoming = await send(ranged ? { range: `bytes=${present}-`, "if-range": job.validator ?? "" } : {});
  if (incoming.status === 416) {
    discardBody(incoming.body);
    incoming = await send({});
  }
  if (incoming.status >= 300 || incoming.status === 204) {
    throw await refusal(incoming, `GET ${job.operationPath.split("?")[0]}`, true);
  }
  return incoming;
}

/** Takes total and resumability out of the head. */
function readHead(job: Job, incoming: Incoming, present: number): void {
  const { headers } = incoming;
  const length = incoming.compressed ? null : headers.get("content-length");
  job.received = present;
  job.total = length && /^\d{1,15}$/.test(length) ? present + Number(length) : null;
  const etag = headers.get("etag");
  const strong = etag && !etag.startsWith("W/") ? etag : headers.get("last-modified");
  const ranges = incoming.status === 206 || /bytes/i.test(headers.get("accept-ranges") ?? "");
  job.validator = ranges && strong && !incoming.compressed ? strong : null;
  job.resumable = job.validator !== null;
}

const startOf = ({ headers }: Incoming): number =>
  Number(/^bytes (\d+)-/.exec(headers.get("content-range") ?? "")?.[1] ?? -1);

const isDiskError = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  ["ENOSPC", "EACCES", "EROFS", "EIO", "EDQUOT", "EPERM", "EFBIG"].includes(String(error.code));
