import type { Context } from "./context.ts";
import { badParameter } from "./http-error.ts";

/**
 * Returns the page that follows the entry which a token names, as newer services page through trees: not counted,
 * with a `Link` to the next page. Throws 400 for a token that names no entry.
 */
export function keysetPage<T, U>(
  context: Context,
  all: readonly T[],
  token: string | undefined,
  keyOf: (entry: T) => string,
  present: (entry: T) => U,
): Response {
  const after = token ? Buffer.from(token, "base64url").toString() : null;
  const start = after === null ? 0 : all.findIndex((entry) => keyOf(entry) === after) + 1;
  if (after !== null && start === 0) throw badParameter("page_token is invalid");
  const { perPage } = context.page;
  const page = all.slice(start, start + perPage);
  const headers = new Headers({ "content-type": "application/json", "x-per-page": String(perPage) });
  const last = page.at(-1);
  if (last !== undefined && start + perPage < all.length) {
    const next = new URL(context.pageUrl);
    next.searchParams.delete("page");
    next.searchParams.set("page_token", Buffer.from(keyOf(last)).toString("base64url"));
    headers.set("link", `<${next.href}>; rel="next"`);
  }
  return new Response(JSON.stringify(page.map(present)), { headers });
}
