import { z } from "zod";
import type { MergeRequest } from "../../shared/api/resources/merge-request-shapes.ts";
import { createStoredValues, useStoredValue } from "./stored-value.ts";

const seen = z.record(z.string(), z.object({ updated: z.string(), notes: z.int(), head: z.string() }));
const values = createStoredValues("reviews", "seen", seen, {});
/** Stored merge requests of an account. */
const maxMergeRequests = 2_000;

/** Returns what changed in a merge request since it was last opened; null where nothing did. */
export type UnseenChange = "new" | "changed" | null;

/** When the reader last opened each merge request of an account. */
export function useSeen(account: string) {
  const { value, loaded } = useStoredValue(values, account);
  return {
    news(mergeRequest: Pick<MergeRequest, "id" | "updated_at">): UnseenChange {
      if (!loaded) return null;
      const last = value[String(mergeRequest.id)];
      if (!last) return "new";
      return (mergeRequest.updated_at ?? "") > last.updated ? "changed" : null;
    },
    /** State at the previous visit. */
    last: (id: number) => value[String(id)],
    loaded,
  };
}

/** Records that the user sees a merge request in its current state. */
export function markSeen(account: string, mergeRequest: MergeRequest): void {
  values.change(account, (now) => {
    const { [String(mergeRequest.id)]: _, ...others } = now;
    const recent = Object.entries(others).slice(-(maxMergeRequests - 1));
    const entry = {
      updated: mergeRequest.updated_at ?? "",
      notes: mergeRequest.user_notes_count,
      head: mergeRequest.sha ?? "",
    };
    return { ...Object.fromEntries(recent), [String(mergeRequest.id)]: entry };
  });
}
