import type { InputOf } from "../../../shared/api/contract/operation.ts";
import type { listMergeRequests } from "../../../shared/api/resources/merge-requests.ts";
import { termOf, valuesOf } from "../../features/query-text/query-text.ts";
import type { Filter } from "./filter-text.ts";

/** Scope of a list of merge requests: an account, a group or a project. */
export type ListScope = "account" | "group" | "project";

const scopes = ["created_by_me", "assigned_to_me", "all"] as const;
export const states = ["opened", "merged", "closed", "all"] as const;
export type ListState = (typeof states)[number] | "locked";

/** The state that a filter shows: open ones by default. */
export const stateOf = (filter: Filter): ListState => {
  const value = termOf(filter, "state");
  return value === "locked" ? value : (states.find((state) => state === value) ?? "opened");
};

/** Names of users that a filter needs the ids of. */
export const usersOf = (filter: Filter): string[] =>
  (["author", "assignee", "reviewer"] as const).flatMap((key) => {
    const value = termOf(filter, key);
    return value === undefined || value === "None" || value === "Any" ? [] : [value.replace(/^@/, "")];
  });

/** Input of the three lists of merge requests (Merge requests › List), as far as that list has each filter. */
export function mergeRequestListInput(
  filter: Filter,
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
    ...(author === undefined ? {} : { author_id: author }),
    ...(assignee === undefined ? {} : { assignee_id: assignee }),
    ...(reviewer === undefined ? {} : { reviewer_id: reviewer }),
    ...(labels.length > 0 ? { labels: labels.join(",") } : {}),
    ...plain("milestone", termOf(filter, "milestone")),
    ...plain("source_branch", termOf(filter, "source")),
    ...plain("target_branch", termOf(filter, "target")),
    ...plain("my_reaction_emoji", termOf(filter, "reaction")),
    ...day("created_after", termOf(filter, "created-after"), "00:00:00"),
    ...day("created_before", termOf(filter, "created-before"), "23:59:59"),
    ...day("updated_after", termOf(filter, "updated-after"), "00:00:00"),
    ...day("updated_before", termOf(filter, "updated-before"), "23:59:59"),
    ...plain("search", filter.words),
    ...(listScope === "account" && (within === "title" || within === "description") ? { in: within } : {}),
    ...(listScope !== "group" && (wip === "yes" || wip === "no") ? { wip } : {}),
  };
}

/** Nobody has the id 0: an unknown name finds nothing rather than everything. */
const userId = (value: string | undefined, ids: ReadonlyMap<string, number>): number | undefined =>
  value === undefined ? undefined : (ids.get(value.replace(/^@/, "")) ?? 0);

const userOrNone = (value: string | undefined, ids: ReadonlyMap<string, number>) =>
  value === "None" || value === "Any" ? value : userId(value, ids);
