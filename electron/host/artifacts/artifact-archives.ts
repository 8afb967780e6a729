import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { getJobArtifacts, getRefArtifacts } from "../../../shared/api/resources/job-artifacts.ts";
import { BadArchive } from "../../../shared/ci/bad-archive.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { type ArchiveListing, maxCopyBytes } from "../../../shared/host/artifacts.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { fileLimits } from "../checks/body-check.ts";
import { collect, discardBody } from "../client/body.ts";
import type { Connections } from "../client/connections.ts";
import { readErrorResponse } from "../client/error-response.ts";
import { networkError } from "../client/network-error.ts";
import { withRetries } from "../client/retry.ts";
import type { ServiceClient, ServiceResponse } from "../client/service-client.ts";
import { checkCall, findAllowedOperation, type OperationCall } from "../operations/operation-call.ts";
import { contentLength } from "../operations/receive-body.ts";
import { makePrivateFolder } from "../storage/private-file.ts";
import { listArchiveFile, listRemoteArchive } from "./archive-index.ts";

/** Bytes of an archive's end that are requested first: the index of most archives is in there. */
const tailBytes = 128 * 1024;

/** Lists archives of artifacts, of which it reads the index alone where the service allows that. */
export class ArtifactArchives {
  readonly #folder: string;
  readonly #accounts: Accounts;
  readonly #connections: Connections;

  constructor(folder: string, accounts: Accounts, connections: Connections) {
    this.#folder = folder;
    this.#accounts = accounts;
    this.#connections = connections;
  }

  /** Lists the archive that an operation sends. Throws ProblemError. */
  async list(account: string, path: string, signal: AbortSignal): Promise<ArchiveListing> {
    const call = await this.#callOf(account, path);
    const connection = this.#connections.get(account);
    try {
      return await withRetries(
        () => this.#read(connection.client, call, signal),
        (failure) => failure.retryable,
        signal,
        connection.policy,
      );
    } catch (error) {
      if (!(error instanceof BadArchive)) throw error;
      throw new ProblemError({
        code: "bad_response",
        message: "The archive is damaged or unsafe, so Helve does not open it.",
        detail: `${call.key}: ${error.message}`,
        operation: call.key,
      });
    }
  }

  async #callOf(account: string, path: string): Promise<OperationCall> {
    const [raw = "", query] = path.split("?");
    const search = new URLSearchParams(query);
    const found = findAllowedOperation("GET", raw, search, this.#accounts.get(account).kind);
    if (found.operation !== getJobArtifacts && found.operation !== getRefArtifacts) {
      throw new ProblemError({
        code: "invalid_input",
        message: "This is not an artifacts archive.",
        detail: raw,
      });
    }
    return checkCall(found, search, undefined, null);
  }

  async #read(client: ServiceClient, call: OperationCall, signal: AbortSignal): Promise<ArchiveListing> {
    const first = await request(client, call, { range: `bytes=-${tailBytes}` }, signal);
    if (first.status !== 206) return this.#copy(client, call, first);
    try {
      return await listByParts(client, call, first, signal);
    } catch (error) {
      if (!(error instanceof WrongPart)) throw error;
      return this.#copy(client, call, await request(client, call, {}, signal));
    }
  }

  /** Reads an archive to disk for as long as it takes to list it. */
  async #copy(client: ServiceClient, call: OperationCall, whole: ServiceResponse): Promise<ArchiveListing> {
    const length = whole.compressed ? null : contentLength(whole.headers);
    if (length !== null && length > maxCopyBytes) {
      discardBody(whole.body);
      throw tooLarge(call);
    }
    makePrivateFolder(this.#folder);
    const folder = await mkdtemp(join(this.#folder, "archive-"));
    try {
      const path = join(folder, "artifacts.zip");
      let size = 0;
      const limited = async function* (body: AsyncIterable<Uint8Array>) {
        for await (const chunk of body) {
          size += chunk.byteLength;
          if (size > maxCopyBytes) throw tooLarge(call);
          yield chunk;
        }
      };
      await pipeline(whole.body, limited, createWriteStream(path, { mode: 0o600 })).catch(
        (error: unknown) => {
          throw error instanceof ProblemError ? error : networkError(error, client.endpoint.base.host);
        },
      );
      return await listArchiveFile(path, size);
    } finally {
      discardBody(whole.body);
      await rm(folder, { recursive: true, force: true });
    }
  }
}

const tooLarge = ({ key }: OperationCall): ProblemError =>
  new ProblemError({
    code: "too_large",
    message: "This archive is too large to preview on this service. Download it instead.",
    operation: key,
  });

async function request(
  client: ServiceClient,
  call: OperationCall,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<ServiceResponse> {
  const { path, key: operation } = call;
  const incoming = await client.send(
    {
      method: "GET",
      path,
      operation,
      headers,
      plain: true,
      allowElsewhere: true,
      isCancelable: true,
      limits: fileLimits,
    },
    signal,
  );
  if (incoming.status >= 400) throw await readErrorResponse(incoming, `GET ${path.split("?")[0]}`, true);
  return incoming;
}

/** A service sent another part of an archive than was requested. */
class WrongPart extends Error {}

/** Lists an archive of which `first` is the end. Throws {@link WrongPart}, {@link BadArchive} or ServiceRequestError. */
async function listByParts(
  client: ServiceClient,
  call: OperationCall,
  first: ServiceResponse,
  signal: AbortSignal,
): Promise<ArchiveListing> {
  const total = totalOf(first) ?? 0;
  const tailStart = Math.max(0, total - tailBytes);
  const tail = await readPart(client, first, tailStart, total);
  const etag = first.headers.get("etag");
  // An archive that was replaced meanwhile is sent as a whole, which is then refused.
  const condition: Record<string, string> = etag && !etag.startsWith("W/") ? { "if-range": etag } : {};
  return listRemoteArchive(total, async (start, end) => {
    if (start >= tailStart) return tail.subarray(start - tailStart, end - tailStart);
    const partEnd = Math.min(end, tailStart);
    const part = await request(
      client,
      call,
      { range: `bytes=${start}-${partEnd - 1}`, ...condition },
      signal,
    );
    if (totalOf(part) !== total) {
      discardBody(part.body);
      throw new BadArchive("it changed while it was read");
    }
    const bytes = await readPart(client, part, start, partEnd);
    return end > tailStart ? Buffer.concat([bytes, tail.subarray(0, end - tailStart)]) : bytes;
  });
}

/** Returns the length of the whole archive of which a response is a part; null where it is the whole. */
function totalOf({ status, headers }: ServiceResponse): number | null {
  const range = /^bytes \d+-\d+\/(\d{1,15})$/.exec(headers.get("content-range") ?? "");
  return status === 206 && range ? Number(range[1]) : null;
}

/** Reads a response that has to be the bytes from `start` to `end` (exclusive). Throws {@link WrongPart}. */
async function readPart(
  client: ServiceClient,
  { body, headers }: ServiceResponse,
  start: number,
  end: number,
): Promise<Buffer> {
  try {
    if (!headers.get("content-range")?.startsWith(`bytes ${start}-${end - 1}/`)) throw new WrongPart();
    const { chunks, rest } = await collect(body, {
      limit: end - start,
      timeoutMs: client.endpoint.timeout() * 1000,
    });
    const bytes = Buffer.concat(chunks);
    if (rest || bytes.length !== end - start) throw new WrongPart();
    return bytes;
  } catch (error) {
    throw error instanceof WrongPart ? error : networkError(error, client.endpoint.base.host);
  } finally {
    discardBody(body);
  }
}
