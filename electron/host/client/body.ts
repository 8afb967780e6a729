import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { discardBody } from "./discard-body.ts";

/** A body's bytes in plain form: undoes gzip, deflate and brotli as it streams, never more than a chunk at a time. */
export function decompress(body: Readable, encoding: string | null): Readable {
  const decoder = decoderOf(encoding);
  if (!decoder) return body;
  // Whoever reads the decoder sees the failure of either.
  pipeline(body, decoder, () => {});
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

/** Reads a body to its end or until more than `limit` bytes came, in at most `deadline` ms. */
export async function collect(body: Readable, limit: number, deadline: number): Promise<Collected> {
  const timer = setTimeout(() => body.destroy(lateError()), deadline);
  try {
    const iterator: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
    const chunks: Uint8Array[] = [];
    let size = 0;
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

const lateError = () => Object.assign(new Error("the body never ends"), { code: "UND_ERR_BODY_TIMEOUT" });

/** Sees the bytes of a body go by; `end` only when all came. */
export interface Tap {
  chunk(bytes: Uint8Array): void;
  end(): void;
}

/** A web stream of chunks that are there and those that follow; `cancel` reaches the socket through `body`. */
export function toStream(
  body: Readable,
  start: readonly Uint8Array[] = [],
  rest: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator](),
  tap?: Tap,
): ReadableStream<Uint8Array> {
  // A failure between two reads is told by the next read.
  body.on("error", () => {});
  const ready = [...start];
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const first = ready.shift();
        if (first) {
          tap?.chunk(first);
          return controller.enqueue(first);
        }
        const { done, value } = await rest.next();
        if (done) {
          controller.close();
          tap?.end();
        } else {
          tap?.chunk(value);
          controller.enqueue(value);
        }
      },
      cancel() {
        discardBody(body);
      },
    },
    { highWaterMark: 0 },
  );
}
