import { operationKey } from "../../shared/api/contract/call-facts.ts";
import type { Match } from "../../shared/api/contract/match.ts";
import type { AnyOperation } from "../../shared/api/contract/operation.ts";
import {
  getJobArtifactFile,
  getJobArtifacts,
  getRefArtifactFile,
  getRefArtifacts,
} from "../../shared/api/resources/job-artifacts.ts";
import { findNamedProject, findNewPath } from "./domain/access/require-access.ts";
import { admitWrite } from "./domain/admit-write.ts";
import { userOfJob } from "./domain/ci/job-tokens.ts";
import { followBranches } from "./domain/merge-request-versions/follow-branches.ts";
import { explainError } from "./domain/originals/explain-error.ts";
import { watchOf } from "./domain/originals/watch-originals.ts";
import {
  actAs,
  authenticate,
  recordUse,
  requireScope,
  type SessionToken,
  tokenOf,
} from "./http/credentials.ts";
import { FairQueue, Slot, StalledProjects } from "./http/fair-queue.ts";
import { findOperation, withoutBody } from "./http/find-operation.ts";
import { forbiddenError, HttpError, unauthorizedError } from "./http/http-error.ts";
import type { Context, Credentials, Implementation } from "./http/implement.ts";
import { requireFewParameters } from "./http/input/decode-call.ts";
import { inputThreadOf, readInput } from "./http/input/read-input.ts";
import type { Service } from "./http/listen.ts";
import { refusalResponse } from "./http/refusals.ts";
import { Streamed, streamJson } from "./http/stream-json.ts";
import { errorResponse, movedResponse, toResponse } from "./http/to-response.ts";
import { avatarResponse } from "./routes/avatars.ts";
import { gitOverHttp } from "./routes/git-over-http.ts";
import { implementations } from "./routes/index.ts";
import { pageUrl, placePage } from "./routes/place-page.ts";
import { createRunnerProtocol } from "./routes/runner-protocol.ts";
import type { ServiceStore } from "./service-store.ts";
import type { Project } from "./store/projects/projects.ts";

interface ServiceOptions {
  /** Base URL of the service, without trailing slash; read at each request, because the port may be set later. */
  readonly baseUrl: () => string;
  /** A token that is never written to disk. */
  readonly session?: SessionToken | null;
  /** Called with errors that are the service's own. Their text has no token. */
  readonly onError?: (error: unknown, operation: string) => void;
}

const handlers = new Map(implementations.map((entry) => [entry.operation, entry.handle]));
const prefix = "/api/v4";

/** Operations that have a handler; a request of any other is 501. */
export const implemented: ReadonlySet<AnyOperation> = new Set(handlers.keys());

/** Operations that run at once. A host sends some ten at a time. */
const operationLimits = { atOnce: 64, perCaller: 24, waiting: 1000 };
/** Clones, fetches and pushes that run at once: each is a process of git or two. */
const transferLimits = { atOnce: 16, perCaller: 6, waiting: 64 };

export function createService(store: ServiceStore, options: ServiceOptions): Service {
  watchOf(store).followWith((project, branches) =>
    followBranches(store, project, project.creatorId, branches),
  );
  const transport = {
    store,
    session: options.session ?? null,
    transfers: new FairQueue(transferLimits),
    onError: (error: unknown) => options.onError?.(error, "after a push"),
  };
  const runnerProtocol = createRunnerProtocol({
    store,
    baseUrl: options.baseUrl,
    onError: (error, operation) => options.onError?.(error, operation),
  });
  const work = new FairQueue(operationLimits);
  const stalled = new StalledProjects(store.git.processes);
  return async (request) => {
    const url = new URL(request.url);
    const found = url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : null;
    try {
      requireFewParameters(url.search);
      if (found === null) {
        return (
          avatarResponse(store, request, url.pathname) ??
          placePage(request, url) ??
          (await gitOverHttp(transport, request, url))
        );
      }
      const ofRunner = await runnerProtocol(request, found, url);
      if (ofRunner) return ofRunner;
      const response = await respond({ store, options, work, stalled, request, url }, found);
      return request.method === "HEAD" ? await withoutBody(response) : response;
    } catch (error) {
      const refusal = refusalResponse(store, error);
      if (refusal) return errorResponse(refusal, request);
      if (request.signal.aborted) return new Response(null, { status: 499 });
      options.onError?.(error, `${request.method} ${url.pathname}`);
      return errorResponse(new HttpError(500, { message: "500 Internal Server Error" }), request);
    }
  };
}

/** A request to the service and its context. */
interface Received {
  readonly store: ServiceStore;
  readonly options: ServiceOptions;
  readonly work: FairQueue;
  readonly stalled: StalledProjects;
  readonly request: Request;
  readonly url: URL;
}

/** A request of a known operation by a caller who may call it. */
interface Call extends Received {
  readonly found: Match;
  /** Null where the operation is for everybody and the request has no token. */
  readonly credentials: Credentials | null;
}

