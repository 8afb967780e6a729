import { readPaging } from "../../../shared/api/contract/paging.ts";

/** Entries per page where the caller names none: the maximum of services. */
const perPage = "100";

/** Returns a list's path with the parameters of its first page. */
export function firstPage(path: string): string {
  return withParameters(path, (search) => {
    if (!search.has("per_page")) search.set("per_page", perPage);
    search.delete("page");
  });
}

export const numberedPage = (path: string, page: number): string =>
  withParameters(path, (search) => search.set("page", String(page)));

/** Returns the page number in a list's path, null for keyset pagination. */
export function pageNumber(path: string): number | null {
  const search = new URLSearchParams(path.split("?")[1]);
  if (search.has("page_token") || search.has("cursor") || search.has("id_after")) return null;
  return Number(search.get("page") ?? 1);
}

/** Returns the number of pages that a first response counts, null where it does not. */
export function countPages(headers: Headers): number | null {
  const { totalPages, total, perPage: size } = readPaging(headers);
  const counted = total !== null && size ? Math.ceil(total / size) : null;
  if (totalPages === null || counted === null) return totalPages ?? counted;
  return Math.min(totalPages, counted);
}

/**
 * Returns the path of the next page, by number or by the `next` link (keyset). Of the link only the query is used:
 * its host may be another name of the service, and the token is sent to the account's own only.
 */
export function nextPage(path: string, headers: Headers): string | null {
  const { nextUrl, nextPage: number } = readPaging(headers);
  if (nextUrl !== null && URL.canParse(nextUrl, "http://service")) {
    const query = new URL(nextUrl, "http://service").searchParams;
    query.delete("private_token");
    query.delete("access_token");
    return `${path.split("?")[0]}?${query}`;
  }
  return number === null ? null : numberedPage(path, number);
}

function withParameters(path: string, change: (search: URLSearchParams) => void): string {
  const [base = "", query = ""] = path.split("?");
  const search = new URLSearchParams(query);
  change(search);
  return `${base}?${search}`;
}
