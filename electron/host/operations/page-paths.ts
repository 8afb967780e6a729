import { servicePageSize } from "../../../shared/api/contract/operation.ts";
import { readPaging } from "../../../shared/api/contract/paging.ts";

/**
 * Returns a list's path with the parameters of its first page, of `size` entries where the caller names no number, or
 * the most of any service.
 */
export function firstPage(path: string, size = servicePageSize): string {
  return withParameters(path, (search) => {
    const named = search.get("per_page");
    if (named === null || Number(named) === servicePageSize) search.set("per_page", String(size));
    search.delete("page");
  });
}

/** Returns a list's path with another page number. */
export const numberedPage = (path: string, page: number): string =>
  withParameters(path, (search) => search.set("page", String(page)));

/** Returns the page number in a list's path, null for keyset pagination. */
export function pageNumber(path: string): number | null {
  const search = new URLSearchParams(path.split("?")[1]);
  if (cursors.some((name) => search.has(name))) return null;
  return Number(search.get("page") ?? 1);
}

/** Returns the number of pages that a first response counts, null where it does not. */
export function countPages(headers: Headers): number | null {
  const { totalPages, total, perPage: size } = readPaging(headers);
  const counted = total !== null && size ? Math.ceil(total / size) : null;
  if (totalPages === null || counted === null) return totalPages ?? counted;
  return Math.min(totalPages, counted);
}

/** Parameters by which services continue a list that is not numbered, beside those that have to go with them. */
const cursors = ["page_token", "cursor", "id_after", "id_before", "after", "before"];
const withCursor = [...cursors, "pagination", "order_by", "sort"];

/** The page after one: none, its path, or a page that the service names and that cannot be requested. */
export type NextPagePath =
  | { readonly kind: "end" }
  | { readonly kind: "circle" }
  | { readonly kind: "unnamed" }
  | { readonly kind: "page"; readonly path: string };

/**
 * Returns the next page that a service names, by number or by the cursor in its `next` link. Of the link only these
 * parameters are used: its host may be another name of the service, the token is sent to the account's own only, and no
 * page leads to another list or skips pages.
 */
export function nextPage(path: string, headers: Headers): NextPagePath {
  const { nextUrl, nextPage: number } = readPaging(headers);
  const query = nextUrl === null ? new URLSearchParams() : new URL(nextUrl, "http://service").searchParams;
  if (cursors.some((name) => query.has(name))) {
    const next = withParameters(path, (search) => {
      for (const name of withCursor) {
        const value = query.get(name);
        if (value !== null) search.set(name, value);
      }
      search.delete("page");
    });
    return { kind: "page", path: next };
  }
  const current = pageNumber(path);
  if (number !== null && current !== null) {
    return number > current ? { kind: "page", path: numberedPage(path, current + 1) } : { kind: "circle" };
  }
  return nextUrl === null && number === null ? { kind: "end" } : { kind: "unnamed" };
}

/** Returns the number of entries of a full page, null where it is not known. */
export function fullPage(path: string, headers: Headers): number | null {
  const requested = Number(new URLSearchParams(path.split("?")[1]).get("per_page"));
  return readPaging(headers).perPage ?? (requested || null);
}

function withParameters(path: string, change: (search: URLSearchParams) => void): string {
  const [base = "", query = ""] = path.split("?");
  const search = new URLSearchParams(query);
  change(search);
  return `${base}?${search}`;
}
