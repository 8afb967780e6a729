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

/** Returns an error of `listen` in words for the user, where its cause is a port that cannot be had; else as it is. */
export function explainListenError(error: unknown, port: number): unknown {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "EADDRINUSE")
    return withCode(
      `Port ${port} of 127.0.0.1 is in use by another program. End that program, or choose another port with --port; --port 0 takes any that is free.`,
      code,
    );
  if (code === "EACCES")
    return withCode(
      `Port ${port} may not be used by this user. Choose one above 1023 with --port; --port 0 takes any that is free.`,
      code,
    );
  return error;
}

const withCode = (message: string, code: string): Error => Object.assign(new Error(message), { code });
