import { createReadStream } from "node:fs";
import { toStream } from "../client/body.ts";
import { addSecurityHeaders } from "../operations/response-headers.ts";

/** Bytes of a file that are read at once. */
const highWaterMark = 256 * 1024;

/** Returns the first `size` bytes of a file as a download's content or as data for the page. */
export function fileResponse(
  path: string,
  size: number,
  headers: Readonly<Record<string, string>> = {},
): Response {
  // A read stream cannot be empty.
  const body = size > 0 ? toStream(createReadStream(path, { start: 0, end: size - 1, highWaterMark })) : null;
  return new Response(body, {
    headers: addSecurityHeaders(
      new Headers({ "content-type": "application/octet-stream", ...headers, "content-length": String(size) }),
    ),
  });
}
