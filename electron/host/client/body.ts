import type { Readable } from "node:stream";
import type { BodyCheck } from "../checks/body-defect.ts";
import { discardBody } from "./discard-body.ts";

/** The beginning of a body; `rest` is what follows when the limit was reached first. */
export interface Collected {
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
  /** Checks the chunks as they arrive; its error ends the read. */
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
