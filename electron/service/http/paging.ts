import type { Context } from "./context.ts";

/** One page of a list; without `total` the response has no totals, and `more` says whether a page follows. */
export class Paged<T> {
  readonly items: readonly T[];
  readonly total: number | undefined;
  readonly more: boolean | undefined;
  constructor(items: readonly T[], counts: { total: number } | { more: boolean }) {
    this.items = items;
    this.total = "total" in counts ? counts.total : undefined;
    this.more = "more" in counts ? counts.more : undefined;
  }
}

/** Returns the requested page of a whole list. */
export function pageOf<T>(context: Context, all: readonly T[]): Paged<T> {
  const start = (context.page.number - 1) * context.page.perPage;
  return new Paged(all.slice(start, start + context.page.perPage), { total: all.length });
}

/** Returns a page with each item mapped. */
export const mapPage = <T, U>(page: Paged<T>, map: (item: T) => U): Paged<U> =>
  new Paged(
    page.items.map(map),
    page.total === undefined ? { more: page.more ?? false } : { total: page.total },
  );
