import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { accessTo, maySeeProject } from "./access.ts";
import { authenticate, requireScope, type SessionToken, tokenOf } from "./credentials.ts";
import { Failure } from "./failure.ts";
import { branchTip, listRefs } from "./git/refs.ts";
import { openRepository } from "./git/repository.ts";
import { spawnGit } from "./git/run.ts";
import { mirrorRefs } from "./local-repository.ts";
import { followBranches } from "./routes/merge-requests/follow-branches.ts";
import { accessLevels } from "./store/members.ts";
import { findProjectByPath, type Project, touchProject } from "./store/projects.ts";
import { listProtectedBranches, protectionOf, pushLevelOf } from "./store/protected-branches.ts";
import type { Store } from "./store/store.ts";
import type { User } from "./store/users.ts";

type Tool = "git-upload-pack" | "git-receive-pack";

const route = /^\/(?<path>.+?)(?:\.git)?\/(?<end>info\/refs|git-upload-pack|git-receive-pack)$/;

/** Clone, fetch and push over smart HTTP; the token is the password, the user name does not matter. */
export async function gitOverHttp(
  store: Store,
  session: SessionToken | null,
  request: Request,
  url: URL,
): Promise<Response> {
  const groups = route.exec(decodePath(url.pathname))?.groups;
  if (!groups) throw new Failure(404, { error: "404 Not Found" });
  const tool = groups.end === "info/refs" ? url.searchParams.get("service") : groups.end;
  if (tool !== "git-upload-pack" && tool !== "git-receive-pack")
    return text(403, "Only smart HTTP is served");
  const user = readUser(store, session, request, url, tool);
  if (user === "denied") return deny();
  const project = findProjectByPath(store, groups.path ?? "");
  if (!project || !maySeeProject(store, user, project)) {
    return user ? text(404, "The project you were looking for could not be found.") : deny();
  }
  const { own, group } = accessTo(store, user, project);
  const level = Math.max(own, group);
  // Guests of a private project see that it exists, not its code.
  if (project.visibility === "private" && level < accessLevels.reporter) {
    return text(403, "You are not allowed to download code from this project.");
  }
  if (tool === "git-receive-pack") {
    if (!user) return deny();
    if (project.archived || level < accessLevels.developer) {
      return text(403, "You are not allowed to push code to this project.");
    }
  }
  if (groups.end === "info/refs") return advertise(project, tool, request);
  return exchange(store, project, tool, user, request);
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
    if (error instanceof Failure) return "denied";
    throw error;
  }
}

const text = (status: number, body: string, headers: Record<string, string> = {}) =>
  new Response(`${body}\n`, { status, headers: { "content-type": "text/plain", ...headers } });

const deny = () =>
  text(401, "HTTP Basic: Access denied", { "www-authenticate": 'Basic realm="Helve local service"' });

const protocolOf = (request: Request): Readonly<Record<string, string>> => {
  const value = request.headers.get("git-protocol");
  return value && /^[\w=:.-]+$/.test(value) ? { GIT_PROTOCOL: value } : {};
};

/** Refs that only hold commits are nobody's to see or to move. */
const hidden = ["-c", "transfer.hideRefs=refs/keep-around"];

const noCache = { "cache-control": "no-cache, max-age=0, must-revalidate" };

function advertise(project: Project, tool: Tool, request: Request): Response {
  const child = spawnGit(
    project.repositoryPath,
    [...hidden, tool.slice(4), "--stateless-rpc", "--advertise-refs", project.repositoryPath],
    { env: protocolOf(request), signal: request.signal },
  );
  child.stdin.end();
  child.stderr.resume();
  child.on("error", (error) => child.stdout.destroy(error));
  const line = `# service=${tool}\n`;
  const head = `${(line.length + 4).toString(16).padStart(4, "0")}${line}0000`;
  const body = Readable.from(
    (async function* () {
      yield Buffer.from(head);
      yield* child.stdout;
    })(),
  );
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, {
    headers: { "content-type": `application/x-${tool}-advertisement`, ...noCache },
  });
}

