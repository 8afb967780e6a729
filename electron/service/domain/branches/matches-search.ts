/** Returns whether a name contains a search term, ignoring case; `^term` matches its start, `term$` its end. */
export function matchesSearch(name: string, search: string | undefined): boolean {
  if (!search) return true;
  const text = name.toLowerCase();
  const term = search.toLowerCase();
  const starts = term.startsWith("^");
  const ends = term.endsWith("$");
  const bare = term.slice(starts ? 1 : 0, ends ? -1 : undefined);
  if (starts && ends) return text === bare;
  if (starts) return text.startsWith(bare);
  return ends ? text.endsWith(bare) : text.includes(bare);
}
