import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { rawResponse } from "./raw-response.ts";

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
