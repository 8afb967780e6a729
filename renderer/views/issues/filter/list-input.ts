import type { InputOf } from "../../../../shared/api/contract/operation.ts";
import { listGroupIssues, listIssues, listProjectIssues } from "../../../../shared/api/resources/issues.ts";
import { parseQuery, type Query, termOf, valuesOf } from "../../../features/query-text/query-text.ts";
import { userId, userOrNone } from "../../../features/work-lists/user-terms.ts";

/** The list of each scope. */
export const issueLists = { account: listIssues, group: listGroupIssues, project: listProjectIssues };

/** Names that a filter may carry before its colon. */
export const filterKeys = [
  "state",
  "author",
  "assignee",
  "label",
  "milestone",
  "is",
  "no",
  "due",
  "type",
  "reaction",
  "in",
  "created-after",
  "created-before",
  "updated-after",
  "updated-before",
  "sort",
  "scope",
] as const;
export type FilterKey = (typeof filterKeys)[number];

/** Filters of issues, and the words that titles and descriptions are searched for. */
export type IssueFilter = Query<FilterKey>;

export const parseFilter = (text: string): IssueFilter => parseQuery(text, filterKeys);

/** Filters that name people. */
export const peopleKeys = ["author", "assignee"] as const;

export const issueStates = ["opened", "closed", "all"] as const;
export type ListState = (typeof issueStates)[number];

/** The state that a filter shows: open ones by default. */
export const stateOf = (filter: IssueFilter): ListState =>
  issueStates.find((state) => state === termOf(filter, "state")) ?? "opened";

/** Returns the number that a query such as `#29` consists of, null for other words. */
export const numberOf = ({ words }: IssueFilter): number | null =>
  /^#\d{1,9}$/.test(words) ? Number(words.slice(1)) : null;

const scopes = ["created_by_me", "assigned_to_me", "all"] as const;
const dues = ["overdue", "today", "week", "month", "any"] as const;
const types = ["issue", "incident", "test_case", "task"] as const;
/** Orders by the values of `sort`. */
const orders = {
  "updated-desc": ["updated_at", "desc"],
  "updated-asc": ["updated_at", "asc"],
  "created-desc": ["created_at", "desc"],
  "created-asc": ["created_at", "asc"],
  "due-asc": ["due_date", "asc"],
  "priority-asc": ["priority", "asc"],
  "popular-desc": ["popularity", "desc"],
} as const;
const isOrder = (name: string): name is keyof typeof orders => Object.hasOwn(orders, name);

/** Input of the three lists of issues (Issues › List). */
export function issueListInput(
  filter: IssueFilter,
  userIds: ReadonlyMap<string, number>,
): InputOf<typeof listIssues> {
  const lacks = new Set(valuesOf(filter, "no"));
  const given = termOf(filter, "sort") ?? "";
  const [order_by, sort] = orders[isOrder(given) ? given : "updated-desc"];
  const labels = valuesOf(filter, "label");
  const due = termOf(filter, "due");
  const type = types.find((name) => name === termOf(filter, "type"));
  const within = termOf(filter, "in");
  const plain = (name: string, value: string | undefined) => (value ? { [name]: value } : {});
  const day = (name: string, value: string | undefined, clock: string) =>
    value && /^\d{4}-\d\d-\d\d$/.test(value) ? { [name]: `${value}T${clock}Z` } : {};
  return {
    state: stateOf(filter),
    order_by,
    sort,
    scope: scopes.find((name) => name === termOf(filter, "scope")) ?? "all",
    per_page: 50,
    author_id: userId(termOf(filter, "author"), userIds),
    assignee_id: lacks.has("assignee") ? "None" : userOrNone(termOf(filter, "assignee"), userIds),
    labels: lacks.has("label") ? "None" : labels.join(",") || undefined,
    ...(valuesOf(filter, "is").includes("confidential") ? { confidential: true } : {}),
    ...plain("milestone", lacks.has("milestone") ? "None" : termOf(filter, "milestone")),
    ...plain("due_date", due === "None" ? "0" : dues.find((name) => name === due)),
    ...(type ? { issue_type: type } : {}),
    ...plain("my_reaction_emoji", termOf(filter, "reaction")),
    ...day("created_after", termOf(filter, "created-after"), "00:00:00"),
    ...day("created_before", termOf(filter, "created-before"), "23:59:59"),
    ...day("updated_after", termOf(filter, "updated-after"), "00:00:00"),
    ...day("updated_before", termOf(filter, "updated-before"), "23:59:59"),
    ...plain("search", numberOf(filter) === null ? filter.words : undefined),
    ...(within === "title" || within === "description" ? { in: within } : {}),
  };
}
