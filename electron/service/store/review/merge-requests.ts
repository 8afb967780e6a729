import type { Row, Store } from "../store.ts";

export type MergeRequestState = "opened" | "closed" | "locked" | "merged";

/** A row of the merge requests table. */
export interface MergeRequest {
  readonly id: number;
  /** Project that it goes into. */
  readonly projectId: number;
  readonly iid: number;
  /** Null once the fork is gone. */
  readonly sourceProjectId: number | null;
  readonly sourceBranch: string;
  readonly targetBranch: string;
  readonly title: string;
  readonly description: string;
  readonly state: MergeRequestState;
  readonly wip: boolean;
  readonly authorId: number | null;
  readonly mergedById: number | null;
  readonly closedById: number | null;
  readonly milestoneId: number | null;
  readonly mergeCommitSha: string | null;
  readonly removeSourceBranch: boolean;
  readonly squash: boolean;
  readonly allowCollaboration: boolean;
  readonly discussionLocked: boolean;
  /** Seconds. */
  readonly timeEstimate: number;
  /** Seconds. */
  readonly timeSpent: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly mergedAt: string | null;
  readonly closedAt: string | null;
}

export interface NewMergeRequest {
  readonly projectId: number;
  readonly sourceProjectId: number;
  readonly sourceBranch: string;
  readonly targetBranch: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly authorId: number;
  readonly removeSourceBranch?: boolean | undefined;
  readonly squash?: boolean | undefined;
  readonly allowCollaboration?: boolean | undefined;
  readonly createdAt?: string | undefined;
}

const draftTitle = /^\s*(\[(wip|draft)\]|\(draft\)|(wip|draft):)/i;

/** Whether a title marks work in progress. */
export const isDraftTitle = (title: string): boolean => draftTitle.test(title);

const text = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);
const number = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value);

export const toMergeRequestRow = (row: Row): MergeRequest => ({
  id: Number(row.id),
  projectId: Number(row.project_id),
  iid: Number(row.iid),
  sourceProjectId: number(row.source_project_id),
  sourceBranch: String(row.source_branch),
  targetBranch: String(row.target_branch),
  title: String(row.title),
  description: String(row.description),
  state: String(row.state) as MergeRequestState,
  wip: row.wip === 1,
  authorId: number(row.author_id),
  mergedById: number(row.merged_by_id),
  closedById: number(row.closed_by_id),
  milestoneId: number(row.milestone_id),
  mergeCommitSha: text(row.merge_commit_sha),
  removeSourceBranch: row.remove_source_branch === 1,
  squash: row.squash === 1,
  allowCollaboration: row.allow_collaboration === 1,
  discussionLocked: row.discussion_locked === 1,
  timeEstimate: Number(row.time_estimate),
  timeSpent: Number(row.time_spent),
  createdAt: String(row.created_at),
  updatedAt: String(row.updated_at),
  mergedAt: text(row.merged_at),
  closedAt: text(row.closed_at),
});

