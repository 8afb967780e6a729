import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * Limits the connections of a server: for one more the oldest without a request is closed, so that whoever opens many and
 * sends nothing keeps nobody out. Where each has a request, the new one is closed.
 */
export function boundConnections(server: Server, max: number): void {
  const open = new Set<Socket>();
  /** Those without a whole request, the oldest first. */
  const idle = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    idle.add(socket);
    socket.once("close", () => {
      open.delete(socket);
      idle.delete(socket);
    });
    if (open.size <= max) return;
    const [oldest = socket] = idle;
    open.delete(oldest);
    idle.delete(oldest);
    oldest.destroy();
  });
  server.on("request", ({ socket }, response) => {
    idle.delete(socket);
    response.once("close", () => {
      if (open.has(socket)) idle.add(socket);
    });
  });
}
