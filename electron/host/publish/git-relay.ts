import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { ServiceEndpoint } from "../client/service-client.ts";
import type { Network } from "../network/network.ts";

/** A repository of an account's service. */
export interface RelayedRepository {
  readonly endpoint: ServiceEndpoint;
  /** Full path of the project, with `.wiki` for its wiki. */
  readonly path: string;
  /** Whether it may be pushed to. */
  readonly writable: boolean;
}

/** A repository at an address of this computer, as long as it is open. */
export interface OpenRelay extends AsyncDisposable {
  /** Address for git; whoever knows it can use the repository, so it is never on a command line. */
  readonly url: string;
  /** Status of the service's last response that was an error; null for none. */
  readonly status: number | null;
  /** Reason why the service could not be reached, where it could not. */
  readonly failure: string | null;
}

/** Longest silence of a service that receives or packs a large repository, in ms. */
const maxSilenceMs = 10 * 60_000;
/** Headers of git's requests that the service gets; it gets no other. */
const requestHeaders = ["accept", "content-type", "content-encoding", "git-protocol"];
const responseHeaders = ["content-type", "content-encoding", "cache-control"];

/**
 * Listens on loopback for one repository and forwards git's requests to the account's service, over the same connections
 * as all else: with the proxy and certificates of the settings, and with a token that only this process knows. git gets an
 * address with a secret of its own. A redirect is not followed.
 */
export async function openRelay(
  network: Network,
  repository: RelayedRepository,
  signal: AbortSignal,
): Promise<OpenRelay> {
  const secret = randomBytes(32).toString("hex");
  const seen: { status: number | null; failure: string | null } = { status: null, failure: null };
  const server = createServer((request, response) => {
    forward(network, repository, secret, request, response, signal).then(
      (status) => {
        if (status >= 300) seen.status = status;
      },
      (error: unknown) => {
        seen.failure = error instanceof Error ? error.message : String(error);
        if (response.headersSent) response.destroy();
        else response.writeHead(502).end();
      },
    );
  });
  server.requestTimeout = 0;
  server.timeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${portOf(server)}/${secret}/repository.git`,
    get status() {
      return seen.status;
    },
    get failure() {
      return seen.failure;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the relay does not listen");
  return address.port;
}

const route =
  /^\/([0-9a-f]{64})\/repository\.git\/(info\/refs\?service=git-(?:upload|receive)-pack|git-upload-pack|git-receive-pack)$/;

/** Returns the status that git got. */
async function forward(
  network: Network,
  { endpoint, path, writable }: RelayedRepository,
  secret: string,
  request: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<number> {
  const [, given = "", end = ""] = route.exec(request.url ?? "") ?? [];
  const isRead = end.startsWith("info/");
  const isAllowed = isSame(given, secret) && (writable || !end.includes("receive-pack"));
  if (!isAllowed || request.method !== (isRead ? "GET" : "POST")) {
    response.writeHead(404).end();
    return 404;
  }
  const { base, direct } = endpoint;
  const dispatcher = await network.dispatcher(new URL(base.origin), {
    direct,
    fresh: !isRead,
    reach: "entered",
  });
  const headers: Record<string, string> = {
    "user-agent": "git/2 Helve",
    authorization: `Basic ${Buffer.from(`oauth2:${await endpoint.token()}`).toString("base64")}`,
  };
  for (const name of requestHeaders) {
    const value = request.headers[name];
    if (typeof value === "string") headers[name] = value;
  }
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  const reply = await dispatcher.request({
    origin: base.origin,
    path: `${base.pathname.replace(/\/$/, "")}/${encoded}.git/${end}`,
    method: isRead ? "GET" : "POST",
    headers,
    body: isRead ? null : request,
    signal,
    headersTimeout: maxSilenceMs,
    bodyTimeout: maxSilenceMs,
  });
  const { statusCode } = reply;
  if (statusCode >= 300) {
    // Neither a redirect nor a page is anything to git, nor a question for a password.
    reply.body.on("error", () => undefined).destroy();
    response.writeHead(statusCode >= 400 && statusCode !== 401 ? statusCode : 403).end();
    return statusCode;
  }
  const passed: Record<string, string> = {};
  for (const name of responseHeaders) {
    const value = reply.headers[name];
    if (typeof value === "string") passed[name] = value;
  }
  response.writeHead(statusCode, passed);
  await pipeline(reply.body, response);
  return statusCode;
}

const isSame = (given: string, secret: string): boolean =>
  given.length === secret.length && timingSafeEqual(Buffer.from(given), Buffer.from(secret));
