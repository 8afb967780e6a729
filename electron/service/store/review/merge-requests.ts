import { z } from "zod";
import type { Optional } from "../../../../shared/optional.ts";
import { timeNow } from "../../clock.ts";
import { flag, intOrNull, parseRow, parseRows, textOrNull } from "../rows.ts";
import type { Store } from "../store.ts";

const mergeRequestRow = z
  .object({
    id: z.int(),
    project_id: z.int(),
    iid: z.int(),
    source_project_id: intOrNull,
    source_branch: z.string(),
    target_branch: z.string(),
    title: z.string(),
    description: z.string(),
    state: z.enum(["opened", "closed", "locked", "merged"]),
    wip: flag,
    author_id: intOrNull,
    merged_by_id: intOrNull,
    closed_by_id: intOrNull,
    milestone_id: intOrNull,
    merge_commit_sha: textOrNull,
    remove_source_branch: flag,
    squash: flag,
    allow_collaboration: flag,
    discussion_locked: flag,
    time_estimate: z.int(),
    time_spent: z.int(),
    created_at: z.string(),
    updated_at: z.string(),
    merged_at: textOrNull,
    closed_at: textOrNull,
    merge_error: textOrNull,
  })
  .transform((row) => ({
    id: row.id,
    /** Target project. */
    projectId: row.project_id,
    iid: row.iid,
    /** Null once the fork is gone. */
    sourceProjectId: row.source_project_id,
    sourceBranch: row.source_branch,
    targetBranch: row.target_branch,
    title: row.title,
    description: row.description,
    state: row.state,
    wip: row.wip,
    authorId: row.author_id,
    mergedById: row.merged_by_id,
    closedById: row.closed_by_id,
    milestoneId: row.milestone_id,
    mergeCommitSha: row.merge_commit_sha,
    removeSourceBranch: row.remove_source_branch,
    squash: row.squash,
    allowCollaboration: row.allow_collaboration,
    discussionLocked: row.discussion_locked,
    /** Seconds. */
    timeEstimate: row.time_estimate,
    /** Seconds. */
    timeSpent: row.time_spent,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    mergedAt: row.merged_at,
    closedAt: row.closed_at,
    /** Reason why the last rebase or automatic merge failed; null where none did. */
    mergeError: row.merge_error,
  }));

/** A row of the merge requests table. */
export type MergeRequest = Readonly<z.output<typeof mergeRequestRow>>;

interface NewMergeRequest
  extends Optional<{
    description: string;
    milestoneId: number | null;
    removeSourceBranch: boolean;
    squash: boolean;
    allowCollaboration: boolean;
    createdAt: string;
  }> {
  readonly projectId: number;
  readonly sourceProjectId: number;
  readonly sourceBranch: string;
  readonly targetBranch: string;
  readonly title: string;
  readonly authorId: number;
}

const draftTitle = /^\s*(\[(wip|draft)\]|\(draft\)|(wip|draft):)/i;

/** Returns whether a title marks work in progress. */
export const isDraftTitle = (title: string): boolean => draftTitle.test(title);

/** Returns rows as merge requests. */
export const toMergeRequests = (rows: readonly unknown[]): MergeRequest[] => parseRows(mergeRequestRow, rows);

