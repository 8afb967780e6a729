import { createHash, hash } from "node:crypto";
import { readPaging } from "../../../shared/api/contract/paging.ts";
import type { ListGap } from "../../../shared/host/accounts.ts";
import { ServiceRequestError } from "../client/network-error.ts";
import { countPages, fullPage, type NextPagePath, nextPage, numberedPage, pageNumber } from "./page-paths.ts";
import type { OperationResponse } from "./response-headers.ts";

/** Pages requested ahead of the next one; the account's own limit still applies. */
const maxPagesAhead = 16;
/** Bytes that pages requested ahead may have together, should they be as large as the largest one so far. */
const maxBytesAhead = 32 * 1024 * 1024;
/** Pages of one list that are requested, whatever the service counts. */
const maxPages = 5000;
/** Empty pages in a row after which a list has ended; filters may empty single pages. */
const maxEmptyPages = 3;

/** One page of a list: its response without the body, and its entries. */
export interface ListPage {
  readonly response: OperationResponse;
  readonly entries: ListEntries;
  /** Whether it is after the last page that the service names, and empty as it should be. */
  readonly isBeyond?: boolean;
}

/** Reason why the rest of a list is missing; null where it is complete. */
export type MissingRest = Omit<ListGap, "have"> | null;

/**
 * Yields a list's pages in order and returns why it is incomplete, if it is. Each address is read once, pages that
 * repeat end the list, and it is bounded by the service's total and by the pages received. `read` requests an address
 * of the account's own service; `probes`: also the page after a full one that the service calls the last. Throws what
 * `read` throws for a canceled call.
 */
export async function* walkPages(
  path: string,
  first: ListPage,
  read: (path: string) => Promise<ListPage>,
  { probes }: { readonly probes: boolean },
): AsyncGenerator<ListPage, MissingRest> {
  const seen = new SeenPages();
  seen.add(path, first);
  const counted = countPages(first.response.headers) ?? 1;
  // What the next page follows from; its entries are not retained.
  let last = headOf(path, first);
  yield first;
  let lastPath = path;
  const running: Promise<ListPage>[] = [];
  const begin = (target: string) => {
    const reading = read(target);
    // Its failure is reported when it is awaited; until then it must not count as unhandled.
    reading.catch(() => {});
    return reading;
  };
  try {
    for (let due = 2, next = 2; due <= counted; due++) {
      if (due > maxPages) return seen.gap("endless", last);
      while (next <= Math.min(counted, maxPages) && next < due + seen.pagesAhead) {
        running.push(begin(numberedPage(path, next++)));
      }
      const page = await running.shift();
      if (!page) break;
      lastPath = numberedPage(path, due);
      const kind = seen.add(lastPath, page);
      if (kind === "repeats") return seen.gap("repeats", page.response);
      if (kind === "empty") return seen.gap("endless", page.response);
      last = headOf(lastPath, page);
      yield page;
    }
    // The list may have grown meanwhile, or was never counted.
    for (let count = 0; ; count++) {
      const next = following(lastPath, last, probes);
      if (next.kind === "end") return null;
      if (next.kind === "circle") return seen.gap("repeats", last);
      if (next.kind === "unnamed") return seen.gap("failed", last, unnamed);
      const target = next.path;
      if (seen.has(target) || count >= maxPages)
        return seen.gap(count >= maxPages ? "endless" : "repeats", last);
      const wasPaged = hasPaging(last);
      const page = await begin(target).catch((error: unknown) => {
        // Nothing says that there is such a page.
        if (next.isProbe && isFailure(error)) return null;
        throw error;
      });
      if (!page) return null;
      const kind = seen.add(target, page);
      // A list that is not paged at all is the same at every address.
      if (kind === "repeats") return wasPaged && !next.isProbe ? seen.gap("repeats", page.response) : null;
      if (kind === "empty") return wasPaged ? seen.gap("endless", page.response) : null;
      lastPath = target;
      last = headOf(target, page);
      const isBeyond = next.isProbe === true && last.count === 0;
      yield isBeyond ? { ...page, isBeyond } : page;
      if (isBeyond) return null;
    }
  } catch (error) {
    if (!isFailure(error)) throw error;
    return seen.gap("failed", last, error.problem.message);
  }
}

const unnamed = "The service does not name the next page.";

const isFailure = (error: unknown): error is ServiceRequestError =>
  error instanceof ServiceRequestError && error.problem.code !== "canceled";

/** A page without its entries. */
interface PageHead {
  readonly headers: Headers;
  readonly count: number;
  /** Whether the page has as many entries as a page may have. */
  readonly isFull: boolean;
}

function headOf(path: string, { response: { headers }, entries: { length: count } }: ListPage): PageHead {
  const full = fullPage(path, headers);
  return { headers, count, isFull: full !== null && count >= full };
}

/** Returns whether a response has headers of paging. */
function hasPaging({ headers }: PageHead): boolean {
  return ["link", "x-next-page", "x-page", "x-total", "x-total-pages"].some((name) => headers.has(name));
}

/** The next page to request; `isProbe`: the service says that there is none. */
type Following =
  | Exclude<NextPagePath, { kind: "page" }>
  | { readonly kind: "page"; readonly path: string; readonly isProbe?: boolean };

