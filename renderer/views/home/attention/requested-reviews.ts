import type { Optional } from "../../../../shared/optional.ts";

interface Reviewed
  extends Optional<{
    author: { readonly id: number } | null;
    reviewers: readonly { readonly id: number }[];
  }> {
  readonly id: number;
}

/**
 * Returns the merge requests of others that a user is assigned to, and those of `listed` with the user as a reviewer:
 * services without reviewers list all.
 */
export function requestedReviews<M extends Reviewed>(
  assigned: readonly M[],
  listed: readonly M[],
  user: number | undefined,
): readonly M[] {
  const known = new Set(assigned.map(({ id }) => id));
  const reviews = listed.filter(
    ({ id, reviewers }) => !known.has(id) && reviewers?.some((reviewer) => reviewer.id === user),
  );
  return [...assigned, ...reviews].filter(({ author }) => user === undefined || author?.id !== user);
}
