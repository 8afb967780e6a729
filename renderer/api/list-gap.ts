import type { QueryClient } from "@tanstack/react-query";
import type { Paging } from "../../shared/api/contract/paging.ts";
import { hostHeaders, type ListGap } from "../../shared/host/accounts.ts";

/** Returns what the host reports missing of a whole list; undefined where nothing is. */
export function readGap(headers: Headers): ListGap | undefined {
  const text = headers.get(hostHeaders.gap);
  return text === null ? undefined : JSON.parse(decodeURIComponent(text));
}

/** Returns whether a page has no paging headers, so that only the next request shows whether there is more. */
const isSilent = ({ nextPage, nextUrl, total, totalPages, perPage }: Paging): boolean =>
  [nextPage, nextUrl, total, totalPages, perPage].every((value) => value === null);

/** One page of a list that is read as it is scrolled. */
interface Page {
  readonly data: unknown;
  readonly paging: Paging;
}

/** Returns the number of the page after the last one; undefined where there is none, or none that can be followed. */
export function pageAfter(pages: readonly Page[], number: number): number | undefined {
  const last = pages.at(-1);
  if (!last || repeats(pages)) return undefined;
  const { nextPage } = last.paging;
  // Services count upwards by one: a number that skips pages would hide them.
  if (nextPage !== null) return nextPage > number ? number + 1 : undefined;
  const hasEntries = Array.isArray(last.data) && last.data.length > 0;
  return isSilent(last.paging) && hasEntries ? number + 1 : undefined;
}

/** Returns whether the last page repeats the one before it, as from a service that does not page this list. */
export const repeats = (pages: readonly Page[]): boolean =>
  pages.length > 1 && JSON.stringify(pages.at(-1)?.data) === JSON.stringify(pages.at(-2)?.data);

/** Returns the gap after a page whose next one cannot be followed. */
export function gapAfter({ paging }: Page, number: number, have: number): ListGap | undefined {
  const { nextPage, nextUrl, total } = paging;
  if (nextPage !== null && nextPage <= number) return { reason: "repeats", have, total, message: "" };
  const message = "The service does not number the next page.";
  return nextPage === null && nextUrl !== null ? { reason: "failed", have, total, message } : undefined;
}

/** Returns what is missing of a list that a query has, whole or in pages. */
function gapOf(data: unknown): ListGap | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  if ("pages" in data && Array.isArray(data.pages)) return gapOf(data.pages.at(-1));
  return "gap" in data && isGap(data.gap) ? data.gap : undefined;
}

const isGap = (value: unknown): value is ListGap =>
  typeof value === "object" && value !== null && "reason" in value && "have" in value;

/** A list on screen that is incomplete. */
export interface VisibleGap extends ListGap {
  /** Kind of entries: the last segment of the operation's path, such as `merge_requests`. */
  readonly entries: string;
}

/** The first incomplete list of an account that is on screen, null where all are complete. */
export function visibleGap(client: QueryClient, account: string): VisibleGap | null {
  for (const query of client.getQueryCache().getAll()) {
    const [kind, of, operation] = query.queryKey;
    if (kind !== "operation" || of !== account || !query.isActive()) continue;
    const gap = gapOf(query.state.data);
    if (gap) return { ...gap, entries: String(operation).split("/").at(-1) ?? "entries" };
  }
  return null;
}

/** Reads the list again. */
export const retryGaps = (client: QueryClient): Promise<void> =>
  client.refetchQueries({
    type: "active",
    predicate: ({ state }) => gapOf(state.data) !== undefined,
  });
