import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import { readResponse } from "../../../shared/api/contract/read-response.ts";
import { getBranch } from "../../../shared/api/resources/branches.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";

/** The token that every test account has. */
export const testToken = "glpat-Test_Secret-0123456789";

interface Seen {
  readonly method: string;
  /** Raw path with query. */
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Responds to a request; one that it leaves open is the account check, or gets no response. */
export type MockHandler = (
  request: Seen,
  response: ServerResponse,
  raw: IncomingMessage,
) => unknown | Promise<unknown>;

export interface MockService extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Every request in the order of arrival. */
  readonly seen: Seen[];
  /** Requests below `/api/v4`, but for the account check's own. */
  calls(): Seen[];
  /** Calls a function with each part of a body that arrives. */
  onBytes(listener: () => void): void;
  /** Listens again after {@link stop}, on the same port. */
  start(): Promise<void>;
  /** Refuses connections from now on. */
  stop(): Promise<void>;
}

export const sendJson = (response: ServerResponse, value: unknown, headers: Record<string, string> = {}) => {
  response.writeHead(200, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(value));
};

/** Returns what a service sends that has the contract's shape, so that the page receives it as it is. */
export const inShape = (operation: AnyOperation, fields: Readonly<Record<string, unknown>>): unknown =>
  JSON.parse(JSON.stringify(readResponse<AnyOperation>(operation, fields).value));

/** A project of which nothing is known but its identity. */
export const projectOf = (id: number) =>
  inShape(getProject, { id, path_with_namespace: `ada/project-${id}` });

/** A branch of which nothing is known but its name. */
export const branchOf = (name: string) => inShape(getBranch, { name });

const checks: Readonly<Record<string, unknown>> = {
  "/user": { id: 7, name: "Ada Example", username: "ada", avatar_url: null, web_url: null, extra: 1 },
  "/version": { version: "16.1.0", revision: "abc" },
};
const checkPaths = new Set(["/user", "/version", "/metadata", "/personal_access_tokens/self"]);

/** An HTTP server on the loopback that responds to the account check; a test handles all other requests. */
export async function mockService(
  handler: MockHandler,
  tls?: { key: string; cert: string },
  wantedPort = 0,
): Promise<MockService> {
  const seen: Seen[] = [];
  let bytesListener = () => {};
  const listener: RequestListener = async (raw, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of raw) {
      chunks.push(chunk);
      bytesListener();
    }
    const request = {
      method: raw.method ?? "",
      path: raw.url ?? "",
      headers: raw.headers,
      body: Buffer.concat(chunks).toString("utf8"),
    };
    seen.push(request);
    await handler(request, response, raw);
    if (response.headersSent || response.destroyed || response.writableEnded) return;
    const known = checks[below(request.path)];
    if (known) return sendJson(response, known);
    if (!checkPaths.has(below(request.path))) return;
    response.writeHead(404, { "content-type": "application/json" });
    response.end('{"error":"404 Not Found"}');
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  const start = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, "127.0.0.1", () => resolve()));
  await start(wantedPort);
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}`,
    port,
    seen,
    calls: () => seen.filter(({ path }) => path.includes("/api/v4/") && !checkPaths.has(below(path))),
    onBytes(listener) {
      bytesListener = listener;
    },
    start: () => start(port),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

const below = (path: string): string => path.replace(/^.*?\/api\/v4/, "").split("?")[0] ?? "";