export function insertMergeRequest(store: Store, made: NewMergeRequest): MergeRequest {
  const now = made.createdAt ?? new Date().toISOString();
  const id = store.run(
    `INSERT INTO merge_requests (project_id, iid, source_project_id, source_branch, target_branch, title, description,
       wip, author_id, remove_source_branch, squash, allow_collaboration, created_at, updated_at)
     VALUES (?, (SELECT coalesce(max(iid), 0) + 1 FROM merge_requests WHERE project_id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    made.projectId,
    made.projectId,
    made.sourceProjectId,
    made.sourceBranch,
    made.targetBranch,
    made.title,
    made.description ?? "",
    isDraftTitle(made.title) ? 1 : 0,
    made.authorId,
    made.removeSourceBranch ? 1 : 0,
    made.squash ? 1 : 0,
    made.allowCollaboration ? 1 : 0,
    now,
    now,
  );
  const row = store.get("SELECT * FROM merge_requests WHERE id = ?", id);
  if (!row) throw new Error("the merge request was not kept");
  return toMergeRequestRow(row);
}

export function findMergeRequest(store: Store, projectId: number, iid: number): MergeRequest | null {
  const row = store.get("SELECT * FROM merge_requests WHERE project_id = ? AND iid = ?", projectId, iid);
  return row ? toMergeRequestRow(row) : null;
}

export function findMergeRequestById(store: Store, id: number): MergeRequest | null {
  const row = store.get("SELECT * FROM merge_requests WHERE id = ?", id);
  return row ? toMergeRequestRow(row) : null;
}

/** Open merge requests whose source or target is in a project. */
export const openMergeRequests = (store: Store, projectId: number): MergeRequest[] =>
  store
    .all(
      "SELECT * FROM merge_requests WHERE state = 'opened' AND (source_project_id = ? OR project_id = ?) ORDER BY id",
      projectId,
      projectId,
    )
    .map(toMergeRequestRow);

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
  return row ? toMergeRequestRow(row) : null;
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
} as const;

export type MergeRequestChange = { readonly [K in keyof typeof columns]?: MergeRequest[K] | undefined };

/** Changes what is given and notes when. */
export function changeMergeRequest(
  store: Store,
  id: number,
  change: MergeRequestChange,
  at = new Date().toISOString(),
): void {
  for (const [name, column] of Object.entries(columns)) {
    const value = change[name as keyof typeof columns];
    if (value === undefined) continue;
    store.run(
      `UPDATE merge_requests SET ${column} = ? WHERE id = ?`,
      typeof value === "boolean" ? Number(value) : value,
      id,
    );
  }
  if (change.title !== undefined)
    store.run("UPDATE merge_requests SET wip = ? WHERE id = ?", isDraftTitle(change.title) ? 1 : 0, id);
  store.run("UPDATE merge_requests SET updated_at = ? WHERE id = ?", at, id);
}

/** Records that something was said or done in a merge request. */
export function touchMergeRequest(store: Store, id: number, at = new Date().toISOString()): void {
  store.run("UPDATE merge_requests SET updated_at = ? WHERE id = ?", at, id);
}

/** Deletes a merge request with what belongs to it. */
export function deleteMergeRequestRow(store: Store, id: number): void {
  store.run(
    `DELETE FROM reactions WHERE parent_type = 'Note'
     AND parent_id IN (SELECT id FROM notes WHERE parent_type = 'MergeRequest' AND parent_id = ?)`,
    id,
  );
  store.run("DELETE FROM notes WHERE parent_type = 'MergeRequest' AND parent_id = ?", id);
  store.run("DELETE FROM reactions WHERE parent_type = 'MergeRequest' AND parent_id = ?", id);
  store.run("DELETE FROM merge_requests WHERE id = ?", id);
}

export const assigneesOf = (store: Store, id: number): number[] =>
  store
    .all("SELECT user_id FROM merge_request_assignees WHERE merge_request_id = ? ORDER BY rowid", id)
    .map((row) => Number(row.user_id));

export function setAssignees(store: Store, id: number, users: readonly number[]): void {
  store.run("DELETE FROM merge_request_assignees WHERE merge_request_id = ?", id);
  for (const user of new Set(users))
    store.run("INSERT INTO merge_request_assignees (merge_request_id, user_id) VALUES (?, ?)", id, user);
}

export const labelsOf = (store: Store, id: number): string[] =>
  store
    .all(
      `SELECT labels.name FROM merge_request_labels JOIN labels ON labels.id = label_id
       WHERE merge_request_id = ? ORDER BY labels.name`,
      id,
    )
    .map((row) => String(row.name));

export const approversOf = (store: Store, id: number): number[] =>
  store
    .all("SELECT user_id FROM approvals WHERE merge_request_id = ? ORDER BY created_at", id)
    .map((row) => Number(row.user_id));

export const approve = (store: Store, id: number, userId: number, at = new Date().toISOString()): void => {
  store.run(
    "INSERT OR IGNORE INTO approvals (merge_request_id, user_id, created_at) VALUES (?, ?, ?)",
    id,
    userId,
    at,
  );
};

export const unapprove = (store: Store, id: number, userId: number): void => {
  store.run("DELETE FROM approvals WHERE merge_request_id = ? AND user_id = ?", id, userId);
};
