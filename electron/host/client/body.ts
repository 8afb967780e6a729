import { pipeline, Readable, Transform, type TransformCallback } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import {
  type BodyCheck,
  BodyDefect,
  type BodyLimits,
  inMegabytes,
  OversizedBody,
} from "../checks/body-check.ts";

/** The beginning of a body; `rest` is what follows when the limit was reached first. */
interface Collected {
  readonly chunks: readonly Uint8Array[];
  readonly size: number;
  readonly rest: AsyncIterator<Uint8Array> | undefined;
}

/** Bytes for which a slow body gets a further second. */
const bytesPerSecond = 16 * 1024;

export interface CollectOptions {
  /** Bytes up to which the body is read. */
  readonly limit: number;
  readonly timeoutMs: number;
  /** Called with each chunk as it arrives; an error that it throws ends the read. */
  readonly check?: BodyCheck;
  /** Returns what has arrived some ms after the first chunk, once it has this many bytes. */
  readonly early?: { readonly afterMs: number; readonly bytes: number };
}

/**
 * Reads a body to its end or until more than `limit` bytes arrived. It has `timeoutMs` and a second more for each
 * 16 KiB that arrived, so that a large body on a slow line does not fail.
 */
export async function collect(
  body: Readable,
  { limit, timeoutMs, check, early }: CollectOptions,
): Promise<Collected> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const began = Date.now();
  const left = () => began + timeoutMs + (size / bytesPerSecond) * 1000 - Date.now();
  const look = () => {
    if (left() > 0) timer = setTimeout(look, left());
    else body.destroy(lateError());
  };
  let timer = setTimeout(look, timeoutMs);
  const pause = new Pause();
  try {
    const iterator: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
    while (size <= limit) {
      const reading = iterator.next();
      const isEarly = early && chunks.length > 0 && size >= early.bytes;
      const result = await (isEarly ? Promise.race([reading, pause.after(early.afterMs)]) : reading);
      if (result === "pause") return { chunks, size, rest: continued(reading, iterator) };
      if (result.done) return { chunks, size, rest: undefined };
      check?.chunk(result.value);
      chunks.push(result.value);
      size += result.value.byteLength;
    }
    return { chunks, size, rest: iterator };
  } finally {
    clearTimeout(timer);
    pause.end();
  }
}

/** One wait, from its first use. */
class Pause {
  #timer: NodeJS.Timeout | undefined;
  #done: Promise<"pause"> | undefined;

  after(ms: number): Promise<"pause"> {
    this.#done ??= new Promise((resolve) => {
      this.#timer = setTimeout(() => resolve("pause"), ms);
    });
    return this.#done;
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** Returns an iterator of which one read has begun. */
function continued<T>(reading: Promise<IteratorResult<T>>, iterator: AsyncIterator<T>): AsyncIterator<T> {
  // Its failure is that of the next read.
  reading.catch(() => {});
  let begun: Promise<IteratorResult<T>> | undefined = reading;
  return {
    next() {
      const result = begun ?? iterator.next();
      begun = undefined;
      return result;
    },
  };
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

const decoders = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
} as const;

const isKnown = (name: string): name is keyof typeof decoders => Object.hasOwn(decoders, name);

/** Encodings of one body that are decoded: a proxy may compress once more what a service has compressed. */
const maxEncodings = 3;

/**
 * Returns a body decoded by its `content-encoding` as it streams, one chunk at a time. A body that is encoded in another
 * way, or unpacks to more than `limits` allow, fails when it is read, with a {@link BodyDefect}.
 */
export function decodeBody(body: Readable, encoding: string | null, limits: BodyLimits): Readable {
  const names = (encoding ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  if (names.length === 0) return body;
  if (names.length > maxEncodings || !names.every(isKnown)) {
    discardBody(body);
    return failing(
      new BodyDefect(`is encoded in a way that Helve does not know (${names.join(", ").slice(0, 80)})`),
    );
  }
  const [first, ...others] = names.toReversed().map((name) => decoders[name]());
  if (!first) return body;
  const guard = new RatioGuard(() => first.bytesWritten, limits);
  // A reader of the last one gets the failure of each.
  pipeline([body, first, ...others, guard], () => {});
  guard.on("error", () => {});
  return guard;
}

/** Passes a decoded body on until it is too many times larger than its compressed form. */
class RatioGuard extends Transform {
  readonly #packed: () => number;
  readonly #limits: BodyLimits;
  #size = 0;

  constructor(packed: () => number, limits: BodyLimits) {
    super();
    this.#packed = packed;
    this.#limits = limits;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    const { ratio, ratioFrom } = this.#limits;
    this.#size += chunk.byteLength;
    if (this.#size <= ratioFrom || this.#size <= this.#packed() * ratio) callback(null, chunk);
    else {
      const size = inMegabytes(this.#size);
      callback(
        new OversizedBody(`is larger than ${size}, unpacked from less than ${inMegabytes(this.#packed())}`),
      );
    }
  }
}

/** Returns a body that fails when it is read. */
function failing(error: Error): Readable {
  const body = new Readable({
    read() {
      this.destroy(error);
    },
  });
  body.on("error", () => {});
  return body;
}
