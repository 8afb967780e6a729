import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join, normalize, sep } from "node:path";
import { Readable } from "node:stream";
import { mediaType } from "../../../shared/file-types.ts";

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

/** Serves the built page from a folder; a path without a file is a route of the app and gets the index. */
export function createPageFiles(folder: string): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") return new Response(null, { status: 405 });
    const path = decodePath(new URL(request.url).pathname);
    const file = path === null ? null : await findFile(folder, path);
    const isAsset = path?.startsWith("/assets/") ?? false;
    if (!file && isAsset) return new Response("Not found", { status: 404, headers: pageHeaders });
    const target = file ?? join(folder, "index.html");
    const headers = new Headers(pageHeaders);
    headers.set("content-type", contentType(target));
    // Names of assets carry a hash of their content.
    headers.set("cache-control", isAsset ? "public, max-age=31536000, immutable" : "no-cache");
    headers.set("content-length", String((await stat(target)).size));
    if (request.method === "HEAD") return new Response(null, { headers });
    return new Response(Readable.toWeb(createReadStream(target)) as ReadableStream<Uint8Array>, { headers });
  };
}

function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

async function findFile(folder: string, path: string): Promise<string | null> {
  if (path.includes("\0")) return null;
  const file = normalize(join(folder, path));
  if (!file.startsWith(folder + sep)) return null;
  return (await stat(file).catch(() => null))?.isFile() ? file : null;
}

/** Returns the media type of a page's file, with the encoding of text. */
function contentType(path: string): string {
  const type = mediaType(path);
  return type.startsWith("text/") ? `${type}; charset=utf-8` : type;
}
