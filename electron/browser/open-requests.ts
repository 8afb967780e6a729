import { createHash } from "node:crypto";
import { chmodSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { makePrivateFolder } from "../host/storage/private-file.ts";

/** What a second start asks of the app that runs already: the `file:` URL of a folder to open. */
const openRequest = z.strictObject({ open: z.url({ protocol: /^file$/ }) });

const accepted = "accepted";
/** Milliseconds after which the other side is taken for gone. */
const timeoutMs = 3_000;
/** Bytes of a socket's path that every system takes. */
const longestPath = 100;

/** Where the app of a data folder listens; null where no socket can have that path. */
function socketOf(folder: string): string | null {
  if (process.platform === "win32") {
    return `\\\\.\\pipe\\helve-${createHash("sha256").update(resolve(folder)).digest("hex").slice(0, 32)}`;
  }
  const path = join(resolve(folder), "open.sock");
  return Buffer.byteLength(path) > longestPath ? null : path;
}

/** Asks the app that runs on a data folder to open a `file:` URL. Returns false where none runs. */
export function requestOpen(folder: string, url: string): Promise<boolean> {
  const path = socketOf(folder);
  if (!path) return Promise.resolve(false);
  return new Promise((done) => {
    const socket = connect(path);
    socket.setTimeout(timeoutMs, () => socket.destroy());
    socket.once("error", () => done(false));
    socket.once("close", () => done(false));
    socket.once("connect", () => {
      socket.end(JSON.stringify({ open: url }));
      text(socket).then(
        (reply) => done(reply === accepted),
        () => done(false),
      );
    });
  });
}

/** Requests of later starts, until `close`. */
export interface OpenRequests {
  close(): Promise<void>;
}

/**
 * Listens for later starts on the same data folder, which only this user can reach, and passes on the URL of each request.
 * Returns null where another app listens already, or nothing can listen there.
 */
export async function listenForOpen(
  folder: string,
  onOpen: (url: string) => void,
): Promise<OpenRequests | null> {
  const path = socketOf(folder);
  if (!path || (await isServed(path))) return null;
  makePrivateFolder(folder);
  // What a killed app left behind would keep this one from listening.
  if (process.platform !== "win32") rmSync(path, { force: true });
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.setTimeout(timeoutMs, () => socket.destroy());
    socket.on("error", () => socket.destroy());
    text(socket)
      .then((body) => {
        const { open } = openRequest.parse(JSON.parse(body));
        onOpen(open);
        socket.end(accepted);
      })
      .catch(() => socket.destroy());
  });
  const listening = await new Promise<boolean>((done) => {
    server.once("error", () => done(false));
    server.listen(path, () => done(true));
  });
  if (!listening) return null;
  if (process.platform !== "win32") chmodSync(path, 0o600);
  return { close: () => new Promise((done) => server.close(() => done())) };
}

const isServed = (path: string): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(path);
    socket.once("error", () => done(false));
    socket.once("connect", () => {
      socket.destroy();
      done(true);
    });
  });
