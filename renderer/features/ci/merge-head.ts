interface Entry {
  readonly id: number;
}

/**
 * Returns the pages of a list, newest entry first, updated with its current first entries; `isAll` where these are the
 * whole list. Entries that no longer match a filtered list are removed. Returns null where so many are new that some
 * may be missing between the two.
 */
export function mergeHead<T extends Entry>(
  pages: readonly (readonly T[])[],
  head: readonly T[],
  isAll: boolean,
): T[][] | null {
  const fresh = new Map(head.map((entry) => [entry.id, entry]));
  const known = new Set(pages.flat().map(({ id }) => id));
  const added = head.filter(({ id }) => !known.has(id));
  if (!isAll && known.size > 0 && added.length === head.length) return null;
  const oldest = isAll ? Number.NEGATIVE_INFINITY : Math.min(...fresh.keys());
  return pages.map((page, index) => {
    const current = page.flatMap((entry) => fresh.get(entry.id) ?? (entry.id < oldest ? entry : []));
    return index === 0 ? [...added, ...current].toSorted((a, b) => b.id - a.id) : current;
  });
}
