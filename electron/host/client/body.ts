import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { BodyCheck } from "../checks/body-defect.ts";
import { discardBody } from "./discard-body.ts";

/** Returns a body decompressed (gzip, deflate, brotli) as it streams, one chunk at a time. */
export function decompress(body: Readable, encoding: string | null): Readable {
  const decoder = decoderOf(encoding);
  if (!decoder) return body;
  // A reader of the decoder gets the failure of either.
  pipeline(body, decoder, () => {});
  decoder.on("error", () => {});
  return decoder;
}

function decoderOf(encoding: string | null) {
  if (encoding === "gzip" || encoding === "x-gzip") return createGunzip();
  if (encoding === "deflate") return createInflate();
  if (encoding === "br") return createBrotliDecompress();
  return undefined;
}

/** The beginning of a body; `rest` is what follows when the limit was reached first. */
export interface Collected {
  readonly chunks: readonly Uint8Array[];
  readonly size: number;
  readonly rest: AsyncIterator<Uint8Array> | undefined;
}

/** Bytes for which a slow body gets a further second. */
const bytesPerSecond = 16 * 1024;

/**
 * Reads a body to its end or until more than `limit` bytes arrived. It has `timeoutMs` and a second more for each
 * 16 KiB that arrived, so that a large body on a slow line does not fail.
 */
export async function collect(body: Readable, limit: number, timeoutMs: number): Promise<Collected> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const began = Date.now();
  const left = () => began + timeoutMs + (size / bytesPerSecond) * 1000 - Date.now();
  const look = () => {
    if (left() > 0) timer = setTimeout(look, left());
    else body.destroy(lateError());
  };
  let timer = setTimeout(look, timeoutMs);
  try {
    const iterator: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
    while (size <= limit) {
      const { done, value } = await iterator.next();
      if (done) return { chunks, size, rest: undefined };
      chunks.push(value);
      size += value.byteLength;
    }
    return { chunks, size, rest: iterator };
  } finally {
    clearTimeout(timer);
  }
}

const lateError = () =>
  Object.assign(new Error("the body comes too slowly"), { code: "UND_ERR_BODY_TIMEOUT" });

/**
 * Returns a web stream of read chunks and those that follow; `cancel` reaches the socket through `body`. An error of
 * `check` breaks the stream instead of ending it.
 */
export function toStream(
  body: Readable,
  start: readonly Uint8Array[] = [],
  rest: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator](),
  check?: BodyCheck,
): ReadableStream<Uint8Array> {
  // A failure between two reads is reported by the next read.
  body.on("error", () => {});
  const ready = [...start];
  const next = async (): Promise<Uint8Array | undefined> => {
    const first = ready.shift();
    if (first) return first;
    const { done, value } = await rest.next();
    return done ? undefined : value;
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const chunk = await next();
          if (chunk) {
            check?.chunk(chunk);
            controller.enqueue(chunk);
          } else {
            check?.end();
            controller.close();
          }
        } catch (error) {
          discardBody(body);
          throw error;
        }
      },
      cancel() {
        discardBody(body);
      },
    },
    { highWaterMark: 0 },
  );
}
