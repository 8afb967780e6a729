import type { SQLInputValue } from "node:sqlite";
import { parseCount } from "../rows.ts";
import type { Store } from "../store.ts";
import { type MergeRequest, toMergeRequests } from "./merge-requests.ts";

/** Filters of a list of merge requests (Merge requests › List). */
interface MergeRequestFilters {
  /** The project that they go into, or a query of the ids of several. */
  readonly projects: number | { readonly sql: string; readonly values: readonly SQLInputValue[] };
  readonly iids: readonly number[] | undefined;
  readonly state: string | undefined;
  readonly orderBy: "created_at" | "updated_at";
  readonly sort: "asc" | "desc";
  /** Title. */
  readonly milestone: string | undefined;
  readonly milestoneId: number | undefined;
  readonly labels: string | undefined;
  readonly createdAfter: string | undefined;
  readonly createdBefore: string | undefined;
  readonly updatedAfter: string | undefined;
  readonly updatedBefore: string | undefined;
  readonly authorId: number | undefined;
  readonly assigneeId: number | "None" | "Any" | undefined;
  readonly reviewerId: number | "None" | "Any" | undefined;
  /** The caller, whose reactions are meant. */
  readonly userId: number;
  readonly reaction: string | undefined;
  readonly sourceBranch: string | undefined;
  readonly targetBranch: string | undefined;
  readonly search: string | undefined;
  readonly searchIn: readonly ("title" | "description")[];
  readonly wip: "yes" | "no" | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** One condition and its values. */
type Condition = readonly [sql: string, ...values: SQLInputValue[]];

/** A page of merge requests and how many there are. */
export function listMergeRequestRows(
  store: Store,
  filters: MergeRequestFilters,
): { readonly rows: MergeRequest[]; readonly total: number } {
  const conditions = conditionsOf(filters);
  const where = conditions.length > 0 ? `WHERE ${conditions.map(([sql]) => sql).join(" AND ")}` : "";
  const values = conditions.flatMap(([, ...rest]) => rest);
  const order = `ORDER BY ${filters.orderBy} ${filters.sort}, id ${filters.sort}`;
  const rows = store.all(
    `SELECT * FROM merge_requests ${where} ${order} LIMIT ? OFFSET ?`,
    ...values,
    filters.limit,
    filters.offset,
  );
  const count = store.get(`SELECT count(*) AS total FROM merge_requests ${where}`, ...values);
  return { rows: toMergeRequests(rows), total: parseCount("total", count) };
}

function conditionsOf(filters: MergeRequestFilters): Condition[] {
  const conditions: Condition[] = [];
  const add = (...condition: Condition) => conditions.push(condition);
  const isIn = (column: string, values: readonly number[]) =>
    add(`${column} IN (${values.map(() => "?").join(",") || "NULL"})`, ...values);
  const { projects } = filters;
  if (typeof projects === "number") add("project_id = ?", projects);
  else add(`project_id IN (${projects.sql})`, ...projects.values);
  if (filters.iids) isIn("iid", filters.iids);
  if (filters.state && filters.state !== "all") add("state = ?", filters.state);
  if (filters.createdAfter) add("created_at >= ?", filters.createdAfter);
  if (filters.createdBefore) add("created_at <= ?", filters.createdBefore);
  if (filters.updatedAfter) add("updated_at >= ?", filters.updatedAfter);
  if (filters.updatedBefore) add("updated_at <= ?", filters.updatedBefore);
  if (filters.authorId !== undefined) add("author_id = ?", filters.authorId);
  if (filters.sourceBranch) add("source_branch = ?", filters.sourceBranch);
  if (filters.targetBranch) add("target_branch = ?", filters.targetBranch);
  if (filters.wip) add("wip = ?", filters.wip === "yes" ? 1 : 0);
  for (const condition of personConditions("merge_request_assignees", filters.assigneeId)) add(...condition);
  for (const condition of personConditions("merge_request_reviewers", filters.reviewerId)) add(...condition);
  if (filters.milestone && /^(none|any)$/i.test(filters.milestone)) {
    add(`milestone_id IS ${/^any$/i.test(filters.milestone) ? "NOT " : ""}NULL`);
  } else if (filters.milestone) {
    add("milestone_id IN (SELECT id FROM milestones WHERE title = ?)", filters.milestone);
  }
  if (filters.milestoneId !== undefined) add("milestone_id = ?", filters.milestoneId);
  for (const condition of labelConditions(filters.labels)) add(...condition);
  const reacted = `EXISTS (SELECT 1 FROM reactions WHERE parent_type = 'MergeRequest'
    AND parent_id = merge_requests.id AND user_id = ?`;
  if (filters.reaction && /^any$/i.test(filters.reaction)) add(`${reacted})`, filters.userId);
  else if (filters.reaction && /^none$/i.test(filters.reaction)) add(`NOT ${reacted})`, filters.userId);
  else if (filters.reaction) add(`${reacted} AND name = ?)`, filters.userId, filters.reaction);
  if (filters.search) {
    add(`matches_words(?${filters.searchIn.map((column) => `, ${column}`).join("")})`, filters.search);
  }
  return conditions;
}

/** Returns the condition that a table of people has a user, anybody or nobody for a merge request. */
function personConditions(table: string, user: number | "None" | "Any" | undefined): Condition[] {
  const named = `EXISTS (SELECT 1 FROM ${table} WHERE merge_request_id = merge_requests.id`;
  if (user === undefined) return [];
  if (user === "Any") return [[`${named})`]];
  return user === "None" ? [[`NOT ${named})`]] : [[`${named} AND user_id = ?)`, user]];
}

function labelConditions(labels: string | undefined): Condition[] {
  if (!labels) return [];
  const rows =
    "FROM merge_request_labels JOIN labels ON labels.id = label_id WHERE merge_request_id = merge_requests.id";
  const labelled = `EXISTS (SELECT 1 ${rows}`;
  // Older clients send `No+Label` for none, in which the plus may have become a blank.
  if (/^(none|no[+ ]label)$/i.test(labels)) return [[`NOT ${labelled})`]];
  if (/^any$/i.test(labels)) return [[`${labelled})`]];
  // One condition for all: SQLite refuses an expression of a thousand.
  const names = new Set(labels.split(",").map((name) => name.trim()));
  names.delete("");
  if (names.size === 0) return [];
  const named = "AND labels.name IN (SELECT value FROM json_each(?))";
  return [
    [`(SELECT count(DISTINCT labels.name) ${rows} ${named}) = ?`, JSON.stringify([...names]), names.size],
  ];
}
