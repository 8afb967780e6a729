import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { StreamedContent } from "../domain/streamed-content.ts";

/** A part of a content, from its first byte to its last. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Opens a content, or the requested part of it. */
type OpenContent = (signal: AbortSignal, range: ByteRange | null) => ReadableStream<Uint8Array>;

/** Returns an opener for a content that can only be read from its start. */
const fromBeginning =
  (open: (signal: AbortSignal) => ReadableStream<Uint8Array>): OpenContent =>
  (signal, range) =>
    range ? open(signal).pipeThrough(cut(range.start, range.end + 1)) : open(signal);

/** Returns a content with headers for caches and resumed downloads; what is before a requested range is read and dropped. */
export const contentResponse = (
  request: Request,
  headers: Headers,
  { etag, size, open }: StreamedContent,
): Response => rawResponse(request, headers, etag, size, fromBeginning(open));

/**
 * Returns bytes with headers for caches and resumed downloads: an ETag, one byte range, and a type that no browser
 * runs.
 */
function rawResponse(
  request: Request,
  headers: Headers,
  etag: string,
  size: number,
  open: OpenContent,
): Response {
  headers.set("etag", `"${etag}"`);
  headers.set("accept-ranges", "bytes");
  headers.set("content-type", "application/octet-stream");
  headers.set("x-content-type-options", "nosniff");
  headers.set("cache-control", "max-age=0, private, must-revalidate");
  if (request.headers.get("if-none-match")?.includes(`"${etag}"`)) {
    return new Response(null, { status: 304, headers });
  }
  const range = readRange(request, etag, size);
  if (range === "unsatisfiable") {
    return new Response(null, { status: 416, headers: { "content-range": `bytes */${size}` } });
  }
  const body = open(request.signal, range);
  if (!range) {
    headers.set("content-length", String(size));
    return new Response(body, { headers });
  }
  headers.set("content-range", `bytes ${range.start}-${range.end}/${size}`);
  headers.set("content-length", String(range.end - range.start + 1));
  return new Response(body, { status: 206, headers });
}

function readRange(request: Request, etag: string, size: number): ByteRange | "unsatisfiable" | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get("range") ?? "");
  const condition = request.headers.get("if-range");
  if (!match || (condition && condition !== `"${etag}"`)) return null;
  const [, from = "", to = ""] = match;
  if (from === "" && to === "") return null;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(size - 1, Number(to));
  return start >= size || start > end ? "unsatisfiable" : { start, end };
}

/** Yields the bytes from `start` to `end` (exclusive). */
function cut(start: number, end: number): TransformStream<Uint8Array, Uint8Array> {
  let at = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const from = Math.max(0, start - at);
      const to = Math.min(chunk.length, end - at);
      at += chunk.length;
      if (from < to) controller.enqueue(chunk.subarray(from, to));
      if (at >= end) controller.terminate();
    },
  });
}

/**
 * Returns a JSON object whose last field, `content`, has bytes as Base64. It is encoded while it is sent, so that a large
 * file is never in memory as a whole.
 */
export function base64Response(
  head: Readonly<Record<string, unknown>>,
  { size, open }: StreamedContent,
  signal: AbortSignal,
): Response {
  const before = Buffer.from(`${JSON.stringify(head).slice(0, -1)},"content":"`);
  const after = Buffer.from('"}');
  const length = before.length + 4 * Math.ceil(size / 3) + after.length;
  let rest = Buffer.alloc(0);
  const encoder = new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => controller.enqueue(before),
    transform(chunk, controller) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk);
      // Three bytes are four characters.
      const whole = bytes.length - (bytes.length % 3);
      rest = bytes.subarray(whole);
      controller.enqueue(Buffer.from(bytes.toString("base64", 0, whole), "latin1"));
    },
    flush(controller) {
      controller.enqueue(Buffer.from(rest.toString("base64"), "latin1"));
      controller.enqueue(after);
    },
  });
  const headers = { "content-type": "application/json", "content-length": String(length) };
  return new Response(open(signal).pipeThrough(encoder), { headers });
}

/** Bytes per read. */
const chunkBytes = 256 * 1024;

/** Returns the first `size` bytes of a file of the service's own as a download; byte ranges work. */
export function downloadResponse(
  request: Request,
  path: string,
  size: number,
  headers: { readonly etag: string; readonly type: string; readonly filename?: string },
): Response {
  const sent = new Headers();
  if (headers.filename) {
    sent.set("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(headers.filename)}`);
  }
  const response = rawResponse(request, sent, headers.etag, size, (signal, range) =>
    // An empty file has no byte that could be the last one.
    size === 0
      ? (Readable.toWeb(Readable.from([])) as ReadableStream<Uint8Array>)
      : (Readable.toWeb(
          createReadStream(path, { end: size - 1, highWaterMark: chunkBytes, ...range, signal }),
        ) as ReadableStream<Uint8Array>),
  );
  response.headers.set("content-type", headers.type);
  return response;
}
