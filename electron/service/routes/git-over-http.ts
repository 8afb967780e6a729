import { Readable } from "node:stream";
import { accessLevel, mayReadCode, maySeeProject } from "../domain/access/access-level.ts";
import { type PushPlan, planPush } from "../domain/branches/receive-push.ts";
import { isAvailable } from "../domain/originals/original-state.ts";
import { watchOf } from "../domain/originals/watch-originals.ts";
import { afterWikiPush, wikiPushRules } from "../domain/wiki/push.ts";
import { ensureWiki } from "../domain/wiki/repository.ts";
import { type PushCommand, type PushRequest, readPushRequest } from "../git/transport/push-request.ts";
import { advertiseRefs, protocolEnvironment, serveFetch, servePush } from "../git/transport/transport.ts";
import { authenticate, requireScope, type SessionToken, tokenOf } from "../http/credentials.ts";
import type { FairQueue } from "../http/fair-queue.ts";
import { HttpError } from "../http/http-error.ts";
import { inSlot } from "../http/in-slot.ts";
import { type ByteLimits, requestBytes } from "../http/request-bytes.ts";
import { accessLevels } from "../store/groups/members.ts";
import { findMovedProject } from "../store/projects/former-paths.ts";
import { findProjectByPath, type Project } from "../store/projects/projects.ts";
import type { Store } from "../store/store.ts";
import type { User } from "../store/users/users.ts";

type Tool = "git-upload-pack" | "git-receive-pack";

const route = /^\/(?<path>.+?)(?:\.git)?\/(?<end>info\/refs|git-upload-pack|git-receive-pack)$/;

/** The hashes of a fetch: wants and haves. */
const fetchLimits: ByteLimits = { arriving: 32 * 1024 * 1024, unpacked: 32 * 1024 * 1024 };
/** A push contains a pack, which is already compressed. */
const pushLimits: ByteLimits = { arriving: 32 * 1024 ** 3, unpacked: 64 * 1024 * 1024 };

/** What git over HTTP works with. */
export interface Transport {
  readonly store: Store;
  readonly session: SessionToken | null;
  /** Slots for git processes that serve clones, fetches and pushes. */
  readonly transfers: FairQueue;
  readonly onError: (error: unknown) => void;
}

/** Clone, fetch and push over smart HTTP; the token is the password, the user name does not matter. */
export async function gitOverHttp(transport: Transport, request: Request, url: URL): Promise<Response> {
  const { store, session, transfers } = transport;
  const groups = route.exec(decodePath(url.pathname))?.groups;
  if (!groups) throw new HttpError(404, { error: "404 Not Found" });
  const asks = groups.end === "info/refs";
  if (request.method !== (asks ? "GET" : "POST")) throw new HttpError(405, { error: "405 Not Allowed" });
  const tool = asks ? url.searchParams.get("service") : groups.end;
  if (tool !== "git-upload-pack" && tool !== "git-receive-pack")
    return text(403, "Only smart HTTP is served");
  const user = readUser(store, session, request, url, tool);
  if (user === "denied") return deny();
  const { project, isWiki } = findRepository(store, groups.path ?? "");
  if (!project || !maySeeProject(store, user, project)) {
    return user ? text(404, "The project you were looking for could not be found.") : deny();
  }
  const level = accessLevel(store, user, project);
  // Guests of a private project see it and its wiki, not its code.
  if (!isWiki && !mayReadCode(store, user, project)) {
    return text(403, "You are not allowed to download code from this project.");
  }
  if (tool === "git-receive-pack") {
    if (!user) return deny();
    if (project.archived || level < accessLevels.developer) {
      return text(403, `You are not allowed to push ${isWiki ? "to the wiki of" : "code to"} this project.`);
    }
  }
  if (!isWiki) {
    await watchOf(store).observe(project.id);
    if (!isAvailable(store, project.id)) return text(404, "The folder of this repository is not there.");
  }
  const folder = isWiki ? (await ensureWiki(project)).folder : project.repositoryPath;
  const caller = user ? `user ${user.id}` : "anybody";
  return inSlot(transfers, caller, request.signal, async (hold) => {
    if (asks) return hold(await advertise(folder, tool, request));
    if (tool === "git-upload-pack") return hold(await fetch(folder, request));
    const plan = isWiki
      ? (commands: readonly PushCommand[]) => pushToWiki(store, project, user, commands)
      : (commands: readonly PushCommand[]) => planPush(store, project, user, commands);
    return hold(await receive(transport, folder, plan, request));
  });
}