export function insertMergeRequest(store: Store, made: NewMergeRequest): MergeRequest {
  const now = made.createdAt ?? timeNow(store);
  const id = store.run(
    `INSERT INTO merge_requests (project_id, iid, source_project_id, source_branch, target_branch, title, description,
       wip, author_id, milestone_id, remove_source_branch, squash, allow_collaboration, created_at, updated_at)
     VALUES (?, (SELECT coalesce(max(iid), 0) + 1 FROM merge_requests WHERE project_id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    made.projectId,
    made.projectId,
    made.sourceProjectId,
    made.sourceBranch,
    made.targetBranch,
    made.title,
    made.description ?? "",
    isDraftTitle(made.title) ? 1 : 0,
    made.authorId,
    made.milestoneId ?? null,
    made.removeSourceBranch ? 1 : 0,
    made.squash ? 1 : 0,
    made.allowCollaboration ? 1 : 0,
    now,
    now,
  );
  const inserted = findMergeRequestById(store, id);
  if (!inserted) throw new Error("the merge request was not inserted");
  return inserted;
}

export function findMergeRequest(store: Store, projectId: number, iid: number): MergeRequest | null {
  const row = store.get("SELECT * FROM merge_requests WHERE project_id = ? AND iid = ?", projectId, iid);
  return parseRow(mergeRequestRow, row);
}

export function findMergeRequestById(store: Store, id: number): MergeRequest | null {
  const row = store.get("SELECT * FROM merge_requests WHERE id = ?", id);
  return parseRow(mergeRequestRow, row);
}

/** Returns the merge requests of a project, newest first. */
export const listMergeRequestsOf = (store: Store, projectId: number): MergeRequest[] =>
  parseRows(
    mergeRequestRow,
    store.all("SELECT * FROM merge_requests WHERE project_id = ? ORDER BY id DESC", projectId),
  );

/** Open merge requests whose source or target is in a project. */
export const openMergeRequests = (store: Store, projectId: number): MergeRequest[] =>
  parseRows(
    mergeRequestRow,
    store.all(
      "SELECT * FROM merge_requests WHERE state = 'opened' AND (source_project_id = ? OR project_id = ?) ORDER BY id",
      projectId,
      projectId,
    ),
  );

/** Returns the open merge requests of a project whose source or target is one of some branches of it. */
export const openMergeRequestsOf = (
  store: Store,
  projectId: number,
  branches: readonly string[],
): MergeRequest[] =>
  toMergeRequests(
    store.all(
      `SELECT * FROM merge_requests WHERE ${hasBranch} ORDER BY id`,
      projectId,
      JSON.stringify(branches),
    ),
  );

/** Condition of an open merge request with one of the branches ?2 (JSON) of the project ?1. */
const hasBranch = `state = 'opened' AND (
  (source_project_id = ?1 AND source_branch IN (SELECT value FROM json_each(?2)))
  OR (project_id = ?1 AND target_branch IN (SELECT value FROM json_each(?2))))`;

/** Marks the open merge requests of branches that are about to be updated; they are followed up also after a kill. */
export function markPendingFollowUps(store: Store, projectId: number, branches: readonly string[]): void {
  store.run(
    `UPDATE merge_requests SET follow_pending = 1 WHERE follow_pending = 0 AND ${hasBranch}`,
    projectId,
    JSON.stringify(branches),
  );
}

/** Removes the mark of a merge request that was followed up. */
export function clearPendingFollowUp(store: Store, id: number): void {
  store.run("UPDATE merge_requests SET follow_pending = 0 WHERE id = ? AND follow_pending = 1", id);
}

/** Returns the marked merge requests that are open: those of branches that a killed service had updated, or was about to. */
export const listPendingFollowUps = (store: Store): MergeRequest[] =>
  toMergeRequests(
    store.all("SELECT * FROM merge_requests WHERE follow_pending = 1 AND state = 'opened' ORDER BY id"),
  );

/** The open merge request of a branch pair, if there is one. */
export function findOpenDuplicate(
  store: Store,
  twin: Pick<NewMergeRequest, "projectId" | "sourceProjectId" | "sourceBranch" | "targetBranch">,
): MergeRequest | null {
  const row = store.get(
    `SELECT * FROM merge_requests WHERE state = 'opened' AND project_id = ? AND source_project_id = ?
       AND source_branch = ? AND target_branch = ?`,
    twin.projectId,
    twin.sourceProjectId,
    twin.sourceBranch,
    twin.targetBranch,
  );
  return parseRow(mergeRequestRow, row);
}

const columns = {
  title: "title",
  description: "description",
  targetBranch: "target_branch",
  state: "state",
  milestoneId: "milestone_id",
  mergedById: "merged_by_id",
  closedById: "closed_by_id",
  mergeCommitSha: "merge_commit_sha",
  mergedAt: "merged_at",
  closedAt: "closed_at",
  timeEstimate: "time_estimate",
  timeSpent: "time_spent",
  removeSourceBranch: "remove_source_branch",
  squash: "squash",
  allowCollaboration: "allow_collaboration",
  discussionLocked: "discussion_locked",
  mergeError: "merge_error",
} as const;

/** New values of some fields of a merge request; an undefined one stays. */
export type MergeRequestChange = Optional<Pick<MergeRequest, keyof typeof columns>>;

/** Changes the given fields in one statement, and the time of the last change. */
export function changeMergeRequest(
  store: Store,
  id: number,
  change: MergeRequestChange,
  at = timeNow(store),
): void {
  const set = [
    ...Object.entries(columns).flatMap(([field, column]) => {
      const value = change[field as keyof typeof columns];
      if (value === undefined) return [];
      return [{ column, value: typeof value === "boolean" ? Number(value) : value }];
    }),
    ...(change.title === undefined ? [] : [{ column: "wip", value: Number(isDraftTitle(change.title)) }]),
    { column: "updated_at", value: at },
  ];
  store.run(
    `UPDATE merge_requests SET ${set.map(({ column }) => `${column} = ?`).join(", ")} WHERE id = ?`,
    ...set.map(({ value }) => value),
    id,
  );
}

/** Records activity in a merge request. */
export function touchMergeRequest(store: Store, id: number, at = timeNow(store)): void {
  store.run("UPDATE merge_requests SET updated_at = ? WHERE id = ?", at, id);
}

/** Deletes a merge request with what belongs to it. */
export function deleteMergeRequestRow(store: Store, id: number): void {
  store.run(
    `DELETE FROM reactions WHERE parent_type = 'Note'
     AND parent_id IN (SELECT id FROM notes WHERE parent_type = 'MergeRequest' AND parent_id = ?)`,
    id,
  );
  store.run("DELETE FROM todos WHERE target_type = 'MergeRequest' AND target_id = ?", id);
  store.run("DELETE FROM notes WHERE parent_type = 'MergeRequest' AND parent_id = ?", id);
  store.run("DELETE FROM reactions WHERE parent_type = 'MergeRequest' AND parent_id = ?", id);
  store.run("DELETE FROM merge_requests WHERE id = ?", id);
}
