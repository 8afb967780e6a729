import { ServiceFailure } from "../client/service-failure.ts";
import type { Answer, Source } from "./answer.ts";
import type { OperationCall } from "./operation-call.ts";
import { countPages, firstPage, nextPage, numberedPage } from "./page-paths.ts";
import { type ReadContext, type ReadOptions, readOperation } from "./read-operation.ts";

/** Pages asked for ahead of the one that is due; the account's own limit still holds. */
const ahead = 16;
/** Bytes of a list that are awaited before the page sees any, so that a failure in the middle is still a Problem. */
const wholeLimit = 32 * 1024 * 1024;
const comma = new TextEncoder().encode(",");
const opening = new TextEncoder().encode("[");
const closing = new TextEncoder().encode("]");
const worst: readonly Source[] = ["network", "revalidated", "cache"];

/** Every page of a list as one JSON array, in order. Throws ProblemError. */
export async function readAllPages(
  context: ReadContext,
  call: OperationCall,
  options: ReadOptions,
): Promise<Answer> {
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const bulk = { ...options, signal, priority: "bulk" as const };
  const path = firstPage(call.path);
  const first = await readOperation(context, call, { ...options, signal, path });
  const pages = followPages(context, call, bulk, path, first);
  const state = { age: 0, source: "network" as Source, pieces: 0 };
  const chunks: Uint8Array[] = [opening];
  let size = 0;
  const headers = listHeaders(first.headers);
  try {
    for (;;) {
      const { done, value } = await pages.next();
      if (done) {
        chunks.push(closing);
        return answerOf(headers, Buffer.concat(chunks), state);
      }
      const pieces = await takePage(value, state);
      for (const piece of pieces) size += piece.byteLength;
      chunks.push(...pieces);
      if (size > wholeLimit) break;
    }
  } catch (error) {
    stop.abort();
    throw error;
  }
  return answerOf(headers, streamRest(chunks, pages, state, stop), state);
}

interface ListState {
  age: number;
  source: Source;
  pieces: number;
}

const answerOf = (headers: Headers, body: Answer["body"], { source, age }: ListState): Answer => ({
  status: 200,
  headers,
  body,
  source,
  age,
});

/** Yields answers in order, asking ahead where the number of pages is known and following links where it is not. */
async function* followPages(
  context: ReadContext,
  call: OperationCall,
  options: ReadOptions,
  path: string,
  first: Answer,
): AsyncGenerator<Answer, undefined> {
  yield first;
  let last = first;
  let lastPath = path;
  const count = countPages(first.headers) ?? 1;
  const running: Promise<Answer>[] = [];
  const ask = (target: string) => {
    const asked = readOperation(context, call, { ...options, path: target });
    // Its failure is told when its turn comes; until then it must not count as unhandled.
    asked.catch(() => {});
    return asked;
  };
  for (let due = 2, next = 2; due <= count; due++) {
    while (next <= count && next < due + ahead) running.push(ask(numberedPage(path, next++)));
    const answer = await running.shift();
    if (!answer) break;
    lastPath = numberedPage(path, due);
    last = answer;
    yield answer;
  }
  // The list may have grown meanwhile, or was never counted.
  for (let target = nextPage(lastPath, last.headers); target; target = nextPage(target, last.headers)) {
    last = await ask(target);
    yield last;
  }
}

/** The elements of one page's array, with the comma that has to stand before them. */
async function takePage(answer: Answer, state: ListState): Promise<Uint8Array[]> {
  if (worst.indexOf(answer.source) > worst.indexOf(state.source)) state.source = answer.source;
  state.age = Math.max(state.age, answer.age);
  const { body } = answer;
  const bytes = body instanceof Uint8Array ? body : await new Response(body).bytes();
  const inner = innerOf(bytes);
  if (inner.byteLength === 0) return [];
  state.pieces++;
  return state.pieces === 1 ? [inner] : [comma, inner];
}

/** What stands between an array's brackets, untrimmed of anything but outer space. */
function innerOf(bytes: Uint8Array): Uint8Array {
  let start = 0;
  let end = bytes.byteLength;
  while (start < end && isSpace(bytes[start])) start++;
  while (end > start && isSpace(bytes[end - 1])) end--;
  if (bytes[start] !== 0x5b || bytes[end - 1] !== 0x5d) {
    throw new ServiceFailure({
      code: "bad_response",
      message: "The service answered a page of this list with something else than a list.",
    });
  }
  start++;
  end--;
  while (start < end && isSpace(bytes[start])) start++;
  return bytes.subarray(start, end);
}

const isSpace = (byte: number | undefined) =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Headers of the whole list: the first page's without what speaks of pages. */
function listHeaders(first: Headers): Headers {
  const headers = new Headers(first);
  for (const name of [
    "link",
    "x-next-page",
    "x-prev-page",
    "x-page",
    "x-per-page",
    "etag",
    "last-modified",
  ]) {
    headers.delete(name);
  }
  return headers;
}

function streamRest(
  start: readonly Uint8Array[],
  pages: AsyncGenerator<Answer, undefined>,
  state: ListState,
  stop: AbortController,
): ReadableStream<Uint8Array> {
  const ready = [...start];
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        while (ready.length === 0) {
          const { done, value } = await pages.next();
          if (done) {
            controller.enqueue(closing);
            return controller.close();
          }
          ready.push(...(await takePage(value, state)));
        }
        for (const piece of ready.splice(0)) controller.enqueue(piece);
      },
      cancel: () => stop.abort(),
    },
    { highWaterMark: 0 },
  );
}
