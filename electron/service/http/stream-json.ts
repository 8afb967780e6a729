import { Readable } from "node:stream";

/** An object whose last field is a long list: it is sent while the list is still being read. */
export class Streamed<T extends object = object> {
  /** All other fields. */
  readonly head: T;
  readonly field: string;
  readonly batches: AsyncIterable<readonly unknown[]>;
  constructor(head: T, field: string, batches: AsyncIterable<readonly unknown[]>) {
    this.head = head;
    this.field = field;
    this.batches = batches;
  }
}

/** Yields batches with each item in the form of the API. */
export async function* mapBatches<T>(
  batches: AsyncIterable<readonly T[]>,
  present: (item: T) => unknown,
): AsyncGenerator<unknown[]> {
  for await (const batch of batches) yield batch.map((item) => present(item));
}

/** Characters of one piece of the response. */
const pieceLength = 16_384;

/**
 * Returns the JSON of a {@link Streamed} object, the same text as of `JSON.stringify`: whole where it is short, else
 * as a stream. What fails before anything was sent is thrown; what fails later errors the stream, so that the
 * connection breaks off, and is passed to `onError`.
 */
export async function streamJson(
  streamed: Streamed,
  onError: (error: unknown) => void,
): Promise<string | ReadableStream<Uint8Array<ArrayBuffer>>> {
  const pieces = piecesOf(streamed);
  const first = await pieces.next();
  const second = first.done || first.value.last ? null : pieces.next();
  if (!second) return first.value?.text ?? "";
  // The first read awaits it; a failure before that is not unhandled.
  second.catch(() => undefined);
  const encoder = new TextEncoder();
  const ready = [Promise.resolve(first), second];
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const { done, value } = await (ready.shift() ?? pieces.next());
          if (done) return controller.close();
          controller.enqueue(encoder.encode(value.text));
          if (value.last) controller.close();
        } catch (error) {
          onError(error);
          throw error;
        }
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

interface Piece {
  readonly text: string;
  readonly last: boolean;
}

async function* piecesOf({ head, field, batches }: Streamed): AsyncGenerator<Piece, undefined> {
  const start = JSON.stringify({ ...head, [field]: [] });
  let text = start.slice(0, -2);
  let between = "";
  for await (const batch of batches) {
    for (const item of batch) {
      text += between + JSON.stringify(item);
      between = ",";
      if (text.length < pieceLength) continue;
      yield { text, last: false };
      text = "";
    }
  }
  yield { text: `${text}]}`, last: true };
}

/** Returns a response with a JSON array whose items arrive in batches. A failure after its start aborts it. */
export function streamArray<T>(
  batches: AsyncIterable<readonly T[]>,
  present: (item: T) => unknown,
): Response {
  async function* pieces(): AsyncGenerator<Buffer> {
    let between = "[";
    for await (const batch of batches) {
      const text = batch.map((item) => JSON.stringify(present(item))).join(",");
      if (text === "") continue;
      yield Buffer.from(between + text);
      between = ",";
    }
    yield Buffer.from(between === "[" ? "[]" : "]");
  }
  const body = Readable.toWeb(Readable.from(pieces(), { objectMode: false })) as ReadableStream<Uint8Array>;
  return new Response(body, { headers: { "content-type": "application/json" } });
}
