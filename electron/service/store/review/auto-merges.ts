import { z } from "zod";
import { parseRow, parseRows } from "../rows.ts";
import type { Store } from "../store.ts";

const waitingRequest = z.object({
  /** Target when it was set; another one ends it. */
  targetBranch: z.string(),
  squash: z.boolean().optional(),
  squashMessage: z.string().optional(),
  mergeMessage: z.string().optional(),
  removeSourceBranch: z.boolean().optional(),
});

const autoMergeRow = z
  .object({ merge_request_id: z.int(), user_id: z.int(), sha: z.string(), request: z.string() })
  .transform((row) => ({
    mergeRequestId: row.merge_request_id,
    /** User who set it; the merge is theirs. */
    userId: row.user_id,
    /** Head that is merged, and no other one. */
    sha: row.sha,
    request: waitingRequest.parse(JSON.parse(row.request)),
  }));

/** A merge that waits for the pipeline of a merge request. */
export type AutoMerge = Readonly<z.output<typeof autoMergeRow>>;

/** Returns the automatic merge that is set for a merge request, null where none is. */
export const findAutoMerge = (store: Store, mergeRequestId: number): AutoMerge | null =>
  parseRow(autoMergeRow, store.get("SELECT * FROM auto_merges WHERE merge_request_id = ?", mergeRequestId));

/** Returns all automatic merges, by their merge requests. */
export const listAutoMerges = (store: Store): AutoMerge[] =>
  parseRows(autoMergeRow, store.all("SELECT * FROM auto_merges ORDER BY merge_request_id"));

/** Sets an automatic merge; one that is set is replaced. */
export function putAutoMerge(store: Store, { mergeRequestId, userId, sha, request }: AutoMerge): void {
  store.run(
    "INSERT OR REPLACE INTO auto_merges (merge_request_id, user_id, sha, request) VALUES (?, ?, ?, ?)",
    mergeRequestId,
    userId,
    sha,
    JSON.stringify(request),
  );
}

/** Removes the automatic merge of a merge request. */
export function deleteAutoMerge(store: Store, mergeRequestId: number): void {
  store.run("DELETE FROM auto_merges WHERE merge_request_id = ?", mergeRequestId);
}
