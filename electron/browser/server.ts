import { randomBytes, randomInt } from "node:crypto";
import { type Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Http2Bindings, type HttpBindings, serve } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { WholeResponse } from "../host/operations/response-headers.ts";
import { forwardBody, hostRequest, refuseDestination } from "../host/page/host-request.ts";
import { PartedResponse } from "../host/page/page-files.ts";
import { boundConnections, explainListenError } from "../system/listening.ts";
import { createGate } from "./gate.ts";

interface ShellServerOptions {
  /** Returns the page's files, such as `createPageFiles` of the host does. */
  readonly page: (request: Request) => Promise<Response>;
  /** The host's handler; paths have no prefix. */
  readonly handle: (request: Request) => Promise<Response>;
  /** 0 takes any that is free. */
  readonly port: number;
  /** Called when a browser has entered with a link. */
  readonly onEnter?: () => void;
}

/** Links to the shell under both of its names, with one key that can be used once. */
export interface StartLinks {
  readonly link: string;
  /** For a browser that does not resolve names below `localhost`. */
  readonly fallback: string;
}

export interface ShellServer {
  /** URL without a key. */
  readonly url: string;
  /** Its counterpart for browsers that do not resolve the name of {@link url}. */
  readonly fallbackUrl: string;
  /** Returns links that let one browser in, once. */
  mintLinks(): StartLinks;
  close(): Promise<void>;
}

/**
 * Serves the page and the host's routes on the loopback, behind the gate, below a random name: a cookie of 127.0.0.1
 * would be sent to every port of it. Names below `localhost` are this machine in Chromium and
 * Firefox; for other browsers there is a second listener on a random loopback address, until a browser has entered.
 */
export async function startShellServer(options: ShellServerOptions): Promise<ShellServer> {
  const { page, handle, port, onEnter } = options;
  const name = `helve-${randomBytes(16).toString("hex")}.localhost`;
  const gate = createGate({
    hosts: () => [hostOf(url), hostOf(fallbackUrl)],
    onEnter(host) {
      void close(host === hostOf(url) ? fallbackServer : server);
      onEnter?.();
    },
  });
  const respond: Respond = async (request, { outgoing }) => {
    const stopped = gate.check(request);
    if (stopped) return stopped;
    // Others (TRACE, CONNECT) cannot even be made into a Request.
    if (!methods.has(request.method)) return new Response(null, { status: 405 });
    const inner = hostRequest(request);
    const isSocket = outgoing instanceof ServerResponse;
    if (!inner) {
      const response = await page(request);
      if (response instanceof WholeResponse && isSocket) return sendWhole(response, outgoing);
      return response instanceof PartedResponse && isSocket ? sendParts(response, outgoing) : response;
    }
    const refusal = refuseDestination(request);
    if (refusal) return refusal;
    const response = await handle(inner);
    if (response instanceof WholeResponse && isSocket) return sendWhole(response, outgoing);
    return forwardBody(response, inner.signal);
  };
  const server = await listen(respond, "127.0.0.1", port);
  const fallbackServer = await listen(respond, randomAddress(), 0).catch(() =>
    listen(respond, "127.0.0.1", 0),
  );
  const url = new URL(`http://${name}:${portOf(server)}`).origin;
  const { address } = fallbackServer.address() as AddressInfo;
  const fallbackUrl = new URL(`http://${address}:${portOf(fallbackServer)}`).origin;
  return {
    url,
    fallbackUrl,
    mintLinks() {
      const key = gate.mintKey();
      return { link: `${url}/?key=${key}`, fallback: `${fallbackUrl}/?key=${key}` };
    },
    async close() {
      await Promise.all([close(server), close(fallbackServer)]);
    },
  };
}

type Respond = (request: Request, env: HttpBindings | Http2Bindings) => Promise<Response>;

/** Sends a response at once: as a stream it would be waited for, a millisecond at least, to see whether it is whole. */
function sendWhole({ status, headers, whole }: WholeResponse, outgoing: ServerResponse): Response {
  outgoing.writeHead(status, { ...Object.fromEntries(headers), "content-length": whole.byteLength });
  outgoing.end(whole);
  return RESPONSE_ALREADY_SENT;
}

/** Sends each part of a response before the next one is made, which may keep the thread. */
async function sendParts(
  { status, headers, body }: PartedResponse,
  outgoing: ServerResponse,
): Promise<Response> {
  outgoing.writeHead(status, Object.fromEntries(headers));
  for await (const part of body ?? []) {
    if (outgoing.destroyed) break;
    outgoing.write(part);
  }
  outgoing.end();
  return RESPONSE_ALREADY_SENT;
}

/** Connections of the page: some streams, and what it loads at once. */
const maxConnections = 256;
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

const hostOf = (url: string): string => new URL(url).host;
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** A loopback address of 24 random bits, so that its cookies reach no other server. macOS has the one address only. */
const randomAddress = (): string =>
  process.platform === "darwin"
    ? "127.0.0.1"
    : `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(2, 255)}`;

function listen(respond: Respond, hostname: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: respond, port, hostname, overrideGlobalObjects: false }, () =>
      resolve(server),
    ) as Server;
    server.on("error", (error) => reject(explainListenError(error, port)));
    boundConnections(server, maxConnections);
  });
}

function close(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}
