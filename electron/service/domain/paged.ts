/** A requested page; `number` starts at 1, `perPage` is within 1…100. */
export interface PageRequest {
  readonly number: number;
  readonly perPage: number;
}

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
export function pageOf<T>({ page }: { readonly page: PageRequest }, all: readonly T[]): Paged<T> {
  const start = (page.number - 1) * page.perPage;
  return new Paged(all.slice(start, start + page.perPage), { total: all.length });
}

/** Returns a page with each item mapped. */
export const mapPage = <T, U>(page: Paged<T>, map: (item: T) => U): Paged<U> =>
  new Paged(
    page.items.map(map),
    page.total === undefined ? { more: page.more ?? false } : { total: page.total },
  );
