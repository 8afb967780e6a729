import type { SQLInputValue } from "node:sqlite";
import { parseCount } from "../rows.ts";
import type { Store } from "../store.ts";
import { type Issue, toIssues } from "./issues.ts";

/** One condition and its values. */
type Condition = readonly [sql: string, ...values: SQLInputValue[]];

/** Filters that can be negated; each is a condition of its own. */
interface NegatableFilters {
  /** Names; all of them, or none of them where negated. */
  readonly labels: readonly string[] | "None" | "Any" | undefined;
  readonly milestone: string | undefined;
  readonly authorId: number | undefined;
  readonly authorName: string | undefined;
  readonly assigneeId: number | "None" | "Any" | undefined;
  readonly assigneeNames: readonly string[] | undefined;
  readonly reaction: string | undefined;
  readonly iids: readonly number[] | undefined;
}

/** Filters of a list of issues (Issues › List). */
export interface IssueFilters extends NegatableFilters {
  readonly not: NegatableFilters | undefined;
  readonly projectId: number | undefined;
  readonly milestoneId: number | undefined;
  readonly isArchivedLeftOut: boolean;
  readonly state: "opened" | "closed" | undefined;
  readonly orderBy: keyof typeof orders;
  readonly sort: "asc" | "desc";
  readonly createdAfter: string | undefined;
  readonly createdBefore: string | undefined;
  readonly updatedAfter: string | undefined;
  readonly updatedBefore: string | undefined;
  readonly confidential: boolean | undefined;
  /** Days between which it is due, whether it is due at all, or that it is not. */
  readonly due: { readonly from: string; readonly to: string } | "None" | "Any" | undefined;
  readonly type: string | undefined;
  readonly weight: number | "None" | "Any" | undefined;
  /** The caller, whose reactions are meant. */
  readonly userId: number;
  /** ISO day. */
  readonly today: string;
  readonly search: string | undefined;
  readonly searchIn: readonly ("title" | "description")[];
  readonly limit: number;
  readonly offset: number;
}

/** Expressions of each order; what has no value is last in both directions. */
const orders = {
  created_at: "created_at",
  updated_at: "updated_at",
  due_date: "due_date",
  milestone_due: "(SELECT due_date FROM milestones WHERE milestones.id = milestone_id)",
  relative_position: "relative_position",
  label_priority: `(SELECT min(priority) FROM issue_labels JOIN label_priorities USING (label_id)
    WHERE issue_id = issues.id AND label_priorities.project_id = issues.project_id)`,
  priority: "(SELECT due_date FROM milestones WHERE milestones.id = milestone_id)",
  popularity: `(SELECT count(*) FROM reactions WHERE parent_type = 'Issue' AND parent_id = issues.id AND name = 'thumbsup')`,
  title: "lower(title)",
  weight: "weight",
} as const;

