import { z } from "zod";
import { timeNow } from "../../clock.ts";
import { int, parseColumn, parseRows, textOrNull } from "../rows.ts";
import type { Store } from "../store.ts";

const reviewerRow = z
  .object({
    user_id: z.int(),
    state: z.enum(["unreviewed", "reviewed", "requested_changes", "approved", "unapproved"]),
    created_at: textOrNull,
  })
  .transform((row) => ({
    userId: row.user_id,
    state: row.state,
    /** Null where an earlier version of the service added them. */
    createdAt: row.created_at,
  }));

/** A reviewer of a merge request, with the state of the review. */
export type Reviewer = Readonly<z.output<typeof reviewerRow>>;

/** Returns the reviewers of a merge request, in the order in which they were added. */
export const listReviewerRows = (store: Store, id: number): Reviewer[] =>
  parseRows(
    reviewerRow,
    store.all("SELECT * FROM merge_request_reviewers WHERE merge_request_id = ? ORDER BY rowid", id),
  );

/** Returns the ids of the reviewers, in the order in which they were added. */
export const reviewersOf = (store: Store, id: number): number[] =>
  listReviewerRows(store, id).map(({ userId }) => userId);

/** Replaces the reviewers by the users with these ids; who stays keeps the state of the review. */
export function setReviewers(store: Store, id: number, users: readonly number[]): void {
  store.run(
    `DELETE FROM merge_request_reviewers WHERE merge_request_id = ? AND user_id NOT IN
       (SELECT value FROM json_each(?))`,
    id,
    JSON.stringify(users),
  );
  for (const user of new Set(users)) addReviewer(store, id, user);
}

/** Adds a reviewer; one who is there stays as they are. */
export function addReviewer(store: Store, id: number, userId: number): void {
  store.run(
    "INSERT OR IGNORE INTO merge_request_reviewers (merge_request_id, user_id, created_at) VALUES (?, ?, ?)",
    id,
    userId,
    timeNow(store),
  );
}

/** Sets the state of a review, where the user is a reviewer. */
export function setReviewState(store: Store, id: number, userId: number, state: Reviewer["state"]): void {
  store.run(
    "UPDATE merge_request_reviewers SET state = ? WHERE merge_request_id = ? AND user_id = ?",
    state,
    id,
    userId,
  );
}

/** Records that a reviewer has commented, where there was no review before. */
export function markReviewed(store: Store, id: number, userId: number): void {
  store.run(
    `UPDATE merge_request_reviewers SET state = 'reviewed'
     WHERE merge_request_id = ? AND user_id = ? AND state = 'unreviewed'`,
    id,
    userId,
  );
}

/** Returns whether a reviewer asks for changes. */
export const hasRequestedChanges = (store: Store, id: number): boolean =>
  store.get(
    "SELECT 1 FROM merge_request_reviewers WHERE merge_request_id = ? AND state = 'requested_changes'",
    id,
  ) !== undefined;

/** Returns the ids of who approved, the first one first. */
export const approversOf = (store: Store, id: number): number[] =>
  parseColumn(
    "user_id",
    int,
    store.all("SELECT user_id FROM approvals WHERE merge_request_id = ? ORDER BY created_at", id),
  );

/** Records a user's approval of a merge request; one that is there stays. */
export const approve = (store: Store, id: number, userId: number, at = timeNow(store)): void => {
  store.run(
    "INSERT OR IGNORE INTO approvals (merge_request_id, user_id, created_at) VALUES (?, ?, ?)",
    id,
    userId,
    at,
  );
};

/** Deletes a user's approval of a merge request. */
export const unapprove = (store: Store, id: number, userId: number): void => {
  store.run("DELETE FROM approvals WHERE merge_request_id = ? AND user_id = ?", id, userId);
};