/** Returns the next page: the service's, or the next number where it names none. */
function following(path: string, page: PageHead, probes: boolean): Following {
  const number = pageNumber(path);
  const numbered = number === null ? null : numberedPage(path, number + 1);
  if (!hasPaging(page)) {
    return page.count === 0 || numbered === null ? { kind: "end" } : { kind: "page", path: numbered };
  }
  const next = nextPage(path, page.headers);
  if (next.kind === "unnamed" && numbered !== null) return { kind: "page", path: numbered };
  if (next.kind !== "end" || !page.isFull || !probes || numbered === null) return next;
  return { kind: "page", path: numbered, isProbe: true };
}

/** The pages of a list that were read. */
class SeenPages {
  readonly #addresses = new Set<string>();
  readonly #bodies = new Set<string>();
  #entries = 0;
  #emptyPages = 0;
  #largest = 1;

  has(path: string): boolean {
    return this.#addresses.has(path);
  }

  /** Number of pages that are requested before they are due. */
  get pagesAhead(): number {
    return Math.max(1, Math.min(maxPagesAhead, Math.floor(maxBytesAhead / this.#largest)));
  }

  /** Adds a page. `repeats`: it was read before; `empty`: too many in a row are empty. */
  add(path: string, { entries: { bytes, length } }: ListPage): "new" | "repeats" | "empty" {
    this.#addresses.add(path);
    this.#largest = Math.max(this.#largest, bytes.byteLength);
    this.#emptyPages = length === 0 ? this.#emptyPages + 1 : 0;
    if (length === 0) return this.#emptyPages >= maxEmptyPages ? "empty" : "new";
    const body = createHash("sha1").update(bytes).digest("base64");
    if (this.#bodies.has(body)) return "repeats";
    this.#bodies.add(body);
    this.#entries += length;
    return "new";
  }

  /** Returns the gap after `last`, null where all entries that the service counts were read and nothing failed. */
  gap(reason: ListGap["reason"], last: Pick<PageHead, "headers">): MissingRest;
  gap(reason: ListGap["reason"], last: Pick<PageHead, "headers">, message: string): NonNullable<MissingRest>;
  gap(reason: ListGap["reason"], last: Pick<PageHead, "headers">, message?: string): MissingRest {
    const { total } = readPaging(last.headers);
    if (message === undefined && total !== null && this.#entries >= total) return null;
    return { reason, total, message: message ?? "" };
  }
}

/** Returns the text between the brackets of a JSON array. Throws ServiceRequestError where it is none. */
function innerOf(bytes: Uint8Array): Uint8Array {
  let start = 0;
  let end = bytes.byteLength;
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) start = 3;
  while (start < end && isSpace(bytes[start])) start++;
  while (end > start && isSpace(bytes[end - 1])) end--;
  if (bytes[start] !== 0x5b || bytes[end - 1] !== 0x5d) {
    throw new ServiceRequestError({
      code: "bad_response",
      message: "A page of this list is not a list.",
    });
  }
  start++;
  end--;
  while (start < end && isSpace(bytes[start])) start++;
  while (end > start && isSpace(bytes[end - 1])) end--;
  return bytes.subarray(start, end);
}

const isSpace = (byte: number | undefined) =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** The entries of a page as it was sent. */
export class ListEntries {
  /** The text between the brackets of the page's array, which is valid JSON. */
  readonly bytes: Uint8Array;
  readonly #starts: readonly number[];

  /** Throws ServiceRequestError for a page that is not an array. */
  constructor(page: Uint8Array) {
    this.bytes = innerOf(page);
    this.#starts = startsOf(this.bytes);
  }

  get length(): number {
    return this.#starts.length;
  }

  /** Returns the text of an entry. */
  at(index: number): Uint8Array {
    const next = this.#starts[index + 1];
    return this.bytes.subarray(this.#starts[index], next === undefined ? undefined : next - 1);
  }

  /** Returns what tells an entry from the others of its list: its number, or all of its text, hashed where it is long. */
  identity(index: number): string {
    return identityOf(this.at(index));
  }
}

/** Returns the offsets at which the entries of an array begin. */
function startsOf(inner: Uint8Array): number[] {
  const { length } = inner;
  if (length === 0) return [];
  const starts = [0];
  let depth = 0;
  for (let index = 0; index < length; index++) {
    const byte = inner[index];
    if (byte === 0x22) {
      // Most bytes are of strings.
      for (index++; index < length && inner[index] !== 0x22; index++) if (inner[index] === 0x5c) index++;
    } else if (byte === 0x5b || byte === 0x7b) depth++;
    else if (byte === 0x5d || byte === 0x7d) depth--;
    else if (byte === 0x2c && depth === 0) starts.push(index + 1);
  }
  return starts;
}

/** A number that is the first field of an entry, which services send for what has one. */
const leadingId = /^\s*\{\s*"id"\s*:\s*(\d{1,20})\s*[,}]/;

/** Bytes of an entry from which on its hash is the shorter text. */
const hashedBytes = 40;

/** An entry that was changed while its list was read keeps its number. */
function identityOf(entry: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = entry;
  const id = leadingId.exec(
    Buffer.from(buffer, byteOffset, Math.min(byteLength, 64)).toString("latin1"),
  )?.[1];
  if (id !== undefined) return id;
  let [start, end] = [0, byteLength];
  while (start < end && isSpace(entry[start])) start++;
  while (end > start && isSpace(entry[end - 1])) end--;
  const text = entry.subarray(start, end);
  return text.byteLength <= hashedBytes ? Buffer.from(text).toString("latin1") : hash("sha1", text, "base64");
}
