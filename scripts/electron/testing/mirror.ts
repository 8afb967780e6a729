import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The response of the mirror to one request. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse, bytes: Buffer) => void;

export interface Mirror {
  /** Value for `ELECTRON_MIRROR`. */
  readonly url: string;
  /** The path of each request. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** Serves `bytes` at every address; each request takes the next behaviour, the last one serves all further requests. */
export async function startMirror(bytes: Buffer, ...behaviours: readonly Behaviour[]): Promise<Mirror> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const behaviour = behaviours[Math.min(requests.length, behaviours.length - 1)] ?? whole;
    requests.push(request.url ?? "");
    behaviour(request, response, bytes);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    requests,
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

/** Serves the file. */
export const whole: Behaviour = (_request, response, bytes) => {
  response.writeHead(200, { "content-length": bytes.length });
  response.end(bytes);
};

/** Sends so many bytes, then stalls. */
export const stalledAfter =
  (count: number): Behaviour =>
  (_request, response, bytes) => {
    response.writeHead(200, { "content-length": bytes.length });
    response.write(bytes.subarray(0, count));
  };

/** Sends so many bytes and closes the connection. */
export const closedAfter =
  (count: number): Behaviour =>
  (_request, response, bytes) => {
    response.writeHead(200, { "content-length": bytes.length });
    response.write(bytes.subarray(0, count), () => response.destroy());
  };

/** Sends the file in small parts, one every few milliseconds. */
export const slow: Behaviour = (_request, response, bytes) => {
  response.writeHead(200, { "content-length": bytes.length });
  const step = Math.ceil(bytes.length / 20);
  let sent = 0;
  const timer = setInterval(() => {
    response.write(bytes.subarray(sent, sent + step));
    sent += step;
    if (sent < bytes.length) return;
    clearInterval(timer);
    response.end();
  }, 20);
};

/** Claims to be complete and is not: no length was promised. */
export const truncated: Behaviour = (_request, response, bytes) => {
  response.writeHead(200);
  response.end(bytes.subarray(0, bytes.length - 10));
};

export const status =
  (code: number): Behaviour =>
  (_request, response) => {
    response.writeHead(code);
    response.end("no");
  };

export const redirectTo =
  (url: string): Behaviour =>
  (request, response) => {
    response.writeHead(302, { location: new URL(request.url ?? "/", url).href });
    response.end();
  };
