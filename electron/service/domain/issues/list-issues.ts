import type { DecodedInput } from "../../../../shared/api/contract/operation.ts";
import type { listIssues } from "../../../../shared/api/resources/issues.ts";
import { timeNow } from "../../clock.ts";
import type { Group } from "../../store/groups/groups.ts";
import type { Project } from "../../store/projects/projects.ts";
import { type IssueFilters, listIssueRows } from "../../store/review/issue-list.ts";
import type { Issue } from "../../store/review/issues.ts";
import type { Caller } from "../access/access-level.ts";
import { issuesReadableBy } from "../access/issue-access.ts";
import { requireCaller } from "../access/require-access.ts";
import type { PageRequest } from "../paged.ts";
import { splitNames } from "../planning/set-fields.ts";

type Query = DecodedInput<typeof listIssues>;
type Scope = "created_by_me" | "assigned_to_me" | "all";

/** A caller without a token, who sees what is public. */
const nobody = { id: 0, isAdmin: false, external: true };

/**
 * Returns the requested page of the issues of a project or of the visible projects of a group, and their number; without
 * either, of all visible projects, those that the caller created unless the query says otherwise. Throws `unauthorized`
 * where the query is about a caller who has no token.
 */
export function findIssues(
  caller: Caller,
  query: Query,
  { number, perPage }: PageRequest,
  within: { readonly project?: Project; readonly group?: Group; readonly milestoneId?: number } = {},
): { readonly issues: Issue[]; readonly total: number } {
  const { store } = caller;
  const { project, group } = within;
  const scope = (query.scope?.replaceAll("-", "_") ?? (project || group ? "all" : "created_by_me")) as Scope;
  const isPersonal = scope !== "all" || query.my_reaction_emoji !== undefined;
  const reader = isPersonal ? requireCaller(caller) : (caller.user ?? nobody);
  const today = timeNow(store).slice(0, 10);
  const filters: IssueFilters = {
    ...negatable(query),
    ...(scope === "created_by_me" ? { authorId: reader.id } : {}),
    ...(scope === "assigned_to_me" ? { assigneeId: reader.id } : {}),
    not: query.not && negatable(query.not),
    projectId: project?.id,
    milestoneId: within.milestoneId,
    isArchivedLeftOut: project === undefined && (query.non_archived ?? true),
    state: query.state === "all" ? undefined : query.state,
    orderBy: query.order_by ?? "created_at",
    sort: query.sort ?? "desc",
    createdAfter: instant(query.created_after),
    createdBefore: instant(query.created_before),
    updatedAfter: instant(query.updated_after),
    updatedBefore: instant(query.updated_before),
    confidential: query.confidential,
    due: dueFilter(query.due_date, today),
    type: query.issue_type,
    weight: query.weight,
    userId: reader.id,
    today,
    search: query.search,
    searchIn: (["title", "description"] as const).filter((column) =>
      (query.in ?? "title,description").split(",").includes(column),
    ),
    limit: perPage,
    offset: (number - 1) * perPage,
  };
  const { rows, total } = listIssueRows(store, issuesReadableBy(store, reader, group), filters);
  return { issues: rows, total };
}

type Negatable = Pick<Query, keyof NonNullable<Query["not"]>>;

/** Returns the filters that can be negated, as the store takes them. */
function negatable(query: Negatable) {
  return {
    labels: labelFilter(query.labels),
    milestone: query.milestone || undefined,
    authorId: query.author_id,
    authorName: query.author_username,
    assigneeId: query.assignee_id,
    assigneeNames: names(query.assignee_username),
    reaction: query.my_reaction_emoji || undefined,
    iids: query.iids,
  };
}

/** Returns the names of a list once each; undefined where there are none. */
function names(list: string | undefined): string[] | undefined {
  const each = new Map((splitNames(list) ?? []).map((name) => [name.toLowerCase(), name]));
  return each.size > 0 ? [...each.values()] : undefined;
}

function labelFilter(labels: string | undefined): IssueFilters["labels"] {
  // Older clients send `No+Label` for none, in which the plus may have become a blank.
  if (labels && /^(none|no[+ ]label)$/i.test(labels)) return "None";
  return labels && /^any$/i.test(labels) ? "Any" : names(labels);
}

const dayMs = 24 * 3_600_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns the days that a filter by the due date stands for; weeks begin on Monday. */
function dueFilter(due: Query["due_date"], today: string): IssueFilters["due"] {
  const now = Date.parse(today);
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const between = (from: number, to: number) => ({ from: dayOf(from), to: dayOf(to) });
  switch (due) {
    case undefined:
      return undefined;
    case "0":
      return "None";
    case "any":
      return "Any";
    case "overdue":
      return { from: "0000-01-01", to: dayOf(now - dayMs) };
    case "today":
      return between(now, now);
    case "tomorrow":
      return between(now + dayMs, now + dayMs);
    case "week": {
      const monday = now - ((date.getUTCDay() + 6) % 7) * dayMs;
      return between(monday, monday + 6 * dayMs);
    }
    case "month":
      return between(Date.UTC(year, month, 1), Date.UTC(year, month + 1, 0));
    default:
      return between(now - 14 * dayMs, Date.UTC(year, month + 2, 0));
  }
}

/** Returns a time in UTC, as the database stores it. */
const instant = (time: string | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString();
