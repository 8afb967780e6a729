import { anyText, day, flag, type SearchOf } from "../../../features/addresses/search-fields.ts";

/** Filters of a commit list in the URL. */
export const commitSearch = {
  ref: anyText,
  path: anyText,
  /** First and last day, as `YYYY-MM-DD` in the user's time zone; both are part of the range. */
  since: day,
  until: day,
  author: anyText,
  /** Words of the message. The interface has no such filter: the list is filtered as it is read. */
  message: anyText,
  /** Commits of every branch and tag instead of one ref's. */
  all: flag,
  /** Lines that each commit added and removed. */
  lines: flag,
};
export type CommitSearch = SearchOf<typeof commitSearch>;

/** Input of `listCommits` for a search (Commits › List); days become instants of the user's time zone. */
export const commitListInput = (project: string, search: CommitSearch, ref: string | undefined) => ({
  id: project,
  ...(search.all ? { all: true } : ref ? { ref_name: ref } : {}),
  path: search.path || undefined,
  since: search.since ? new Date(`${search.since}T00:00:00`).toISOString() : undefined,
  until: search.until ? new Date(`${search.until}T23:59:59`).toISOString() : undefined,
  author: search.author || undefined,
  with_stats: search.lines ? true : undefined,
});

export const hasFilters = ({ path, since, until, author, message, all }: CommitSearch): boolean =>
  [path, since, until, author, message, all].some((value) => value !== undefined);

/** Returns the commits whose message or hash has every word of a text, whatever its case. */
export function withMessage<C extends { readonly id: string; readonly message: string }>(
  commits: readonly C[],
  text: string | undefined,
): readonly C[] {
  const words = text?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  if (words.length === 0) return commits;
  return commits.filter(({ id, message }) => {
    const lower = message.toLowerCase();
    return words.every((word) => lower.includes(word) || (word.length >= 4 && id.startsWith(word)));
  });
}