/** Returns the project of a path, or the one whose wiki the path is: `<project>.wiki`. */
function findRepository(store: Store, path: string) {
  const find = (fullPath: string) => findProjectByPath(store, fullPath) ?? findMovedProject(store, fullPath);
  const project = find(path);
  if (project || !path.endsWith(".wiki")) return { project, isWiki: false };
  return { project: find(path.slice(0, -".wiki".length)), isWiki: true };
}

const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

function readUser(
  store: Store,
  session: SessionToken | null,
  request: Request,
  url: URL,
  tool: Tool,
): User | null | "denied" {
  const plain = tokenOf(request, url);
  if (plain === null) return null;
  try {
    const credentials = authenticate(store, session, plain);
    requireScope(credentials, tool === "git-receive-pack" ? "write_repository" : "read_repository");
    return credentials.user;
  } catch (error) {
    if (error instanceof HttpError) return "denied";
    throw error;
  }
}

const text = (status: number, body: string, headers: Record<string, string> = {}) =>
  new Response(`${body}\n`, { status, headers: { "content-type": "text/plain", ...headers } });

const deny = () =>
  text(401, "HTTP Basic: Access denied", { "www-authenticate": 'Basic realm="Helve local service"' });

const protocolOf = (request: Request) => protocolEnvironment(request.headers.get("git-protocol"));

/** Returns git's output as a response that is not cached. */
const reply = (output: Readable, type: string): Response =>
  new Response(Readable.toWeb(output) as ReadableStream<Uint8Array>, {
    headers: { "content-type": type, "cache-control": "no-cache, max-age=0, must-revalidate" },
  });

async function advertise(folder: string, tool: Tool, request: Request): Promise<Response> {
  const name = tool === "git-upload-pack" ? "upload-pack" : "receive-pack";
  const refs = await advertiseRefs(folder, name, protocolOf(request), request.signal);
  const line = `# service=${tool}\n`;
  const head = `${(line.length + 4).toString(16).padStart(4, "0")}${line}0000`;
  const output = Readable.from(withHead(Buffer.from(head), refs), { objectMode: false });
  return reply(output, `application/x-${tool}-advertisement`);
}

async function* withHead(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* rest;
}

async function fetch(folder: string, request: Request): Promise<Response> {
  const input = requestBytes(request, fetchLimits);
  const output = await serveFetch(folder, input, protocolOf(request), request.signal);
  return reply(output, "application/x-git-upload-pack-result");
}

async function pushToWiki(
  store: Store,
  project: Project,
  user: User | null,
  commands: readonly PushCommand[],
): Promise<PushPlan> {
  return {
    ...wikiPushRules(accessLevel(store, user, project), commands),
    finish: () => afterWikiPush(store, project, commands),
  };
}

/** Refuses ref updates that are not permitted before git reads the push; the pack is streamed. */
async function receive(
  { onError }: Transport,
  folder: string,
  planPush: (commands: readonly PushCommand[]) => Promise<PushPlan>,
  request: Request,
): Promise<Response> {
  const input = requestBytes(request, pushLimits);
  const chunks = input[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const push = await readPushRequest(chunks);
  const plan = await planPush(push.commands);
  if (plan.refused !== null) return text(403, plan.refused);
  const finish = () => plan.finish().catch(onError);
  const pack = Readable.from(pushBytes(push, chunks), { objectMode: false });
  const output = await servePush(folder, pack, plan.forwardOnly, finish);
  return reply(output, "application/x-git-receive-pack-result");
}

async function* pushBytes(
  { head, rest }: PushRequest,
  chunks: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer> {
  yield head;
  if (rest.length > 0) yield rest;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
}
