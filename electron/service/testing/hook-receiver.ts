import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A request that a receiver got. */
interface Received {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Readonly<Record<string, unknown>>;
}

type Behaviour = (response: ServerResponse, times: number, headers: IncomingMessage["headers"]) => void;

/** Behaviour of a receiver, by path; `times` counts the requests to that path so far. */
const behaviours: Readonly<Record<string, Behaviour>> = {
  "/ok": (response) => response.end("thanks"),
  "/fails": (response) => response.writeHead(500).end("broken"),
  "/recovers": (response, times) => response.writeHead(times < 3 ? 500 : 200).end(`try ${times}`),
  "/stumbles": (response, times) => response.writeHead(times < 2 ? 503 : 200).end(`try ${times}`),
  "/hangs": () => undefined,
  "/redirects": (response) => response.writeHead(302, { location: "/ok" }).end(),
  "/drips": (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("."), 20);
    response.on("close", () => clearInterval(timer));
  },
  "/breaks": (response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("ten bytes.", () => response.destroy());
  },
  "/floods": (response) => response.end("x".repeat(1_000_000)),
  "/echoes": (response, _times, headers) =>
    response.writeHead(200, { "x-echo": String(headers["x-gitlab-token"]) }).end(JSON.stringify(headers)),
};

/** Paths without a behaviour are accepted; `/hangs…` never ends. */
const unnamed = (path: string): Behaviour | undefined =>
  path.startsWith("/hangs") ? undefined : behaviours["/ok"];

/** A receiver of hooks on the loopback. */
export async function startReceiver(tls?: { readonly key: string; readonly cert: string }) {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const listener = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = JSON.parse(await text(request)) as Received["body"];
    const path = request.url ?? "";
    received.push({ path, headers: request.headers, body });
    const times = received.filter((each) => each.path === path).length;
    (behaviours[path] ?? unnamed(path))?.(response, times, request.headers);
    for (const wake of waiting) wake();
  };
  const handle = (request: IncomingMessage, response: ServerResponse) => void listener(request, response);
  const server: Server = tls ? createTlsServer(tls, handle) : createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}`,
    port,
    received: received as readonly Received[],
    /** Resolves with the first request that fits, as soon as it is there. */
    next(fits: (request: Received) => boolean): Promise<Received> {
      return new Promise((resolve) => {
        const look = () => {
          const found = received.find(fits);
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      });
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
