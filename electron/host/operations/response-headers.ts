import { disarmLinks } from "../../../shared/api/contract/paging.ts";
import { hostHeaders, type ListGap } from "../../../shared/host/accounts.ts";
import type { Optional } from "../../../shared/optional.ts";

/** All that is passed on; `link` and `age` no further than the host, which reads them (`response-headers.ts`). */
const passed = new Set([
  "accept-ranges",
  "age",
  "content-range",
  "date",
  "etag",
  "last-modified",
  "link",
  "ratelimit-limit",
  "ratelimit-remaining",
  "ratelimit-reset",
  "retry-after",
  "x-next-page",
  "x-page",
  "x-per-page",
  "x-prev-page",
  "x-request-id",
  "x-total",
  "x-total-pages",
]);
/** File headers, whatever the service puts before the suffix (docs/compatibility.md, 3). */
const fileHeader =
  /^x-[a-z]+-(blob-id|commit-id|last-commit-id|size|ref|encoding|file-name|file-path|content-sha256|execute-filemode)$/;
const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;\s*[\w-]+=("[^"\\]*"|[\w!#$&^.+-]+))*$/;
/**
 * Types that a browser shows or plays and never runs. An untrusted script, style sheet, HTML, XML or SVG would have
 * the page's own origin here, so that it is sent as bytes.
 */
const inert =
  /^(application\/(octet-stream|json|problem\+json|zip|gzip|x-(tar|gzip|bzip2|7z-compressed))|text\/plain|(image|audio|video|font)\/(?!svg)[\w.+-]+)\s*(;|$)/i;
/** Characters of a header that are passed on; a hostile service may send more. */
const maxHeaderLength = 16_384;

/**
 * Returns the headers of a service's response that the page gets: paging, validators, what describes the body. No
 * cookies and nothing else.
 */
export function safeHeaders(from: Headers, lengthHolds: boolean): Headers {
  const headers = new Headers();
  for (const [name, value] of from) {
    if ((passed.has(name) || fileHeader.test(name)) && value.length <= maxHeaderLength)
      headers.set(name, value);
  }
  const type = from.get("content-type") ?? "";
  headers.set("content-type", mediaType.test(type) && inert.test(type) ? type : "application/octet-stream");
  const length = from.get("content-length");
  if (lengthHolds && length && /^\d{1,15}$/.test(length)) headers.set("content-length", length);
  const disposition = from.get("content-disposition");
  if (disposition) headers.set("content-disposition", safeDisposition(disposition));
  return headers;
}

/**
 * Headers for untrusted bytes: opened as a document they run nothing, are never sniffed as another type, and stay
 * out of the browser's own cache.
 */
export function addSecurityHeaders(headers: Headers): Headers {
  headers.set("x-content-type-options", "nosniff");
  headers.set("content-security-policy", "sandbox");
  headers.set("cross-origin-resource-policy", "same-origin");
  headers.set("cache-control", "no-store");
  return headers;
}

/** Returns `attachment` or `inline` with a file name that is safe on every system. */
export function disposition(kind: "attachment" | "inline", name: string): string {
  const encoded = encodeURIComponent(safeName(name)).replace(/['()*]/g, percent);
  return `${kind}; filename*=UTF-8''${encoded}`;
}

const percent = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;

function safeDisposition(value: string): string {
  const kind = /^\s*inline/i.test(value) ? "inline" : "attachment";
  const name = fileName(value);
  return name === undefined ? kind : disposition(kind, name);
}

function fileName(value: string): string | undefined {
  const extended = /filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(value)?.[1];
  try {
    if (extended) return decodeURIComponent(extended);
  } catch {
    // The plain form may still be valid.
  }
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(value);
  const text = plain?.[1]?.replace(/\\(.)/g, "$1") ?? plain?.[2]?.trim();
  // Header values arrive byte by byte; names are mostly UTF-8.
  return text === undefined ? undefined : Buffer.from(text, "latin1").toString("utf8");
}

/** Bytes of a file name in UTF-8; file systems allow 255. */
const maxNameBytes = 200;
/** Names of devices on Windows, and of files that a file manager or shell obeys where they lie. */
const reserved =
  /^((con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|$)|(desktop\.ini|autorun\.inf|thumbs\.db)$)/i;
/** Endings that a file manager acts on when it only shows the folder: shortcuts, searches, class ids. */
const obeyed =
  /\.(lnk|pif|scf|url|local|desktop|directory|library-ms|search-ms|searchconnector-ms|settingcontent-ms|\{[0-9a-f-]+\})$/i;
/** Control characters and marks that are not seen: they make `exe.txt` out of `txt.exe`. Joiners belong to letters. */
const unseen =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/**
 * Returns a file name that stays in its folder on every system and is read by no program unasked, from an untrusted one:
 * no dot at its beginning, no device, no shortcut.
 */
export function safeName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  const clean = last
    .normalize("NFC")
    .replace(unseen, "")
    .replace(/[<>:"|?*]/g, "_")
    .replace(/[\s.]+$/u, "")
    .trimStart()
    .replace(/^[\s.]+/u, "_");
  const fileName = clean || "download";
  const plain = reserved.test(fileName) ? `_${fileName}` : fileName;
  return shorten(obeyed.test(plain) ? `${plain}.download` : plain);
}

/** `report.tar.gz` → `report (2).tar.gz`. */
export function numberedName(name: string, number: number): string {
  const [stem, ending] = splitEnding(name);
  return number === 1 ? name : `${stem} (${number})${ending}`;
}

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= maxNameBytes) return name;
  const [stem, ending] = splitEnding(name);
  const room = maxNameBytes - Math.min(Buffer.byteLength(ending), 40);
  let short = stem;
  while (Buffer.byteLength(short) > room) short = [...short].slice(0, -1).join("");
  return short + (Buffer.byteLength(ending) <= 40 ? ending : "");
}

function splitEnding(name: string): [string, string] {
  const ending = /(\.tar)?\.[^.]+$/i.exec(name);
  return ending && ending.index > 0 ? [name.slice(0, ending.index), ending[0]] : [name, ""];
}

/** Source of a response (shared/host/accounts.ts). */
export type ResponseSource = "network" | "revalidated" | "cache";

/** A service's response, safe for the page. */
export interface OperationResponse
  extends Optional<{
    /** Missing part of a list that was requested whole. */
    gap: ListGap;
    /** Value of the body, where it is JSON and was parsed to check it. */
    value: unknown;
  }> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  readonly source: ResponseSource;
  /** Seconds since the service last confirmed it. */
  readonly age: number;
}

const bodiless = new Set([204, 205, 304]);

/** A response whose whole body is in memory, which a shell can send without a stream. */
export class WholeResponse extends Response {
  readonly whole: Uint8Array;

  constructor(bytes: Uint8Array<ArrayBuffer>, init: ResponseInit) {
    super(bytes, init);
    this.whole = bytes;
  }
}

/** Returns the response as the page gets it. */
export function toPageResponse(response: OperationResponse): Response {
  const headers = addSecurityHeaders(new Headers(response.headers));
  disarmLinks(headers);
  // For the host, which compares it with the time of a write; a browser counts by it.
  headers.delete("age");
  headers.set(hostHeaders.source, response.source);
  headers.set(hostHeaders.age, String(Math.max(0, Math.floor(response.age))));
  // Header values are Latin-1.
  if (response.gap) headers.set(hostHeaders.gap, encodeURIComponent(JSON.stringify(response.gap)));
  const body = bodiless.has(response.status) ? null : response.body;
  const init = { status: response.status, headers };
  return body instanceof Uint8Array ? new WholeResponse(body, init) : new Response(body, init);
}
