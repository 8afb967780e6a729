import { badParameterError } from "./http-error.ts";
import type { Context } from "./implement.ts";

/** The page that follows an entry. */
interface KeysetPage<T> {
  /** Position of its first entry in the whole list. */
  readonly start: number;
  readonly entries: readonly T[];
  /** Whether the list has more entries. */
  readonly isFollowed: boolean;
}

/** Returns the page that follows the entry which a token names. Throws 400 for a token that names no entry. */
export function keysetPageOf<T>(
  { page: { perPage } }: Context,
  all: readonly T[],
  token: string | undefined,
  keyOf: (entry: T) => string,
): KeysetPage<T> {
  const after = token ? Buffer.from(token, "base64url").toString() : null;
  const start = after === null ? 0 : all.findIndex((entry) => keyOf(entry) === after) + 1;
  if (after !== null && start === 0) throw badParameterError("page_token is invalid");
  const end = start + perPage;
  return { start, entries: all.slice(start, end), isFollowed: end < all.length };
}

/**
 * Returns the response with a page, as newer services page through trees: not counted, with a `Link` to the next one.
 * `isCut`: the list ends before its end.
 */
export function keysetResponse<T, U>(
  context: Context,
  { entries, isFollowed }: KeysetPage<T>,
  isCut: boolean,
  keyOf: (entry: T) => string,
  present: (entry: T) => U,
): Response {
  const { perPage } = context.page;
  const headers = new Headers({ "content-type": "application/json", "x-per-page": String(perPage) });
  const last = entries.at(-1);
  if (last !== undefined && (isFollowed || isCut)) {
    const next = new URL(context.pageUrl);
    next.searchParams.delete("page");
    next.searchParams.set("page_token", Buffer.from(keyOf(last)).toString("base64url"));
    headers.set("link", `<${next.href}>; rel="next"`);
  }
  return new Response(JSON.stringify(entries.map(present)), { headers });
}
