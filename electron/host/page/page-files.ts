import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join, normalize, sep } from "node:path";
import { pipeline, Readable } from "node:stream";
import { createBrotliDecompress } from "node:zlib";
import { z } from "zod";
import { mediaType } from "../../../shared/file-types.ts";
import { rootAttributes } from "../../../shared/host/root-attributes.ts";
import {
  appearanceOf,
  type Frame,
  type StartData,
  type StartResponse,
  startDataId,
  type ViewFiles,
  viewFiles,
} from "../../../shared/host/start-data.ts";
import type { Optional } from "../../../shared/optional.ts";
import type { FrameSource } from "./load-frame.ts";

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

/** The window that the page's HTML shows at an address before its script runs. */
export interface FirstFrame {
  readonly draw: FrameSource;
  /** Returns the responses that the page at an address begins with. */
  read(address: string): Promise<StartResponse[]>;
}

/**
 * Serves the built page from a folder; a path without a file is a route of the app and gets the index with its first
 * frame. What the build compressed is decoded here, as the desktop's own scheme decodes nothing.
 */
export function createPageFiles(
  folder: string,
  start: () => StartData,
  { draw = async () => null, read = async () => [] }: Optional<FirstFrame> = {},
): (request: Request) => Promise<Response> {
  let views: Promise<readonly ViewFiles[]> | undefined;
  return async (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") return new Response(null, { status: 405 });
    const url = new URL(request.url);
    const path = decodePath(url.pathname);
    const file = path === null ? null : await findFile(folder, path);
    const isAsset = path?.startsWith("/assets/") ?? false;
    const compressed = isAsset && !file ? await findFile(folder, `${path}.br`) : null;
    if (!file && isAsset && !compressed)
      return new Response("Not found", { status: 404, headers: pageHeaders });
    const index = join(folder, "index.html");
    const target = file ?? index;
    const headers = new Headers(pageHeaders);
    headers.set("content-type", contentType(compressed && path ? path : target));
    // Names of assets carry a hash of their content.
    headers.set("cache-control", isAsset ? "public, max-age=31536000, immutable" : "no-cache");
    if (!compressed && target === index) {
      views ??= readViews(folder);
      const address = url.pathname + url.search;
      const data = start();
      const frame = await draw(data, address);
      const shown = frame ? decodePath(new URL(frame.href, url).pathname) : path;
      const responses =
        request.method === "GET" ? await read((frame?.href ?? address).replace(/#.*/, "")) : [];
      const found = (await views).find(
        ({ path: pattern }) => shown !== null && new RegExp(pattern).test(shown),
      );
      const html = new TextEncoder().encode(
        withStart(
          await readFile(index, "utf8"),
          responses.length > 0 ? { ...data, responses } : data,
          found?.files ?? [],
          frame,
        ),
      );
      headers.set("content-length", String(html.length));
      return new Response(request.method === "HEAD" ? null : html, { headers });
    }
    if (!compressed) headers.set("content-length", String((await stat(target)).size));
    if (request.method === "HEAD") return new Response(null, { headers });
    const bytes = compressed
      ? // A failure of either ends both, and the response with them.
        pipeline(createReadStream(compressed), createBrotliDecompress(), () => undefined)
      : createReadStream(target);
    return new Response(Readable.toWeb(bytes) as ReadableStream<Uint8Array>, { headers });
  };
}

/** The page's HTML in the user's own look, with its first frame and what its first paint reads. */
function withStart(html: string, data: StartData, files: readonly string[], frame: Frame | null): string {
  const look = appearanceOf(data);
  const attributes = Object.entries(look ? rootAttributes(look) : {})
    .map(([name, value]) => (value === null ? "" : ` ${name}="${value}"`))
    .join("");
  // Nothing in it ends the element, or begins one.
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return html
    .replace("<html", () => `<html${attributes}`)
    .replace(emptyRoot, () => `<div id="root">${frame?.html ?? ""}</div>`)
    .replace(
      "</head>",
      () =>
        `${files.map(linkTo).join("")}<script type="application/json" id="${startDataId}">${json}</script></head>`,
    );
}

/** The page's root as the build leaves it. */
const emptyRoot = '<div id="root"></div>';

/** Has a browser load a file of the view with the HTML; the view itself runs it, in the order that it needs. */
const linkTo = (file: string): string =>
  file.endsWith(".css")
    ? `<link rel="preload" as="style" crossorigin href="${file}">`
    : `<link rel="modulepreload" crossorigin href="${file}">`;

/** Reads which files the views need; none where the page was not built. */
async function readViews(folder: string): Promise<readonly ViewFiles[]> {
  const text = await readFile(join(folder, "views.json"), "utf8").catch(() => "[]");
  return z.array(viewFiles).parse(JSON.parse(text));
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