async function exchange(
  store: Store,
  project: Project,
  tool: Tool,
  user: User | null,
  request: Request,
): Promise<Response> {
  if (tool === "git-receive-pack") return receive(store, project, user, request);
  const child = spawnGit(
    project.repositoryPath,
    [...hidden, "upload-pack", "--stateless-rpc", project.repositoryPath],
    {
      env: protocolOf(request),
      signal: request.signal,
    },
  );
  child.stderr.resume();
  child.stdin.on("error", () => undefined);
  child.on("error", (error) => child.stdout.destroy(error));
  readBody(request).pipe(child.stdin);
  return new Response(Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>, {
    headers: { "content-type": `application/x-${tool}-result`, ...noCache },
  });
}

function readBody(request: Request): Readable {
  const body = request.body
    ? Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0])
    : Readable.from([]);
  return request.headers.get("content-encoding") === "gzip" ? body.pipe(createGunzip()) : body;
}

/** A push is read whole, so that refs that may not be moved are refused before git sees any of it. */
async function receive(
  store: Store,
  project: Project,
  user: User | null,
  request: Request,
): Promise<Response> {
  const chunks: Buffer[] = [];
  for await (const chunk of readBody(request)) chunks.push(Buffer.from(chunk as Uint8Array));
  const body = Buffer.concat(chunks);
  const { own, group } = accessTo(store, user, project);
  const protections = listProtectedBranches(store, project.id);
  const refused = pushedBranches(body).find((branch) => {
    const protection = protectionOf(protections, branch);
    return Math.max(own, group) < pushLevelOf(protection);
  });
  if (refused) return text(403, `You are not allowed to push into the protected branch ${refused}.`);
  const repository = openRepository(project.repositoryPath);
  return repository.exclusively(async () => {
    const child = spawnGit(project.repositoryPath, [
      "-c",
      "receive.denyDeleteCurrent=refuse",
      "-c",
      "receive.fsckObjects=true",
      "-c",
      "receive.hideRefs=refs/merge-requests",
      ...hidden,
      "receive-pack",
      "--stateless-rpc",
      project.repositoryPath,
    ]);
    const out: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.resume();
    child.stdin.on("error", () => undefined);
    child.stdin.end(body);
    await new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", resolve);
    });
    await noteFirstBranch(store, project);
    await mirrorRefs(project);
    await followBranches(store, project, user?.id ?? null);
    return new Response(Buffer.concat(out), {
      headers: { "content-type": "application/x-git-receive-pack-result", ...noCache },
    });
  });
}

/** Branches that a push's commands name; the commands come first, as pkt-lines up to a flush. */
function pushedBranches(body: Buffer): string[] {
  const branches: string[] = [];
  for (let at = 0; at + 4 <= body.length; ) {
    const length = Number.parseInt(body.subarray(at, at + 4).toString(), 16);
    if (!(length >= 4)) break;
    const line = body.subarray(at + 4, at + length).toString();
    const name = /^[0-9a-f]+ [0-9a-f]+ refs\/heads\/([^\0\n]+)/.exec(line)?.[1];
    if (name) branches.push(name);
    at += length;
  }
  return branches;
}

/** The first branch that comes to an empty project is its default branch: `main` or `master` where one is among them. */
async function noteFirstBranch(store: Store, project: Project): Promise<void> {
  if (project.defaultBranch !== null) return touchProject(store, project);
  const repository = openRepository(project.repositoryPath);
  const names = (await listRefs(repository, "heads")).map(({ name }) => name);
  const first = ["main", "master"].find((name) => names.includes(name)) ?? names[0];
  touchProject(store, project, first);
  if (first && (await branchTip(repository, first))) await setHead(project, first);
}

async function setHead(project: Project, branch: string): Promise<void> {
  const child = spawnGit(project.repositoryPath, ["symbolic-ref", "HEAD", `refs/heads/${branch}`]);
  child.stdin.end();
  await new Promise((resolve) => child.on("close", resolve));
}
