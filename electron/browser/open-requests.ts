import { createHash } from "node:crypto";
import { chmodSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { makePrivateFolder } from "../host/storage/private-file.ts";

/** A second start's request to the running app: the `file:` URL of a folder to open, null for its page. */
const openRequest = z.strictObject({ open: z.url({ protocol: /^file$/ }).nullable() });

/** Reply of the running app. `links`: where it opened nothing, links that let a browser in. */
const openReply = z.object({ pid: z.int(), links: z.array(z.string()) });
type OpenReply = z.output<typeof openReply>;

/** Milliseconds after which a peer without a response counts as gone. */
const timeoutMs = 3_000;
const retryMs = 200;
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

/**
 * Requests the app that runs on a data folder to open a `file:` URL, or its page. Returns null where none runs or none
 * takes it.
 */
export function requestOpen(folder: string, url: string | null): Promise<OpenReply | null> {
  const path = socketOf(folder);
  if (!path) return Promise.resolve(null);
  return new Promise((done) => {
    const socket = connect(path);
    socket.setTimeout(timeoutMs, () => socket.destroy());
    socket.once("error", () => done(null));
    socket.once("connect", () => {
      socket.end(JSON.stringify({ open: url }));
      text(socket)
        .then((reply) => done(openReply.parse(JSON.parse(reply))))
        .catch(() => done(null));
    });
  });
}

/** {@link requestOpen}, for as long as the app that runs may still be starting. */
export async function requestOpenWithin(
  folder: string,
  url: string | null,
  waitMs: number,
): Promise<OpenReply | null> {
  for (const until = Date.now() + waitMs; ; ) {
    const reply = await requestOpen(folder, url);
    if (reply || Date.now() >= until) return reply;
    await delay(retryMs);
  }
}

/** Requests of later starts, until `close`. */
export interface OpenRequests {
  close(): Promise<void>;
}

/**
 * Listens for later starts on the same data folder, which only this user can reach, and passes on the URL of each request;
 * `onOpen` returns the links of {@link OpenReply}. Returns null where another app listens already, or nothing can listen there.
 */
export async function listenForOpen(
  folder: string,
  onOpen: (url: string | null) => Promise<readonly string[]>,
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
      .then(async (body) => {
        const { open } = openRequest.parse(JSON.parse(body));
        const links = await onOpen(open);
        socket.end(JSON.stringify({ pid: process.pid, links: [...links] } satisfies OpenReply));
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
