import type { AddressInfo } from "node:net";
import { createServer } from "node:net";

/** A server that responds to every request with one raw text in a single packet. */
export async function onePacket(
  text: (request: string) => string,
): Promise<{ readonly url: string; [Symbol.asyncDispose](): Promise<void> }> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (chunk) => socket.write(text(chunk.toString("latin1"))));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const sockets = new Set<{ destroy(): void }>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Returns an HTTP response as text. */
export function httpResponse(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): string {
  const length = Buffer.byteLength(body);
  const lines = Object.entries({ "content-length": String(length), ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [`HTTP/1.1 ${status} Some reason`, ...lines, "", body].join("\r\n");
}
