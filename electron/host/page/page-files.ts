import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { z } from "zod";
import { rootAttributes } from "../../../shared/host/root-attributes.ts";
import {
  appearanceOf,
  type StartData,
  type StartResponse,
  startDataId,
  type ViewFiles,
  viewFiles,
} from "../../../shared/host/start-data.ts";
import type { Optional } from "../../../shared/optional.ts";
import type { FrameSource } from "./load-frame.ts";
import { contentType, findFile, PageAssets, pageHeaders } from "./page-assets.ts";

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
  const assets = new PageAssets(join(folder, "assets"));
  let views: Promise<readonly ViewFiles[]> | undefined;
  return async (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") return new Response(null, { status: 405 });
    const url = new URL(request.url);
    const path = decodePath(url.pathname);
    if (path?.startsWith("/assets/")) return assets.respond(path.slice("/assets".length), request.method);
    const file = path === null ? null : await findFile(folder, path);
    const index = join(folder, "index.html");
    const target = file ?? index;
    const headers = new Headers(pageHeaders);
    headers.set("content-type", contentType(target));
    headers.set("cache-control", "no-cache");
    if (target !== index) {
      headers.set("content-length", String((await stat(target)).size));
      if (request.method === "HEAD") return new Response(null, { headers });
      return new Response(Readable.toWeb(createReadStream(target)) as ReadableStream<Uint8Array>, {
        headers,
      });
    }
    if (request.method === "HEAD") return new Response(null, { headers });
    views ??= readViews(folder);
    const address = url.pathname + url.search;
    const parts = writePage({
      template: await readFile(index, "utf8"),
      data: start(),
      address,
      views: await views,
      draw,
      read,
    });
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(stream) {
          const { value, done } = await parts.next();
          if (done) stream.close();
          else stream.enqueue(encoder.encode(value));
        },
        async cancel() {
          await parts.return(undefined);
        },
      },
      // A part is sent before the next one is made.
      { highWaterMark: 0 },
    );
    return new PartedResponse(body, { headers });
  };
}

/** A response whose parts are made one after the other, each once the one before is sent. */
export class PartedResponse extends Response {}

interface PageParts extends FirstFrame {
  /** The built HTML. */
  readonly template: string;
  readonly data: StartData;
  readonly address: string;
  readonly views: readonly ViewFiles[];
}

/**
 * Yields the page's HTML in the order in which a browser needs it: the user's look and what it has to load, the first frame,
 * and then what the page reads at its start, so that the frame is painted while that is still read.
 */
async function* writePage({
  template,
  data,
  address,
  views,
  draw,
  read,
}: PageParts): AsyncGenerator<string, void> {
  const look = appearanceOf(data);
  const attributes = Object.entries(look ? rootAttributes(look) : {})
    .map(([name, value]) => (value === null ? "" : ` ${name}="${value}"`))
    .join("");
  const html = template.replace("<html", () => `<html${attributes}`);
  const [head, body] = splitAt(html, "</head>");
  const [all, end] = splitAt(body, "</body>");
  const [before, after] = splitAt(all, emptyRoot, emptyRoot.indexOf("</div>"));
  const links = (shown: string) => (head === html ? "" : filesOf(views, shown).map(linkTo).join(""));
  // Which tab an address without a path shows, the frame says.
  const drawn = address === "/" ? await draw(data, address) : null;
  yield head + links(drawn?.href ?? address) + before;
  const frame = address === "/" ? drawn : await draw(data, address);
  yield after && (frame?.html ?? "") + after;
  const responses = await read((frame?.href ?? address).replace(/#.*/, "")).catch(() => []);
  // Nothing in it ends the element, or begins one.
  const json = JSON.stringify(responses.length > 0 ? { ...data, responses } : data).replaceAll(
    "<",
    "\\u003c",
  );
  yield (end === "" ? "" : `<script type="application/json" id="${startDataId}">${json}</script>`) + end;
}

/** Returns a text up to `offset` characters of a mark, and from there on; the whole text and an empty one where it has none. */
function splitAt(text: string, mark: string, offset = 0): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at + offset), text.slice(at + offset)];
}

/** The page's root as the build leaves it. */
const emptyRoot = '<div id="root"></div>';

/** Has a browser load a file of the view with the HTML; the view itself runs it, in the order that it needs. */
const linkTo = (file: string): string =>
  file.endsWith(".css")
    ? `<link rel="preload" as="style" crossorigin href="${file}">`
    : `<link rel="modulepreload" crossorigin href="${file}">`;

/** Returns the files of the view at an address of the app. */
function filesOf(views: readonly ViewFiles[], href: string): readonly string[] {
  // As it is encoded: a slash within a name is none of the address.
  const path = href.replace(/[?#].*/s, "");
  return views.find(({ path: pattern }) => new RegExp(pattern).test(path))?.files ?? [];
}

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
