import { z } from "zod";
import { findArchiveFor, jobOfRunner } from "../domain/ci/job-tokens.ts";
import {
  appendToTrace,
  artifactKinds,
  hasFormat,
  maxArtifactBytes,
  receiveArtifact,
  recordContact,
  removeManager,
  reportEnd,
  requestJob,
  resetRunnerToken,
} from "../domain/ci/runner-protocol.ts";
import { requireRunnerByToken } from "../domain/ci/runners.ts";
import { FairQueue, Slot } from "../http/fair-queue.ts";
import { openFormFile } from "../http/form-file.ts";
import { badParameterError, HttpError, httpError } from "../http/http-error.ts";
import type { Context } from "../http/implement.ts";
import { parseBody } from "../http/input/decode-call.ts";
import { downloadResponse } from "../http/raw-response.ts";
import { readAll, requestBytes } from "../http/request-bytes.ts";

/** Dependencies of the runner's protocol. */
interface RunnerProtocol {
  readonly store: Context["store"];
  readonly baseUrl: () => string;
  readonly onError: (error: unknown, operation: string) => void;
}

/** A request of the protocol. */
interface Exchange extends RunnerProtocol {
  readonly request: Request;
  readonly url: URL;
  /** Slots for work with logs and artifacts. */
  readonly work: FairQueue;
}

type Handler = (exchange: Exchange, jobId: number) => Promise<Response>;

/** Operations that runners alone call, by method and path: their credentials are a runner's or a job's token. */
const operations: readonly (readonly [string, RegExp, Handler])[] = [
  ["POST", /^\/jobs\/request$/, takeJob],
  ["PUT", /^\/jobs\/(\d{1,15})$/, updateJob],
  ["PATCH", /^\/jobs\/(\d{1,15})\/trace$/, appendTrace],
  ["POST", /^\/jobs\/(\d{1,15})\/artifacts$/, storeArtifact],
  ["GET", /^\/jobs\/(\d{1,15})\/artifacts$/, sendArtifacts],
  ["POST", /^\/runners\/reset_authentication_token$/, resetToken],
  ["DELETE", /^\/runners\/managers$/, deleteManager],
];

/** Work with logs and artifacts that runs at once, for all jobs and for one. */
const limits = { atOnce: 32, perCaller: 8, waiting: 64 };

/**
 * Returns the protocol with which gitlab-runner takes jobs and reports on them (its `network/gitlab.go` is the other side): a
 * function that returns the response to a request below `/api/v4`, null for one that is not the protocol's.
 */
export function createRunnerProtocol(protocol: RunnerProtocol) {
  const work = new FairQueue(limits);
  return (request: Request, path: string, url: URL): Promise<Response> | null => {
    for (const [method, pattern, handle] of operations) {
      const found = method === request.method && pattern.exec(path);
      if (found) return handle({ ...protocol, request, url, work }, Number(found[1] ?? 0));
    }
    return null;
  };
}

/** Bytes of the body of a request for a job, and of an update. */
const maxJsonBytes = 64 * 1024;

/** Returns the body of a request with the token in it, as a schema reads it. Throws 400. */
async function readBody<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  const bytes = await readAll(requestBytes(request, { arriving: maxJsonBytes, unpacked: maxJsonBytes }));
  const body = parseBody(bytes, request.headers.get("content-type") ?? "");
  const read = schema.safeParse(body instanceof URLSearchParams ? Object.fromEntries(body) : (body ?? {}));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw badParameterError(`${issue?.path.join(".") || "the body"} is invalid`);
}

const token = z.string().min(1).max(255);
/** A field that is left aside where it is not as runners send it. */
const shown = z.string().max(255).optional().catch(undefined);
const systemId = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .optional()
  .catch(undefined);
const info = z
  .object({
    name: shown,
    version: shown,
    revision: shown,
    platform: shown,
    architecture: shown,
    executor: shown,
  })
  .optional()
  .catch(undefined);

/** System id of runners that send none, as on real services. */
const withoutSystemId = "<legacy>";
/** The service listens there alone. */
const ipAddress = "127.0.0.1";

const jobRequest = z.object({ token, system_id: systemId, last_update: shown, info });

async function takeJob({ store, request, baseUrl, onError }: Exchange): Promise<Response> {
  const input = await readBody(request, jobRequest);
  const runner = requireRunnerByToken(store, input.token);
  recordContact(store, runner, { ...input.info, ipAddress, systemId: input.system_id ?? withoutSystemId });
  const { job, lastUpdate } = await requestJob(store, input.token, {
    lastUpdate: input.last_update,
    serviceUrl: baseUrl(),
    signal: request.signal,
    onError: (error) => onError(error, "a job for a runner"),
  });
  const headers = { "x-gitlab-last-update": lastUpdate };
  return job ? Response.json(job, { status: 201, headers }) : new Response(null, { status: 204, headers });
}

const jobUpdate = z.object({
  token: token.optional(),
  state: z.enum(["running", "success", "failed"]),
  failure_reason: shown,
  exit_code: z.int().min(-2_147_483_648).max(4_294_967_295).optional(),
  output: z.object({ bytesize: z.int().min(0).optional() }).optional(),
});

