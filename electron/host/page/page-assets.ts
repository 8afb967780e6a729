import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join, normalize, sep } from "node:path";
import { pipeline, Readable } from "node:stream";
import { createBrotliDecompress } from "node:zlib";
import { mediaType } from "../../../shared/file-types.ts";
import { WholeResponse } from "../operations/response-headers.ts";

/**
 * Permissions of the page: only its own scripts, workers and requests. Monaco and virtual lists set styles on elements,
 * hence inline styles; images may be loaded from the host's routes and from memory.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Headers that every file of the page carries. */
export const pageHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": contentSecurityPolicy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), usb=(), payment=()",
};

/** Bytes of all files that stay in memory, and of one at most. */
const keptBytes = 8_000_000;
const maxKeptFile = 500_000;

/**
 * The page's scripts, styles, fonts and images. Their names carry a hash of their content, so that what was read once stays
 * in memory: a start asks for some thirty of them at once, of the thread that reads for it as well.
 */
export class PageAssets {
  readonly #folder: string;
  readonly #kept = new Map<string, Uint8Array<ArrayBuffer>>();
  #bytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async respond(path: string, method: string): Promise<Response> {
    const headers = new Headers(pageHeaders);
    headers.set("content-type", contentType(path));
    headers.set("cache-control", "public, max-age=31536000, immutable");
    const isHead = method === "HEAD";
    const known = this.#kept.get(path);
    if (known && !isHead) return wholeFile(known, headers);
    const file = await findFile(this.#folder, path);
    if (!file) {
      const compressed = await findFile(this.#folder, `${path}.br`);
      if (!compressed) return new Response("Not found", { status: 404, headers: pageHeaders });
      if (isHead) return new Response(null, { headers });
      // A failure of either ends both, and the response with them.
      const decoded = pipeline(createReadStream(compressed), createBrotliDecompress(), () => undefined);
      return new Response(Readable.toWeb(decoded) as ReadableStream<Uint8Array>, { headers });
    }
    if (isHead) {
      headers.set("content-length", String((await stat(file)).size));
      return new Response(null, { headers });
    }
    const bytes = new Uint8Array(await readFile(file));
    if (!this.#kept.has(path) && bytes.length <= maxKeptFile && this.#bytes + bytes.length <= keptBytes) {
      this.#kept.set(path, bytes);
      this.#bytes += bytes.length;
    }
    return wholeFile(bytes, headers);
  }
}

function wholeFile(bytes: Uint8Array<ArrayBuffer>, headers: Headers): Response {
  headers.set("content-length", String(bytes.length));
  return new WholeResponse(bytes, { headers });
}

/** Returns the path of a file below a folder; null where it has none. */
export async function findFile(folder: string, path: string): Promise<string | null> {
  if (path.includes("\0")) return null;
  const file = normalize(join(folder, path));
  if (!file.startsWith(folder + sep)) return null;
  return (await stat(file).catch(() => null))?.isFile() ? file : null;
}

/** Returns the media type of a page's file, with the encoding of text. */
export function contentType(path: string): string {
  const type = mediaType(path);
  return type.startsWith("text/") ? `${type}; charset=utf-8` : type;
}
