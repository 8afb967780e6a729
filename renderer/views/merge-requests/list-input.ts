import type { InputOf } from "../../../shared/api/contract/operation.ts";
import {
  listGroupMergeRequests,
  listMergeRequests,
  listProjectMergeRequests,
} from "../../../shared/api/resources/merge-requests.ts";
import { parseQuery, type Query, termOf, valuesOf } from "../../features/query-text/query-text.ts";
import type { ListScope } from "../../features/work-lists/list-scope.ts";
import { userId, userOrNone } from "../../features/work-lists/user-terms.ts";

/** The list of each scope. */
export const mergeRequestLists = {
  account: listMergeRequests,
  group: listGroupMergeRequests,
  project: listProjectMergeRequests,
};

const scopes = ["created_by_me", "assigned_to_me", "all"] as const;
export const mergeRequestStates = ["opened", "merged", "closed", "all"] as const;
export type ListState = (typeof mergeRequestStates)[number] | "locked";

/** The state that a filter shows: open ones by default. */
export const stateOf = (filter: MergeRequestFilter): ListState => {
  const value = termOf(filter, "state");
  return value === "locked" ? value : (mergeRequestStates.find((state) => state === value) ?? "opened");
};

/** Returns the number that a query such as `!29` consists of, null for other words. */
export const numberOf = ({ words }: MergeRequestFilter): number | null =>
  /^!\d{1,9}$/.test(words) ? Number(words.slice(1)) : null;

/** Filters that name people. */
export const peopleKeys = ["author", "assignee", "reviewer"] as const;

/** Input of the three lists of merge requests (Merge requests › List), as far as that list has each filter. */
export function mergeRequestListInput(
  filter: MergeRequestFilter,
  listScope: ListScope,
  userIds: ReadonlyMap<string, number>,
): InputOf<typeof listMergeRequests> {
  const scope = scopes.find((name) => name === termOf(filter, "scope")) ?? "all";
  const sort = /^(created|updated)-(asc|desc)$/.exec(termOf(filter, "sort") ?? "updated-desc");
  const author = userId(termOf(filter, "author"), userIds);
  const assignee = userOrNone(termOf(filter, "assignee"), userIds);
  const reviewer = userOrNone(termOf(filter, "reviewer"), userIds);
  const labels = valuesOf(filter, "label");
  const wip = termOf(filter, "draft");
  const within = termOf(filter, "in");
  const plain = (name: string, value: string | undefined) => (value ? { [name]: value } : {});
  const day = (name: string, value: string | undefined, clock: string) =>
    value && /^\d{4}-\d\d-\d\d$/.test(value) ? { [name]: `${value}T${clock}Z` } : {};
  return {
    state: stateOf(filter),
    order_by: sort?.[1] === "created" ? ("created_at" as const) : ("updated_at" as const),
    sort: sort?.[2] === "asc" ? ("asc" as const) : ("desc" as const),
    scope,
    per_page: 50,
    author_id: author,
    assignee_id: assignee,
    reviewer_id: reviewer,
    labels: labels.join(",") || undefined,
    ...plain("milestone", termOf(filter, "milestone")),
    ...plain("source_branch", termOf(filter, "source")),
    ...plain("target_branch", termOf(filter, "target")),
    ...plain("my_reaction_emoji", termOf(filter, "reaction")),
    ...day("created_after", termOf(filter, "created-after"), "00:00:00"),
    ...day("created_before", termOf(filter, "created-before"), "23:59:59"),
    ...day("updated_after", termOf(filter, "updated-after"), "00:00:00"),
    ...day("updated_before", termOf(filter, "updated-before"), "23:59:59"),
    ...plain("search", numberOf(filter) === null ? filter.words : undefined),
    ...(listScope === "account" && (within === "title" || within === "description") ? { in: within } : {}),
    ...(listScope !== "group" && (wip === "yes" || wip === "no") ? { wip } : {}),
  };
}

/** Names that a filter may carry before its colon. */
export const filterKeys = [
  "state",
  "author",
  "assignee",
  "reviewer",
  "turn",
  "label",
  "milestone",
  "source",
  "target",
  "draft",
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

/** Filters of merge requests, and the words that titles and descriptions are searched for. */
export type MergeRequestFilter = Query<FilterKey>;

export const parseFilter = (text: string): MergeRequestFilter => parseQuery(text, filterKeys);
