import { createHash } from "node:crypto";
import { readPaging } from "../../../shared/api/contract/paging.ts";
import type { ListGap } from "../../../shared/host/accounts.ts";
import { ServiceRequestError } from "../client/service-request-error.ts";
import type { OperationResponse } from "./operation-response.ts";
import { countPages, nextPage, numberedPage, pageNumber } from "./page-paths.ts";

/** Pages requested ahead of the next one; the account's own limit still applies. */
const maxPagesAhead = 16;
/** Pages of one list that are requested, whatever the service counts. */
const maxPages = 5000;
/** Empty pages in a row after which a list has ended; filters may empty single pages. */
const maxEmptyPages = 3;

/** One page of a list: its response and the number of its entries. */
export interface ListPage {
  readonly response: OperationResponse;
  readonly bytes: Uint8Array;
  readonly entries: number;
}

/** Reason why the rest of a list is missing; null where it is complete. */
export type MissingRest = Omit<ListGap, "have"> | null;

/**
 * Yields a list's pages in order and returns why it is incomplete, if it is. Each address is read once, pages that
 * repeat end the list, and it is bounded by the service's total and by the pages received. `read` requests an address
 * of the account's own service. Throws what `read` throws for a canceled call.
 */
export async function* walkPages(
  path: string,
  first: ListPage,
  read: (path: string) => Promise<ListPage>,
): AsyncGenerator<ListPage, MissingRest> {
  const seen = new SeenPages();
  seen.add(path, first);
  yield first;
  let last = first;
  let lastPath = path;
  const running: Promise<ListPage>[] = [];
  const begin = (target: string) => {
    const reading = read(target);
    // Its failure is reported when it is awaited; until then it must not count as unhandled.
    reading.catch(() => {});
    return reading;
  };
  try {
    const counted = countPages(first.response.headers) ?? 1;
    for (let due = 2, next = 2; due <= counted; due++) {
      if (due > maxPages) return seen.gap("endless", last);
      while (next <= Math.min(counted, maxPages) && next < due + maxPagesAhead) {
        running.push(begin(numberedPage(path, next++)));
      }
      const page = await running.shift();
      if (!page) break;
      lastPath = numberedPage(path, due);
      last = page;
      const kind = seen.add(lastPath, page);
      if (kind === "repeats") return seen.gap("repeats", page);
      if (kind === "empty") return seen.gap("endless", page);
      yield page;
    }
    // The list may have grown meanwhile, or was never counted.
    for (let count = 0; ; count++) {
      const target = following(lastPath, last);
      if (target === null) return null;
      if (seen.has(target) || count >= maxPages)
        return seen.gap(count >= maxPages ? "endless" : "repeats", last);
      const wasPaged = hasPaging(last);
      last = await begin(target);
      lastPath = target;
      const kind = seen.add(target, last);
      // A list that is not paged at all is the same at every address.
      if (kind === "repeats") return wasPaged ? seen.gap("repeats", last) : null;
      if (kind === "empty") return wasPaged ? seen.gap("endless", last) : null;
      yield last;
    }
  } catch (error) {
    if (!(error instanceof ServiceRequestError) || error.problem.code === "canceled") throw error;
    return { ...seen.gap("failed", last, true), message: error.problem.message };
  }
}

/** Returns whether a response has headers of paging. */
function hasPaging({ response: { headers } }: ListPage): boolean {
  return ["link", "x-next-page", "x-page", "x-total", "x-total-pages"].some((name) => headers.has(name));
}

/** Returns the path of the next page: the service's, or the next number where it names none. */
function following(path: string, page: ListPage): string | null {
  if (hasPaging(page)) return nextPage(path, page.response.headers);
  if (page.entries === 0 || !pageNumber(path)) return null;
  return numberedPage(path, (pageNumber(path) ?? 0) + 1);
}

/** The pages of a list that were read. */
class SeenPages {
  readonly #addresses = new Set<string>();
  readonly #bodies = new Set<string>();
  #entries = 0;
  #emptyPages = 0;

  has(path: string): boolean {
    return this.#addresses.has(path);
  }

  /** Adds a page. `repeats`: it was read before; `empty`: too many in a row are empty. */
  add(path: string, { bytes, entries }: ListPage): "new" | "repeats" | "empty" {
    this.#addresses.add(path);
    this.#emptyPages = entries === 0 ? this.#emptyPages + 1 : 0;
    if (entries === 0) return this.#emptyPages >= maxEmptyPages ? "empty" : "new";
    const body = createHash("sha1").update(bytes).digest("base64");
    if (this.#bodies.has(body)) return "repeats";
    this.#bodies.add(body);
    this.#entries += entries;
    return "new";
  }

  /** Returns the gap after `last`, null where all entries that the service counts were read. */
  gap(reason: "failed" | "repeats" | "endless", last: ListPage): MissingRest;
  gap(reason: "failed" | "repeats" | "endless", last: ListPage, always: true): NonNullable<MissingRest>;
  gap(reason: "failed" | "repeats" | "endless", last: ListPage, always = false): MissingRest {
    const { total } = readPaging(last.response.headers);
    if (!always && total !== null && this.#entries >= total) return null;
    return { reason, total, message: "" };
  }
}
