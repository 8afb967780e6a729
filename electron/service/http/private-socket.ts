import { createHmac } from "node:crypto";
import { chmodSync } from "node:fs";
import type { Server } from "node:http";
import { createServer, type Socket } from "node:net";

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
