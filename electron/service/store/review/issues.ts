import { z } from "zod";
import type { Optional } from "../../../../shared/optional.ts";
import { timeNow } from "../../clock.ts";
import { flag, int, intOrNull, parseCell, parseColumn, parseRow, parseRows, textOrNull } from "../rows.ts";
import type { Store } from "../store.ts";
import { deleteNotesOf } from "./notes.ts";

const issueType = z.enum(["issue", "incident", "test_case", "task"]);

const issueRow = z
  .object({
    id: z.int(),
    project_id: z.int(),
    iid: z.int(),
    title: z.string(),
    description: z.string(),
    state: z.enum(["opened", "closed"]),
    author_id: intOrNull,
    created_at: z.string(),
    updated_at: z.string(),
    closed_at: textOrNull,
    closed_by_id: intOrNull,
    milestone_id: intOrNull,
    type: issueType,
    confidential: flag,
    discussion_locked: flag,
    due_date: textOrNull,
    weight: intOrNull,
    time_estimate: z.int(),
    time_spent: z.int(),
    relative_position: z.number().nullable(),
    moved_to_id: intOrNull,
  })
  .transform((row) => ({
    id: row.id,
    projectId: row.project_id,
    iid: row.iid,
    title: row.title,
    description: row.description,
    state: row.state,
    authorId: row.author_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    closedAt: row.closed_at,
    closedById: row.closed_by_id,
    milestoneId: row.milestone_id,
    type: row.type,
    confidential: row.confidential,
    discussionLocked: row.discussion_locked,
    /** ISO day. */
    dueDate: row.due_date,
    weight: row.weight,
    /** Seconds. */
    timeEstimate: row.time_estimate,
    /** Seconds. */
    timeSpent: row.time_spent,
    /** Place in the order that people give to issues; null for those that nobody has placed. */
    position: row.relative_position,
    /** The issue of another project that continues it. */
    movedToId: row.moved_to_id,
  }));

/** A row of the issues table. */
export type Issue = Readonly<z.output<typeof issueRow>>;
/** Kind of an issue. */
export type IssueType = z.output<typeof issueType>;

interface NewIssue
  extends Optional<{
    /** Number; the project's next one where left out. */
    iid: number;
    description: string;
    type: IssueType;
    milestoneId: number | null;
    confidential: boolean;
    discussionLocked: boolean;
    dueDate: string | null;
    weight: number | null;
    timeEstimate: number;
    timeSpent: number;
    createdAt: string;
  }> {
  readonly projectId: number;
  readonly title: string;
  readonly authorId: number | null;
}

/** Returns rows as issues. */
export const toIssues = (rows: readonly unknown[]): Issue[] => parseRows(issueRow, rows);

/** Adds an issue. Throws a conflict where the project has one of the number. */
export function insertIssue(store: Store, made: NewIssue): Issue {
  const now = made.createdAt ?? timeNow(store);
  const id = store.run(
    `INSERT INTO issues (project_id, iid, title, description, type, author_id, milestone_id, confidential,
       discussion_locked, due_date, weight, time_estimate, time_spent, created_at, updated_at)
     SELECT ?1, coalesce(?2, max(iid) + 1, 1), ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?14
     FROM issues WHERE project_id = ?1`,
    made.projectId,
    made.iid ?? null,
    made.title,
    made.description ?? "",
    made.type ?? "issue",
    made.authorId,
    made.milestoneId ?? null,
    Number(made.confidential ?? false),
    Number(made.discussionLocked ?? false),
    made.dueDate ?? null,
    made.weight ?? null,
    made.timeEstimate ?? 0,
    made.timeSpent ?? 0,
    now,
  );
  const inserted = findIssueById(store, id);
  if (!inserted) throw new Error("the issue was not inserted");
  return inserted;
}

/** Returns the issue with a number in a project, null where there is none. */
export const findIssue = (store: Store, projectId: number, iid: number): Issue | null =>
  parseRow(issueRow, store.get("SELECT * FROM issues WHERE project_id = ? AND iid = ?", projectId, iid));

/** Returns the issue of an id, null where there is none. */
export const findIssueById = (store: Store, id: number): Issue | null =>
  parseRow(issueRow, store.get("SELECT * FROM issues WHERE id = ?", id));

const columns = {
  title: "title",
  description: "description",
  state: "state",
  type: "type",
  closedAt: "closed_at",
  closedById: "closed_by_id",
  milestoneId: "milestone_id",
  confidential: "confidential",
  discussionLocked: "discussion_locked",
  dueDate: "due_date",
  weight: "weight",
  timeEstimate: "time_estimate",
  timeSpent: "time_spent",
  movedToId: "moved_to_id",
} as const;

/** New values of some fields of an issue; an undefined one stays. */
export type IssueChange = Optional<Pick<Issue, keyof typeof columns>>;

/** Changes the given fields in one statement, and the time of the last change. */
export function changeIssue(store: Store, id: number, change: IssueChange, at = timeNow(store)): void {
  const set = Object.entries(columns).flatMap(([field, column]) => {
    const value = change[field as keyof typeof columns];
    if (value === undefined) return [];
    return [{ column, value: typeof value === "boolean" ? Number(value) : value }];
  });
  store.run(
    `UPDATE issues SET ${[...set.map(({ column }) => `${column} = ?`), "updated_at = ?"].join(", ")} WHERE id = ?`,
    ...set.map(({ value }) => value),
    at,
    id,
  );
}

/** Deletes an issue with what belongs to it. */
export function deleteIssueRow(store: Store, id: number): void {
  store.run("DELETE FROM todos WHERE target_type = 'Issue' AND target_id = ?", id);
  deleteNotesOf(store, "Issue", id);
  store.run("DELETE FROM issues WHERE id = ?", id);
}

/** Returns the ids of a project's issues in the order that people gave them; those that nobody placed are last. */
export const listPlacedIds = (store: Store, projectId: number): number[] =>
  parseColumn(
    "id",
    int,
    store.all(
      "SELECT id FROM issues WHERE project_id = ? ORDER BY relative_position IS NULL, relative_position, id DESC",
      projectId,
    ),
  );

/** Sets the place of an issue in the order of its project; it is no activity. */
export function placeIssue(store: Store, id: number, position: number): void {
  store.run("UPDATE issues SET relative_position = ? WHERE id = ?", position, id);
}

/** Returns whether a user chose to be notified of an issue's news, null where no choice was made. */
export const findSubscription = (store: Store, id: number, userId: number): boolean | null =>
  parseCell(
    "subscribed",
    flag,
    store.get("SELECT subscribed FROM issue_subscriptions WHERE issue_id = ? AND user_id = ?", id, userId),
  );

/** Sets whether a user is notified of an issue's news. */
export function setSubscription(store: Store, id: number, userId: number, isSubscribed: boolean): void {
  store.run(
    "INSERT OR REPLACE INTO issue_subscriptions (issue_id, user_id, subscribed) VALUES (?, ?, ?)",
    id,
    userId,
    Number(isSubscribed),
  );
}