/** Returns the response to a request of the operation at a path below the prefix. Throws {@link HttpError}. */
async function respond(received: Received, path: string): Promise<Response> {
  const { store, options, work, request, url } = received;
  const found = findOperation(request.method, path, url.searchParams);
  const { operation } = found;
  const plain = tokenOf(request, url);
  const own =
    plain === null ? ofJob(store, found, request, url) : authenticate(store, options.session ?? null, plain);
  const credentials = own && actAs(store, own, request, url);
  if (!credentials && operation.auth !== "optional") throw unauthorizedError();
  if (credentials) requireScope(credentials, operation.scope);
  if (operation.auth === "admin" && !credentials?.user.isAdmin) throw forbiddenError();
  if (own) recordUse(store, own);
  const handle = handlers.get(operation);
  if (!handle) {
    throw new HttpError(501, { message: `501 Not Implemented: ${operationKey(operation)}` });
  }
  const slot = await Slot.take(work, callerOf(credentials), request.signal);
  try {
    return await carryOut({ ...received, found, credentials }, handle, slot);
  } finally {
    slot.release();
  }
}

/** Operations that a script of a job calls with its own token. */
const ofJobs: ReadonlySet<AnyOperation> = new Set([
  getJobArtifacts,
  getJobArtifactFile,
  getRefArtifacts,
  getRefArtifactFile,
]);

/** Returns the credentials of a request with the token of a job, null without one. Throws 401 where it is not valid for this. */
function ofJob(
  store: ServiceStore,
  { operation, params }: Match,
  request: Request,
  url: URL,
): Credentials | null {
  const token = request.headers.get("job-token") ?? url.searchParams.get("job_token");
  if (token === null || !ofJobs.has(operation)) return null;
  const user = userOfJob(store, token, findNamedProject(store, params.id ?? "")?.id);
  if (!user) throw unauthorizedError();
  return {
    user,
    scopes: ["api"],
    token: { id: 0, name: "job", createdAt: user.createdAt, expiresAt: null, lastUsedAt: null },
  };
}

const callerOf = (credentials: Credentials | null): string =>
  credentials ? `user ${credentials.user.id}` : "anybody";

/** Reads the input of an operation for a caller who may call it, runs its handler and returns the response. */
async function carryOut(call: Call, handle: Implementation["handle"], slot: Slot): Promise<Response> {
  const { store, request, url, found } = call;
  const { operation } = found;
  admitWrite({ store, user: call.credentials?.user ?? null }, found);
  const input = await readInput(inputThreadOf(store), found, request, url);
  const context = contextOf(call, input);
  const moved = movedResponse(operation, context, (kind) => findNewPath(context, kind, input.id));
  if (moved) return moved;
  const { id } = input;
  // Regardless of the caller's access: changes by git in its repository are detected either way.
  const project = typeof id === "number" || typeof id === "string" ? findNamedProject(store, id) : null;
  const work = () => runHandler({ call, handle, slot, input, context, project });
  return project ? call.stalled.run(project.id, slot, request.signal, work) : work();
}

/** An operation with its input, and the project that it names. */
interface Prepared {
  readonly call: Call;
  readonly handle: Implementation["handle"];
  readonly slot: Slot;
  readonly input: Readonly<Record<string, unknown>>;
  readonly context: Context;
  readonly project: Project | null;
}

/** Runs the handler of an operation and returns the response. */
async function runHandler({ call, handle, slot, input, context, project }: Prepared): Promise<Response> {
  const { store, options, request, url, found } = call;
  const { operation } = found;
  if (project?.origin) {
    const watch = watchOf(store);
    await (operation.method === "GET" ? watch.observe(project.id) : watch.observeAndFollow(project.id));
  }
  const explain = async (error: unknown) => {
    throw project ? await explainError(store, project, error) : error;
  };
  const result = await Promise.resolve()
    .then(() => handle(input as never, context))
    .catch(explain);
  if (result instanceof Streamed) {
    const body = await streamJson(result, (error) => {
      if (!request.signal.aborted) options.onError?.(error, `${request.method} ${url.pathname}`);
    }).catch(explain);
    const headers = { "content-type": "application/json" };
    return slot.stream(new Response(body, { status: operation.status, headers }));
  }
  if (result instanceof Response) return slot.stream(result);
  return toResponse(result, operation, context);
}

function contextOf(
  { store, options, request, url, found, credentials }: Call,
  input: Readonly<Record<string, unknown>>,
): Context {
  const baseUrl = options.baseUrl();
  return {
    user: credentials?.user ?? null,
    credentials,
    store,
    baseUrl,
    request,
    pageUrl: pageUrl(found.operation, url, baseUrl),
    page: {
      number: typeof input.page === "number" ? input.page : 1,
      perPage: Math.min(
        found.operation.localPageSize,
        typeof input.per_page === "number" ? input.per_page : 20,
      ),
    },
  };
}
