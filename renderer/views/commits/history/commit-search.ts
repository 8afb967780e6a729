import { z } from "zod";

/** Filters of a commit list in the URL. */
export const commitSearch = z.object({
  ref: z.string().optional().catch(undefined),
  path: z.string().optional().catch(undefined),
  /** First and last day, as `YYYY-MM-DD` in the user's time zone; both are part of the range. */
  since: z.iso.date().optional().catch(undefined),
  until: z.iso.date().optional().catch(undefined),
  author: z.string().optional().catch(undefined),
  /** Words of the message. The interface has no such filter: the list is filtered as it is read. */
  message: z.string().optional().catch(undefined),
  /** Commits of every branch and tag instead of one ref's. */
  all: z.literal("1").optional().catch(undefined),
  /** Lines that each commit added and removed. */
  lines: z.literal("1").optional().catch(undefined),
});
export type CommitSearch = z.output<typeof commitSearch>;

/** Input of `listCommits` for a search (Commits › List); days become instants of the user's time zone. */
export const commitListInput = (project: string, search: CommitSearch, ref: string | undefined) => ({
  id: project,
  ...(search.all ? { all: true } : ref ? { ref_name: ref } : {}),
  ...(search.path ? { path: search.path } : {}),
  ...(search.since ? { since: new Date(`${search.since}T00:00:00`).toISOString() } : {}),
  ...(search.until ? { until: new Date(`${search.until}T23:59:59`).toISOString() } : {}),
  ...(search.author ? { author: search.author } : {}),
  ...(search.lines ? { with_stats: true } : {}),
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