async function updateJob({ store, request, baseUrl, work }: Exchange, id: number): Promise<Response> {
  const input = await readBody(request, jobUpdate);
  const given = input.token ?? tokenOf(request);
  const { job } = requireJobOfRunner(store, id, given);
  const { state } = input;
  if (state === "running") return new Response("200", { headers: progress });
  return inSlot(work, id, request, async () => {
    const end = {
      state,
      failureReason: input.failure_reason,
      exitCode: input.exit_code,
      bytesize: input.output?.bytesize,
    };
    switch (await reportEnd(store, job, end, baseUrl())) {
      case "recorded":
        return new Response("200");
      case "incomplete":
        // The runner sends its log again from the start, and is told where to go on.
        return new Response("412", { status: 412, headers: progress });
      default:
        // Another report was first.
        requireJobOfRunner(store, id, given);
        throw httpError(403, "403 Forbidden");
    }
  });
}

/** Bytes of a part of a log: runners send one megabyte at most. */
const maxPartBytes = 8 * 1024 * 1024;

async function appendTrace({ store, request, work }: Exchange, id: number): Promise<Response> {
  const given = tokenOf(request);
  requireJobOfRunner(store, id, given);
  const [, start, end] =
    /^(?:bytes )?(\d{1,15})-(\d{1,15})$/.exec(request.headers.get("content-range") ?? "") ?? [];
  if (start === undefined) throw badParameterError("Missing header Content-Range");
  return inSlot(work, id, request, async () => {
    const bytes = await readAll(requestBytes(request, { arriving: maxPartBytes, unpacked: maxPartBytes }));
    // Old runners name the place behind the last byte.
    const last = Number(end) - Number(start) - bytes.length;
    if (last !== 0 && last !== -1) throw badParameterError("Content-Range is not that of the body");
    // Again: it may have ended while the part arrived.
    const { job } = requireJobOfRunner(store, id, given);
    const result = appendToTrace(store, job, { start: Number(start), bytes });
    if (!result) throw ended("failed");
    const status = result.isAppended ? 202 : 416;
    const headers = { ...progress, range: `0-${result.size}` };
    return new Response(String(status), { status, headers });
  });
}

const artifactQuery = z.object({
  artifact_type: z.enum(artifactKinds).default("archive"),
  artifact_format: z.string().optional(),
});

/** Bytes of a form besides its file. */
const maxFormBytes = 1024 * 1024;

async function storeArtifact({ store, request, url, work }: Exchange, id: number): Promise<Response> {
  const { job } = requireJobOfRunner(store, id, tokenOf(request));
  const query = artifactQuery.safeParse(Object.fromEntries(url.searchParams));
  if (!query.success) throw badParameterError("artifact_type does not have a valid value");
  const { artifact_type: kind, artifact_format: format } = query.data;
  if (format !== undefined && !hasFormat(kind, format))
    throw badParameterError("artifact_format does not have a valid value");
  return inSlot(work, id, request, async () => {
    const most = maxArtifactBytes(kind) + maxFormBytes;
    const bytes = requestBytes(request, { arriving: most, unpacked: most });
    const { filename, content } = await openFormFile(
      bytes,
      request.headers.get("content-type") ?? "",
      "file",
    );
    const named = filename.replace(/[^\w.-]+/g, "-").slice(0, 255) || "artifacts.zip";
    const received = await receiveArtifact(store, job, kind, { filename: named, content });
    bytes.resume();
    if (typeof received === "object") throw httpError(400, received.broken);
    if (received === "other") throw httpError(400, "another artifact of the same type already exists");
    if (received === "ended") requireJobOfRunner(store, id, tokenOf(request));
    return Response.json({ message: "201 Created" }, { status: 201 });
  });
}

async function sendArtifacts({ store, request, work }: Exchange, id: number): Promise<Response> {
  const given = tokenOf(request);
  const { path, size, filename } = findArchiveFor(store, given, id);
  return inSlot(work, id, request, async () =>
    downloadResponse(request, path, size, { etag: `artifacts-${id}`, type: "application/zip", filename }),
  );
}

async function resetToken({ store, request }: Exchange): Promise<Response> {
  const input = await readBody(request, z.object({ token }));
  const fresh = resetRunnerToken(store, input.token);
  return Response.json({ token: fresh, token_expires_at: null }, { status: 201 });
}

async function deleteManager({ store, request }: Exchange): Promise<Response> {
  const input = await readBody(request, z.object({ token, system_id: z.string().max(64) }));
  removeManager(store, input.token, input.system_id);
  return new Response(null, { status: 204 });
}

/** Headers of a job that goes on: its state, and the seconds after which its runner reports again. */
const progress = { "job-status": "running", "x-gitlab-trace-update-interval": "3" };

const tokenOf = (request: Request): string | null => request.headers.get("job-token");

/** Returns the running job of a runner's credentials. Throws 403, with the state of one that has ended. */
function requireJobOfRunner(store: Context["store"], id: number, given: string | null) {
  const found = jobOfRunner(store, id, given);
  if (found.job) return found;
  throw found.state === null ? httpError(403, "403 Forbidden") : ended(found.state);
}

/** The response about a job that has ended: its runner ends it as well. */
const ended = (state: string) =>
  new HttpError(403, { message: "403 Forbidden - Job is not running" }, { "job-status": state });

/** Runs the work of a job's request in a slot. */
async function inSlot(
  work: FairQueue,
  jobId: number,
  { signal }: Request,
  run: () => Promise<Response>,
): Promise<Response> {
  const slot = await Slot.take(work, `job ${jobId}`, signal);
  try {
    return slot.stream(await run());
  } finally {
    slot.release();
  }
}
