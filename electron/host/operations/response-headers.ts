import { safeName } from "./safe-name.ts";

/** All that is passed on; `link` and `age` no further than the host, which reads them (`operation-response.ts`). */
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
