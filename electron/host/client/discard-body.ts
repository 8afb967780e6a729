import type { Readable } from "node:stream";

/** Bytes of an unwanted body that are read so that its connection can be used again; a longer one is cut off. */
const drainedBytes = 64 * 1024;
/** Milliseconds that such a body has to end. */
const drainTimeoutMs = 1000;

/**
 * Discards a body that nobody will read: a short one is read to its end, which keeps the connection; any other is
 * destroyed. Never throws, and no failure of the body is unhandled.
 */
export function discardBody(body: Readable): void {
  body.on("error", () => {});
  if (body.destroyed || body.readableDidRead) {
    body.destroy();
    return;
  }
  let size = 0;
  const timer = setTimeout(() => body.destroy(), drainTimeoutMs).unref();
  body.once("close", () => clearTimeout(timer));
  body.on("data", (chunk: Uint8Array) => {
    size += chunk.byteLength;
    if (size > drainedBytes) body.destroy();
  });
}
