import type { ListGap } from "../../../shared/host/accounts.ts";
import { ServiceRequestError } from "../client/service-request-error.ts";
import type { OperationCall } from "./operation-call.ts";
import type { OperationResponse, ResponseSource } from "./operation-response.ts";
import { firstPage } from "./page-paths.ts";
import { type ReadContext, type ReadOptions, readOperation } from "./read-operation.ts";
import { type ListPage, type MissingRest, walkPages } from "./walk-pages.ts";

/** Bytes of a list that are buffered first, so that a failure in the middle is still a Problem. */
const wholeLimit = 32 * 1024 * 1024;
const comma = new TextEncoder().encode(",");
const opening = new TextEncoder().encode("[");
const closing = new TextEncoder().encode("]");
const worst: readonly ResponseSource[] = ["network", "revalidated", "cache"];

/**
 * Returns all pages of a list as one JSON array, in order, with its gap where it is incomplete. Throws ProblemError
 * where the first page fails.
 */
export async function readAllPages(
  context: ReadContext,
  call: OperationCall,
  options: ReadOptions,
): Promise<OperationResponse> {
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const bulk = { ...options, signal, priority: "bulk" as const };
  const path = firstPage(call.path);
  const first = await takePage(await readOperation(context, call, { ...options, signal, path }));
  const read = async (target: string) =>
    takePage(await readOperation(context, call, { ...bulk, path: target }));
  const pages = walkPages(path, first, read);
  const state: ListState = { age: 0, source: "network", entries: 0 };
  const chunks: Uint8Array[] = [opening];
  let size = 0;
  const headers = listHeaders(first.response.headers);
  try {
    for (;;) {
      const { done, value } = await pages.next();
      if (done) {
        chunks.push(closing);
        // Pages requested beyond the end are not needed.
        stop.abort();
        return responseOf(headers, Buffer.concat(chunks), state, value);
      }
      const pieces = addPage(value, state);
      for (const piece of pieces) size += piece.byteLength;
      chunks.push(...pieces);
      if (size > wholeLimit) break;
    }
  } catch (error) {
    stop.abort();
    throw error;
  }
  return responseOf(headers, streamRest(chunks, pages, state, stop), state, null);
}

interface ListState {
  age: number;
  source: ResponseSource;
  entries: number;
}

const responseOf = (
  headers: Headers,
  body: OperationResponse["body"],
  { source, age, entries }: ListState,
  rest: MissingRest,
): OperationResponse => {
  const gap: ListGap | null = rest && { ...rest, have: entries };
  return { status: 200, headers, body, source, age, ...(gap ? { gap } : {}) };
};

async function takePage(response: OperationResponse): Promise<ListPage> {
  const { body } = response;
  const bytes = innerOf(body instanceof Uint8Array ? body : await new Response(body).bytes());
  return { response, bytes, entries: countEntries(bytes) };
}

/** Returns a page's entries, with the comma that has to precede them. */
function addPage({ response, bytes, entries }: ListPage, state: ListState): Uint8Array[] {
  if (worst.indexOf(response.source) > worst.indexOf(state.source)) state.source = response.source;
  state.age = Math.max(state.age, response.age);
  if (entries === 0) return [];
  const isFirst = state.entries === 0;
  state.entries += entries;
  return isFirst ? [bytes] : [comma, bytes];
}

/** Entries between the brackets of an array that is valid JSON. */
function countEntries(inner: Uint8Array): number {
  let depth = 0;
  let commas = 0;
  let isString = false;
  for (let index = 0; index < inner.length; index++) {
    const byte = inner[index];
    if (isString) {
      if (byte === 0x5c) index++;
      else if (byte === 0x22) isString = false;
    } else if (byte === 0x22) isString = true;
    else if (byte === 0x5b || byte === 0x7b) depth++;
    else if (byte === 0x5d || byte === 0x7d) depth--;
    else if (byte === 0x2c && depth === 0) commas++;
  }
  return inner.length === 0 ? 0 : commas + 1;
}

/** Returns the text between an array's brackets. */
function innerOf(bytes: Uint8Array): Uint8Array {
  let start = 0;
  let end = bytes.byteLength;
  while (start < end && isSpace(bytes[start])) start++;
  while (end > start && isSpace(bytes[end - 1])) end--;
  if (bytes[start] !== 0x5b || bytes[end - 1] !== 0x5d) {
    throw new ServiceRequestError({
      code: "bad_response",
      message: "A page of this list is not a list.",
    });
  }
  start++;
  end--;
  while (start < end && isSpace(bytes[start])) start++;
  return bytes.subarray(start, end);
}

const isSpace = (byte: number | undefined) =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Returns the headers of the whole list: the first page's without those of paging. */
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
  pages: AsyncGenerator<ListPage, MissingRest>,
  state: ListState,
  stop: AbortController,
): ReadableStream<Uint8Array> {
  const ready = [...start];
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        while (ready.length === 0) {
          const { done, value } = await pages.next();
          if (!done) ready.push(...addPage(value, state));
          // The headers were sent: only a broken stream can report that something is missing.
          else if (value) throw new Error("the list could not be completed");
          else {
            controller.enqueue(closing);
            return controller.close();
          }
        }
        for (const piece of ready.splice(0)) controller.enqueue(piece);
      },
      cancel: () => stop.abort(),
    },
    { highWaterMark: 0 },
  );
}
