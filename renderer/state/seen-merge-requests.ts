import { z } from "zod";
import type { MergeRequest } from "../../shared/api/resources/merge-request-shapes.ts";
import { createStoredValues, useStoredValue } from "./stored-value.ts";

const seen = z.record(z.string(), z.object({ updated: z.string(), notes: z.int(), head: z.string() }));
const values = createStoredValues("reviews", "seen", seen, {});
/** Merge requests that are remembered for an account. */
const maxRemembered = 2_000;

/** What a merge request brought since it was last opened; null where nothing did. */
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
    /** What was on screen the last time, before this one is noted. */
    last: (id: number) => value[String(id)],
    loaded,
  };
}

/** Notes that the reader has a merge request before them as it is now. */
export function markSeen(account: string, mergeRequest: MergeRequest): void {
  values.change(account, (now) => {
    const { [String(mergeRequest.id)]: _, ...others } = now;
    const kept = Object.entries(others).slice(-(maxRemembered - 1));
    const entry = {
      updated: mergeRequest.updated_at ?? "",
      notes: mergeRequest.user_notes_count,
      head: mergeRequest.sha ?? "",
    };
    return { ...Object.fromEntries(kept), [String(mergeRequest.id)]: entry };
  });
}
