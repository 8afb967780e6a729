import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { connect, type Socket } from "node:net";
import type { buildConnector } from "undici";

/** Address of a process that this one started, and their shared secret. */
export interface LocalSocket {
  /** Path of a socket, or name of a pipe on Windows. */
  readonly path: string;
  readonly secret: string;
}

/** Thrown where an unexpected process listens at the address. Nothing was sent to it. */
class WrongProcess extends Error {
  readonly code = "ECONNREFUSED";
  constructor() {
    super("another process listens at the address of the local service");
  }
}

/**
 * Connects to a socket; the other side has to prove that it knows the secret before anything else is sent.
 * `timeout` in ms.
 */
export function connectToSocket({ path, secret }: LocalSocket, timeout: number): buildConnector.connector {
  return (_options, callback) => {
    const line = `${randomBytes(32).toString("hex")}\n`;
    const expected = `${createHmac("sha256", secret).update(line).digest("hex")}\n`;
    const socket = connect(path);
    const fail = (error: Error) => {
      clearTimeout(timer);
      socket.destroy();
      callback(error, null);
    };
    const timer = setTimeout(() => fail(new WrongProcess()), timeout);
    socket.once("error", fail);
    const closed = () => fail(new WrongProcess());
    socket.once("close", closed);
    socket.write(line);
    readExactly(socket, expected.length, (reply) => {
      if (!timingSafeEqual(reply, Buffer.from(expected))) return fail(new WrongProcess());
      clearTimeout(timer);
      socket.off("error", fail);
      socket.off("close", closed);
      callback(null, socket);
    });
  };
}

/** Calls back once with `count` bytes, and leaves the rest in the socket. */
function readExactly(socket: Socket, count: number, done: (bytes: Buffer) => void): void {
  const read = () => {
    const bytes: Buffer | null = socket.read(count);
    if (bytes === null || bytes.length < count) return;
    socket.off("readable", read);
    done(bytes);
  };
  socket.on("readable", read);
}
