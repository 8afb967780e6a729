import { createReadStream } from "node:fs";
import { toStream } from "../client/body.ts";
import { addSecurityHeaders } from "../operations/response-headers.ts";

/** Bytes of a file that are read at once. */
const highWaterMark = 256 * 1024;

/** Returns the first `size` bytes of a file as a download's content or as data for the page. */
export const fileResponse = (
  path: string,
  size: number,
  headers: Readonly<Record<string, string>> = {},
): Response => respond(path, { start: 0, end: size }, 200, headers);

/** Returns the bytes of a file that a `Range` header names, all `size` of them without one; 416 for a range outside. */
export function rangeResponse(path: string, size: number, range: string | undefined): Response {
  const headers = { "accept-ranges": "bytes" };
  if (range === undefined) return fileResponse(path, size, headers);
  const part = parseRange(range, size);
  if (part === null) {
    const outside = { ...headers, "content-range": `bytes */${size}` };
    return new Response(null, { status: 416, headers: dataHeaders(outside) });
  }
  const contentRange = `bytes ${part.start}-${part.end - 1}/${size}`;
  return respond(path, part, 206, { ...headers, "content-range": contentRange });
}

/** `end` is exclusive. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

function respond(
  path: string,
  { start, end }: ByteRange,
  status: number,
  headers: Readonly<Record<string, string>>,
): Response {
  // A read stream cannot be empty.
  const body = start < end ? toStream(createReadStream(path, { start, end: end - 1, highWaterMark })) : null;
  return new Response(body, {
    status,
    headers: dataHeaders({ ...headers, "content-length": String(end - start) }),
  });
}

const dataHeaders = (headers: Readonly<Record<string, string>>): Headers =>
  addSecurityHeaders(new Headers({ "content-type": "application/octet-stream", ...headers }));

/** Returns the bytes that a range names; null where there is no such byte, or where it cannot be parsed. */
function parseRange(text: string, size: number): ByteRange | null {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(text) ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return null;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size : Math.min(size, Number(to) + 1);
  return start < end ? { start, end } : null;
}
