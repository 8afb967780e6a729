import { useEffect, useSyncExternalStore } from "react";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import type { TypedDocument } from "../../../shared/documents/shapes.ts";
import { createStoredValues, useStoredValue } from "../../state/stored-value.ts";

type Seen = TypedDocument<"reviews", "seen">["value"];

const values = createStoredValues("reviews", "seen", {});
/** Stored merge requests of an account. */
const maxMergeRequests = 2_000;

/** Entry with the time before which every merge request counts as seen: when this account was first opened. */
const beginning = "beginning";

/** Returns what changed in a merge request since it was last opened; null where nothing did. */
export type UnseenChange = "new" | "changed" | null;

/** Visits to an account's merge requests, as far as they are known. */
export type SeenState = ReturnType<typeof useSeen>;

/** Returns the word for a change since the last visit. */
export const newsTexts = (change: UnseenChange): readonly string[] =>
  change === null ? [] : [change === "new" ? "New" : "Updated"];

type SeenFields = Pick<MergeRequest, "id" | "updated_at">;
type VisitedFields = SeenFields & Pick<MergeRequest, "user_notes_count" | "sha">;

const isOld = ({ [beginning]: first }: Seen, { updated_at }: SeenFields): boolean =>
  first === undefined || (updated_at ?? "") <= first.updated;

/** Returns what changed in a merge request that may never have been opened. */
export function unseenChange(seen: Seen, mergeRequest: SeenFields): UnseenChange {
  const last = seen[String(mergeRequest.id)];
  if (!last) return isOld(seen, mergeRequest) ? null : "new";
  return (mergeRequest.updated_at ?? "") > last.updated ? "changed" : null;
}

/** Returns the changes of an account's merge requests since the last visits. */
export function useSeen(account: string) {
  const { value, loaded } = useStoredValue(values, account);
  const isFirst = loaded && value[beginning] === undefined;
  useEffect(() => {
    if (!isFirst) return;
    const entry = { updated: new Date().toISOString(), notes: 0, head: "", visited: 0 };
    values.change(account, (now) => ({ ...now, [beginning]: now[beginning] ?? entry }));
  }, [account, isFirst]);
  return {
    news: (mergeRequest: SeenFields): UnseenChange => (loaded ? unseenChange(value, mergeRequest) : null),
    /** State at the previous visit. */
    last: (id: number) => value[String(id)],
    /** Returns whether it has not changed since the account was first opened, without a visit. */
    isOld: (mergeRequest: SeenFields) => isOld(value, mergeRequest),
    loaded,
  };
}

interface AccountMergeRequest {
  readonly account: { readonly id: string };
  readonly mergeRequest: SeenFields;
}

/** Returns whether any merge request of several accounts has changed since it was last opened. */
export const useHasUnseen = (entries: readonly AccountMergeRequest[]): boolean =>
  useSyncExternalStore(values.subscribe, () =>
    entries.some(({ account, mergeRequest }) => {
      const { value, loaded } = values.get(account.id);
      return loaded && unseenChange(value, mergeRequest) !== null;
    }),
  );

/**
 * Returns an account's entries after a visit to a merge request, without those of the oldest visits beyond the limit.
 */
export function recordVisit(
  { [beginning]: first, ...others }: Seen,
  mergeRequest: VisitedFields,
  visited: number,
): Seen {
  const entry = {
    updated: mergeRequest.updated_at ?? "",
    notes: mergeRequest.user_notes_count,
    head: mergeRequest.sha ?? "",
    visited,
  };
  const entries = Object.entries({ ...others, [String(mergeRequest.id)]: entry });
  // Objects list keys that are numbers in numeric order, not in the order of the visits.
  const recent = entries.toSorted(([, a], [, b]) => a.visited - b.visited).slice(-maxMergeRequests);
  return { ...(first ? { [beginning]: first } : {}), ...Object.fromEntries(recent) };
}

/** Records that the user sees a merge request in its current state. */
export function markSeen(account: string, mergeRequest: MergeRequest): void {
  values.change(account, (now) => recordVisit(now, mergeRequest, Date.now()));
}
