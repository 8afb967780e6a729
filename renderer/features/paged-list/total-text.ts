import type { PagedItems } from "./load-next-page.ts";

/**
 * Returns the number of a list's items for the head of its page, such as "12 projects": null until it is known, undefined
 * where the service does not report it. `noun` is in the singular and takes an s.
 */
export function totalText(
  { total, isPending }: Pick<PagedItems, "total" | "isPending">,
  noun: string,
): string | null | undefined {
  if (total === undefined) return isPending ? null : undefined;
  return `${total.toLocaleString()} ${total === 1 ? noun : `${noun}s`}`;
}
