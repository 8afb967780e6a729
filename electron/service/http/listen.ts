import { createHmac } from "node:crypto";
import { chmodSync } from "node:fs";
import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { boundConnections, explainListenError } from "../../system/listening.ts";
import { refuseForeign, serviceHosts } from "./refuse-foreign.ts";

/** The service as one function: the interface below `/api/v4` and git over HTTP beside it. */
export type Service = (request: Request) => Promise<Response>;

/** A service that listens on the loopback interface. */
export interface Listening {
  /** Base URL without trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** Node flushes headers as UTF-8, which spoils values that are bytes already, such as names of files (docs/compatibility.md, 3). */
class BytewiseResponse<R extends IncomingMessage> extends ServerResponse<R> {
  override flushHeaders(): void {
    if (this.writable) this.write("", "latin1");
  }
}

/** Limits for connections without a request that makes progress. */
const limits = {
  /** Milliseconds until the headers of a request are there. */
  headersTimeout: 15_000,
  /** A push may take long: see `idleTimeoutMs`. */
  requestTimeout: 0,
  /** Milliseconds that a connection stays open for a next request. */
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 32 * 1024,
};
/** Milliseconds without a byte in either direction after which a connection is closed. */
const idleTimeoutMs = 120_000;
const maxConnections = 512;

/** An HTTP server for a service, not listening yet. Requests keep their raw paths (docs/compatibility.md, 26). */
export function createHttpServer(service: Service, ownHosts: () => ReadonlySet<string>): Server {
  const server = createAdaptorServer({
    fetch: async (request, env) => {
      const { incoming } = env as { incoming: IncomingMessage };
      return refuseForeign(ownHosts(), request, incoming) ?? service(keepDots(request, incoming.url));
    },
    overrideGlobalObjects: false,
    serverOptions: { ServerResponse: BytewiseResponse, ...limits },
  }) as Server;
  server.setTimeout(idleTimeoutMs);
  boundConnections(server, maxConnections);
  return server;
}

/** A path inside the artifacts of a job, as it was sent. */
const artifactPath =
  /^(\/api\/v4\/projects\/[^/]+\/jobs\/(?:\d+\/artifacts|artifacts\/.+?\/raw)\/)([^?#]*)(.*)$/s;
const dotSegment = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Returns the request with the `..` that a path inside an archive was sent with: a URL resolves them, and the request would
 * be of another path than the one that has to be refused.
 */
function keepDots(request: Request, sent: string | undefined): Request {
  const [, before, path, after] = artifactPath.exec(sent ?? "") ?? [];
  if (before === undefined || path === undefined || !dotSegment.test(path)) return request;
  const { origin } = new URL(request.url);
  return new Request(`${origin}${before}%2F${path.replaceAll("/", "%2F")}${after}`, request);
}

/** Serves on 127.0.0.1; port 0 takes any that is free. Rejects with a sentence where the port cannot be had. */
export function listen(service: Service, port: number): Promise<Listening> {
  const address = { url: "http://127.0.0.1:0" };
  const server = createHttpServer(service, () => serviceHosts(address.url));
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(explainListenError(error, port)));
    server.listen(port, "127.0.0.1", () => {
      address.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      resolve({ url: address.url, close: () => closeServer(server) });
    });
  });
}

/** Closes a server with all of its connections. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });

/** Address of the service for the process that started it. */
export interface PrivateSocket {
  /** Path of a socket in a folder of this user's own, or name of a pipe on Windows. */
  readonly path: string;
  /** Known to the two processes only; a new one for each start. */
  readonly secret: string;
}

/** Bytes of the longest first line of a connection. */
const maxLineBytes = 128;
/** Milliseconds in which it must arrive. */
const handshakeTimeoutMs = 5_000;

/**
 * Accepts connections of a private socket for an HTTP server. Each begins with a line of the caller's, whose keyed hash
 * is the reply: a caller sends nothing to a process that does not know the secret. Rejects where the path is taken.
 */
export async function listenPrivately(server: Server, { path, secret }: PrivateSocket): Promise<void> {
  const sockets = new Set<Socket>();
  const front = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    prove(socket, secret, () => {
      sockets.delete(socket);
      server.emit("connection", socket);
    });
  });
  server.once("close", () => {
    front.close();
    for (const socket of sockets) socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    front.once("error", reject);
    front.listen(path, resolve);
  });
  if (process.platform !== "win32") chmodSync(path, 0o600);
}

/** Replies to the first line of a connection and hands it over. */
function prove(socket: Socket, secret: string, handOver: () => void): void {
  const ignore = () => undefined;
  const timer = setTimeout(() => socket.destroy(), handshakeTimeoutMs);
  socket.on("error", ignore);
  socket.once("close", () => clearTimeout(timer));
  const chunks: Buffer[] = [];
  socket.on("data", function read(chunk: Buffer) {
    chunks.push(chunk);
    const line = Buffer.concat(chunks);
    if (line.at(-1) !== 0x0a) {
      if (line.length > maxLineBytes) socket.destroy();
      return;
    }
    clearTimeout(timer);
    socket.off("data", read);
    socket.pause();
    const proof = createHmac("sha256", secret).update(line).digest("hex");
    socket.write(`${proof}\n`, () => {
      socket.off("error", ignore);
      handOver();
    });
  });
}