/** A query of the ids of projects with its values. */
interface Projects {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/**
 * Returns the condition that a user may read an issue: it is in one of the `visible` projects, and where it is confidential
 * the user wrote it, is assigned to it, or is a reporter of its project.
 */
export const readableIssues = (userId: number, visible: Projects, ofReporter: Projects): Condition => [
  `issues.project_id IN (${visible.sql})
   AND issues.project_id IN (SELECT id FROM projects WHERE issues_enabled = 1)
   AND (confidential = 0 OR author_id = ?
     OR EXISTS (SELECT 1 FROM issue_assignees WHERE issue_id = issues.id AND user_id = ?)
     OR issues.project_id IN (${ofReporter.sql}))`,
  ...visible.values,
  userId,
  userId,
  ...ofReporter.values,
];

/** Returns a page of the issues of a condition, and how many there are. */
export function listIssueRows(
  store: Store,
  readable: Condition,
  filters: IssueFilters,
): { readonly rows: Issue[]; readonly total: number } {
  const conditions = [readable, ...conditionsOf(filters)];
  const where = conditions.map(([sql]) => `(${sql})`).join(" AND ");
  const values = conditions.flatMap(([, ...rest]) => rest);
  const by = orders[filters.orderBy];
  // Those that nobody has placed are newest first.
  const tie = filters.orderBy === "relative_position" ? "DESC" : filters.sort;
  const rows = store.all(
    `SELECT * FROM issues WHERE ${where} ORDER BY ${by} IS NULL, ${by} ${filters.sort}, id ${tie}
     LIMIT ? OFFSET ?`,
    ...values,
    filters.limit,
    filters.offset,
  );
  const count = store.get(`SELECT count(*) AS total FROM issues WHERE ${where}`, ...values);
  return { rows: toIssues(rows), total: parseCount("total", count) };
}

function conditionsOf(filters: IssueFilters): Condition[] {
  const conditions: Condition[] = [];
  const add = (...condition: Condition) => conditions.push(condition);
  const { due, not } = filters;
  if (filters.projectId !== undefined) add("project_id = ?", filters.projectId);
  if (filters.milestoneId !== undefined) add("milestone_id = ?", filters.milestoneId);
  if (filters.isArchivedLeftOut) add("project_id NOT IN (SELECT id FROM projects WHERE archived = 1)");
  if (filters.state) add("state = ?", filters.state);
  if (filters.createdAfter) add("created_at >= ?", filters.createdAfter);
  if (filters.createdBefore) add("created_at <= ?", filters.createdBefore);
  if (filters.updatedAfter) add("updated_at >= ?", filters.updatedAfter);
  if (filters.updatedBefore) add("updated_at <= ?", filters.updatedBefore);
  if (filters.confidential !== undefined) add("confidential = ?", Number(filters.confidential));
  if (filters.type) add("type = ?", filters.type);
  if (typeof due === "object") add("due_date BETWEEN ? AND ?", due.from, due.to);
  else if (due) add(`due_date IS ${due === "Any" ? "NOT " : ""}NULL`);
  if (typeof filters.weight === "number") add("weight = ?", filters.weight);
  else if (filters.weight) add(`weight IS ${filters.weight === "Any" ? "NOT " : ""}NULL`);
  if (filters.search)
    add(`matches_words(?${filters.searchIn.map((column) => `, ${column}`).join("")})`, filters.search);
  conditions.push(...negatable(filters, filters));
  // A condition about a missing value is unknown, and so is its opposite.
  for (const [sql, ...values] of not ? negatable(not, filters) : [])
    add(`NOT coalesce((${sql}), 0)`, ...values);
  return conditions;
}

const labelRows = "FROM issue_labels JOIN labels ON labels.id = label_id WHERE issue_id = issues.id";
const assigneeRows = "FROM issue_assignees JOIN users ON users.id = user_id WHERE issue_id = issues.id";

/** Returns the condition that rows have all names, or any of them where that is to be negated. One for all: SQLite refuses an expression of a thousand. */
function namesCondition(
  rows: string,
  column: string,
  names: readonly string[],
  isNegated: boolean,
): Condition {
  const some = `${rows} AND ${column} COLLATE NOCASE IN (SELECT value FROM json_each(?))`;
  const list = JSON.stringify(names);
  if (isNegated) return [`EXISTS (SELECT 1 ${some})`, list];
  return [`(SELECT count(DISTINCT ${column}) ${some}) = ?`, list, names.length];
}

/** Returns the conditions of filters; of negated ones those that must not be met. */
function negatable(filters: NegatableFilters, { userId, today, not }: IssueFilters): Condition[] {
  const conditions: Condition[] = [];
  const add = (...condition: Condition) => conditions.push(condition);
  const { labels, milestone, assigneeId, assigneeNames, reaction, iids } = filters;
  const isNegated = filters === not;
  if (labels === "None") add(`NOT EXISTS (SELECT 1 ${labelRows})`);
  else if (labels === "Any") add(`EXISTS (SELECT 1 ${labelRows})`);
  else if (labels) conditions.push(namesCondition(labelRows, "labels.name", labels, isNegated));
  if (milestone !== undefined) conditions.push(milestoneCondition(milestone, today));
  if (filters.authorId !== undefined) add("author_id = ?", filters.authorId);
  if (filters.authorName !== undefined)
    add("author_id = (SELECT id FROM users WHERE username = ? COLLATE NOCASE)", filters.authorName);
  if (assigneeId === "None") add(`NOT EXISTS (SELECT 1 ${assigneeRows})`);
  else if (assigneeId === "Any") add(`EXISTS (SELECT 1 ${assigneeRows})`);
  else if (assigneeId !== undefined) add(`EXISTS (SELECT 1 ${assigneeRows} AND user_id = ?)`, assigneeId);
  if (assigneeNames)
    conditions.push(namesCondition(assigneeRows, "users.username", assigneeNames, isNegated));
  if (reaction !== undefined) conditions.push(reactionCondition(reaction, userId));
  if (iids) add("iid IN (SELECT value FROM json_each(?))", JSON.stringify(iids));
  return conditions;
}

function milestoneCondition(title: string, today: string): Condition {
  const which = (condition: string) => `milestone_id IN (SELECT id FROM milestones WHERE ${condition})`;
  switch (title.toLowerCase().replace(/^#/, "")) {
    case "none":
      return ["milestone_id IS NULL"];
    case "any":
      return ["milestone_id IS NOT NULL"];
    case "started":
      return [
        which("state = 'active' AND start_date <= ? AND coalesce(due_date, ?) >= ?"),
        today,
        today,
        today,
      ];
    case "upcoming":
      return [
        `milestone_id = (SELECT id FROM milestones WHERE milestones.project_id = issues.project_id
           AND state = 'active' AND due_date > ? ORDER BY due_date, id LIMIT 1)`,
        today,
      ];
    default:
      return [which("title = ?"), title];
  }
}

function reactionCondition(name: string, userId: number): Condition {
  const reacted = `EXISTS (SELECT 1 FROM reactions WHERE parent_type = 'Issue' AND parent_id = issues.id AND user_id = ?`;
  if (/^any$/i.test(name)) return [`${reacted})`, userId];
  if (/^none$/i.test(name)) return [`NOT ${reacted})`, userId];
  return [`${reacted} AND name = ?)`, userId, name];
}
