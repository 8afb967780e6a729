import { createHash } from "node:crypto";
import { chmodSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { makePrivateFolder } from "../host/storage/private-file.ts";

/** A second start's request to the running app: the `file:` URL of a folder to open. */
const openRequest = z.strictObject({ open: z.url({ protocol: /^file$/ }) });

const accepted = "accepted";
/** Milliseconds after which a peer without a response counts as gone. */
const timeoutMs = 3_000;
/** Maximum bytes of a socket's path on every system. */
const maxPathBytes = 100;

/** Returns the socket path of a data folder's app; null where it is too long. */
function socketOf(folder: string): string | null {
  if (process.platform === "win32") {
    return `\\\\.\\pipe\\helve-${createHash("sha256").update(resolve(folder)).digest("hex").slice(0, 32)}`;
  }
  const path = join(resolve(folder), "open.sock");
  return Buffer.byteLength(path) > maxPathBytes ? null : path;
}

/** Requests the app that runs on a data folder to open a `file:` URL. Returns false where none runs. */
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
  // A socket left by a killed app would prevent listening.
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
