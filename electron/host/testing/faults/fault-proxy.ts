import { createServer, type IncomingMessage, request as send } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { type FaultyResponse, type ReceivedRequest, removeHeader } from "./exchange.ts";
import { type Fault, faults } from "./faults.ts";
import { randomOf } from "./random.ts";

export interface FaultProxy extends AsyncDisposable {
  readonly url: string;
  /** Faults that the next requests meet, by its own choice; null lets all through. */
  choose: ((random: () => number, received: ReceivedRequest) => readonly Fault[]) | null;
  /** Applies a fault of `faults` to requests that match. `reaches`: the service gets them nevertheless. */
  fail(fault: string, matches?: (received: ReceivedRequest) => boolean, reaches?: boolean): void;
  /** Forwards everything again. */
  mend(): void;
  /** Ends all connections and refuses new ones. */
  pause(): Promise<void>;
  /** Listens again at the same address. */
  resume(): Promise<void>;
  /** Connections that are open now. */
  connections(): number;
  /** Number of occurrences of each fault. */
  readonly met: Map<string, number>;
}

/** Responds as a service would, without connections of its own. */
export type ServiceInProcess = (
  received: ReceivedRequest,
) => Pick<FaultyResponse, "status" | "headers" | "body">;

/** A proxy of a service, by its URL or within this process, that fails as chosen, the same way for the same seed. */
export async function faultProxy(upstream: string | ServiceInProcess, seed: number): Promise<FaultProxy> {
  const random = randomOf(seed);
  const sockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    const { socket } = request;
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const received: ReceivedRequest = {
      method: request.method ?? "GET",
      path: request.url ?? "/",
      headers: request.headers,
      origin: proxy.url,
    };
    const wanted = proxy.choose?.(random, received) ?? [];
    for (const { name } of wanted) proxy.met.set(name, (proxy.met.get(name) ?? 0) + 1);
    const forwards = wanted.every((one) => (one.forwards === "sometimes" ? random() < 0.5 : one.forwards));
    const chosen = forwards ? wanted : wanted.filter((one) => !isBelievable(received, one));
    const reply = !forwards
      ? emptyResponse()
      : typeof upstream === "string"
        ? await forward(upstream, request, Buffer.concat(chunks)).catch(() => null)
        : { ...emptyResponse(), ...upstream(received) };
    // The service ended, or broke off its response.
    if (!reply) return void socket.destroy();
    for (const one of chosen) one.apply(reply, received, random);
    if (chosen.some(({ name }) => name === "latency")) await delay(random() * 20);
    if (socket.destroyed) return;
    if (chosen.length === 0) {
      for (const [name, value] of reply.headers) response.setHeader(name, value);
      response.writeHead(reply.status).end(received.method === "HEAD" ? undefined : reply.body);
    } else await deliver(socket, reply, received, random);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("clientError", (_error, socket) => socket.destroy());
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, "127.0.0.1", () => resolve()));
  const pause = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await listen(0);
  const proxy: FaultProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    choose: null,
    fail: (name, matches = () => true, reaches) => {
      const known = faults.find((fault) => fault.name === name);
      if (!known) throw new Error(`no fault ${name}`);
      const fault: Fault = reaches === undefined ? known : { ...known, forwards: reaches };
      proxy.choose = (_random, received) => (matches(received) ? [fault] : []);
    },
    mend: () => {
      proxy.choose = null;
    },
    pause,
    resume: async () => {
      if (!server.listening) await listen(Number(new URL(proxy.url).port));
    },
    connections: () => sockets.size,
    met: new Map(),
    [Symbol.asyncDispose]: pause,
  };
  return proxy;
}

/** A 204 is all of a DELETE's success: one for a DELETE that never happened could not be noticed. */
const isBelievable = ({ method }: ReceivedRequest, { name }: Fault): boolean =>
  method === "DELETE" && name === "204";

const emptyResponse = (): FaultyResponse => ({
  status: 200,
  headers: [["content-type", "application/json"]],
  body: Buffer.alloc(0),
  chunked: false,
  untilClose: false,
  claimedLength: null,
  delivery: "whole",
});

/** The service's response, whole. */
function forward(
  upstream: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<FaultyResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = send(
      upstream + url,
      // With its own `Host`, which the local service requires.
      { method, headers: { ...headers, host: new URL(upstream).host, connection: "close" } },
      async (incoming) => {
        const chunks: Buffer[] = [];
        try {
          for await (const chunk of incoming) chunks.push(chunk as Buffer);
        } catch (error) {
          return reject(error);
        }
        const reply = { ...emptyResponse(), status: incoming.statusCode ?? 200, body: Buffer.concat(chunks) };
        reply.headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
        reply.chunked = incoming.headers["transfer-encoding"] === "chunked";
        for (const name of ["connection", "keep-alive", "transfer-encoding", "content-length"])
          removeHeader(reply, name);
        resolve(reply);
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** Writes a reply byte by byte as its faults require, and closes the connection. */
async function deliver(
  socket: Socket,
  reply: FaultyResponse,
  received: ReceivedRequest,
  random: () => number,
): Promise<void> {
  const [head, body] = layOut(reply, received.method === "HEAD");
  const inBody = head.length + Math.floor(body.length * random() * 0.9);
  const whole = Buffer.concat([head, body]);
  switch (reply.delivery) {
    case "reset before headers":
    case "lost":
      return void socket.resetAndDestroy();
    case "half-closed":
      return void socket.end();
    case "reset in headers":
      return write(socket, [whole.subarray(0, Math.floor(head.length / 2))], "reset");
    case "reset in body":
      return write(socket, [whole.subarray(0, inBody)], "reset");
    case "reset in first bytes":
      return write(
        socket,
        [whole.subarray(0, head.length + Math.min(8, Math.floor(body.length / 2)))],
        "reset",
      );
    case "end in body":
      return write(socket, [whole.subarray(0, inBody)], "end");
    case "two packets":
      return write(socket, [head, body], "end");
    case "drip": {
      const size = Math.max(1, Math.ceil(whole.length / 8));
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, index) =>
        whole.subarray(index * size, (index + 1) * size),
      );
      return write(socket, pieces, "end");
    }
    default:
      return write(socket, [whole], "end");
  }
}

function layOut(reply: FaultyResponse, isHead: boolean): [head: Buffer, body: Buffer] {
  const body = isHead || reply.status === 204 || reply.status === 304 ? Buffer.alloc(0) : reply.body;
  const lines = reply.headers.map(([name, value]) => `${name}: ${value}`);
  const claimed = reply.claimedLength ?? body.length;
  if (reply.chunked) lines.push("transfer-encoding: chunked");
  else if (!reply.untilClose && reply.status !== 204 && reply.status !== 304)
    lines.push(`content-length: ${claimed}`);
  lines.push("connection: close");
  const head = Buffer.from([`HTTP/1.1 ${reply.status} Status`, ...lines, "", ""].join("\r\n"), "latin1");
  if (!reply.chunked) return [head, body];
  const chunk =
    body.length > 0 ? [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from("\r\n")] : [];
  return [head, Buffer.concat([...chunk, Buffer.from("0\r\n\r\n")])];
}

async function write(socket: Socket, pieces: readonly Buffer[], ending: "end" | "reset"): Promise<void> {
  for (const [index, piece] of pieces.entries()) {
    if (socket.destroyed) return;
    socket.write(piece);
    if (index < pieces.length - 1) await delay(2);
  }
  if (ending === "end") return void socket.end();
  // The written bytes are sent before the connection is reset.
  await delay(2);
  socket.resetAndDestroy();
}
