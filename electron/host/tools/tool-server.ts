import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { completeProblem } from "../../../shared/errors.ts";
import { boundConnections } from "../../system/listening.ts";
import { problemResponse } from "../page/responses.ts";
import { makePrivateFolder, writeJsonFile } from "../storage/private-file.ts";

/** File of the data folder that names socket and key; readable by this user alone. */
const keyFile = "tools.json";
/** Maximum bytes of a socket's path on every system. */
const maxPathBytes = 100;
/** Bytes of the longest request: a comment, or a call of a tool. */
const maxRequestBytes = 1024 * 1024;
/** Programs that are connected at once. */
const maxConnections = 32;
/** The only name under which requests are served; there is no port, so that no page can send it. */
const host = "helve";

/** The door for other programs of this user: the command line and the assistants of editors. */
export interface ToolServer {
  close(): Promise<void>;
}

/**
 * Listens on a private socket for requests of other programs of this user, and writes its path with a fresh key to
 * `tools.json` of the data folder. A request without the key is refused before its body is read; so is one that a browser
 * would send. Throws where nothing can listen.
 */
export async function startToolServer(
  folder: string,
  handle: (request: Request) => Promise<Response>,
): Promise<ToolServer> {
  makePrivateFolder(folder);
  const key = randomBytes(32).toString("base64url");
  const place = socketIn(folder);
  const server = createServer({ headersTimeout: 10_000 }, (incoming, outgoing) => {
    respond(incoming, outgoing, key, handle).catch(() => outgoing.destroy());
  });
  boundConnections(server, maxConnections);
  // A socket left by a killed app would prevent listening.
  place.remove();
  server.listen(place.path);
  await once(server, "listening");
  if (process.platform !== "win32") chmodSync(place.path, 0o600);
  const file = join(folder, keyFile);
  writeJsonFile(file, { socket: place.path, key });
  return {
    async close() {
      rmSync(file, { force: true });
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
      place.removeAll();
    },
  };
}

interface SocketPlace {
  readonly path: string;
  /** Removes the socket. */
  remove(): void;
  /** Removes the socket and a folder that was made for it. */
  removeAll(): void;
}

/**
 * Returns where to listen: in the data folder, or in a new private folder where that path is too long. A pipe of Windows
 * has a random name, so that no other user can have taken it.
 */
function socketIn(folder: string): SocketPlace {
  if (process.platform === "win32") {
    const path = `\\\\.\\pipe\\helve-tools-${randomBytes(16).toString("hex")}`;
    return { path, remove: () => {}, removeAll: () => {} };
  }
  const usual = join(resolve(folder), "tools.sock");
  const own = Buffer.byteLength(usual) > maxPathBytes ? mkdtempSync(join(tmpdir(), "helve-")) : null;
  const path = own === null ? usual : join(own, "tools.sock");
  const remove = () => rmSync(path, { force: true });
  return {
    path,
    remove,
    removeAll() {
      remove();
      if (own !== null) rmSync(own, { recursive: true, force: true });
    },
  };
}

async function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  key: string,
  handle: (request: Request) => Promise<Response>,
): Promise<void> {
  const refusal = refusalOf(incoming, key);
  if (refusal) return send(refusal, outgoing);
  const body = await readBody(incoming);
  if (body === null) return send(refuse(413, "too_large", "A request has 1 MB at most."), outgoing);
  const stopped = new AbortController();
  outgoing.once("close", () => stopped.abort());
  const request = new Request(`http://${host}${incoming.url}`, {
    method: incoming.method ?? "GET",
    headers: Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" && name !== "authorization" ? [[name, value]] : [],
    ),
    body: incoming.method === "POST" ? body : null,
    signal: stopped.signal,
  });
  return send(await handle(request), outgoing);
}

/** Returns why a request is not served; null where it is. */
function refusalOf({ headers, method, url }: IncomingMessage, key: string): Response | null {
  if (headers.host !== host || headers.origin !== undefined || headers["sec-fetch-site"] !== undefined)
    return refuse(403, "forbidden", "This socket is for Helve's own command alone.");
  if (!isKey(headers.authorization, key))
    return refuse(401, "unauthorized", "The key is not that of the Helve that runs now. Try again.");
  // A target in absolute form has a host of its own.
  if (method !== "POST" || !url?.startsWith("/"))
    return refuse(405, "refused", "This socket takes POST alone.");
  return null;
}

function isKey(header: string | undefined, key: string): boolean {
  // Hashed, so that neither length nor content shows in the time that it takes.
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(header ?? ""), digest(`Bearer ${key}`));
}

const refuse = (
  status: number,
  code: "forbidden" | "unauthorized" | "refused" | "too_large",
  message: string,
) => {
  const { headers } = problemResponse(completeProblem({ code, message }));
  return new Response(JSON.stringify(completeProblem({ code, message })), { status, headers });
};

/** Returns a request's body; null where it is too long. */
async function readBody(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(incoming.headers["content-length"] ?? 0) > maxRequestBytes) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > maxRequestBytes) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  for await (const chunk of response.body ?? []) {
    if (outgoing.destroyed) break;
    if (!outgoing.write(chunk)) await Promise.race([once(outgoing, "drain"), once(outgoing, "close")]);
  }
  outgoing.end();
}
