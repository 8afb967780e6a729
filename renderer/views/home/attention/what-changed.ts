import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";

/** A merge request as it was when the reader last opened it. */
interface SeenMergeRequest {
  readonly updated: string;
  readonly notes: number;
  readonly head: string;
}

type Now = Pick<MergeRequest, "updated_at" | "user_notes_count" | "sha" | "has_conflicts" | "merge_status">;

/** Returns what happened to a merge request since it was last seen, most important first; empty where nothing did. */
export function whatChanged(now: Now, seen: SeenMergeRequest | undefined): readonly string[] {
  if (!seen) return ["New"];
  if ((now.updated_at ?? "") <= seen.updated) return [];
  const notes = now.user_notes_count - seen.notes;
  const changes = [
    ...(seen.head !== "" && now.sha && now.sha !== seen.head ? ["New commits"] : []),
    ...(notes > 0 ? [notes === 1 ? "1 new comment" : `${notes} new comments`] : []),
  ];
  return changes.length > 0 ? changes : ["Updated"];
}
