import { formatQuery, parseQuery } from "../query-text/query-text.ts";
import type { WebRest } from "./web-rest.ts";

/** Filters of GitLab's list of merge requests, by their names in Helve's query; the first is what Helve writes. */
const mergeRequestFilters = {
  state: ["state"],
  author: ["author_username", "author_username[]"],
  assignee: ["assignee_username", "assignee_username[]", "assignee_id"],
  reviewer: ["reviewer_username", "reviewer_id"],
  label: ["label_name[]", "label_name"],
  milestone: ["milestone_title"],
  source: ["source_branch", "source_branches[]"],
  target: ["target_branch", "target_branches[]"],
  draft: ["draft", "wip"],
  reaction: ["my_reaction_emoji"],
  in: ["in"],
  scope: ["scope"],
} as const;
type FilterName = keyof typeof mergeRequestFilters;
const mergeRequestFilterNames = Object.keys(mergeRequestFilters) as readonly FilterName[];

/** GitLab's orders of merge requests by those of Helve's query. */
const mergeRequestOrders: Readonly<Record<string, string>> = {
  "created-desc": "created_date",
  "created-asc": "created_asc",
  "updated-desc": "updated_desc",
  "updated-asc": "updated_asc",
};

/** Filters of GitLab's list of merge requests as Helve's query. */
export function mergeRequestQuery(rest: WebRest): { q?: string } {
  const terms = mergeRequestFilterNames.flatMap((key) =>
    mergeRequestFilters[key].flatMap((name) =>
      rest.all(name).flatMap((value) => (value === "" ? [] : [{ key, value: filterValue(key, value) }])),
    ),
  );
  const order = rest.get("sort");
  const sort = Object.keys(mergeRequestOrders).find((key) => mergeRequestOrders[key] === order);
  if (order && order !== "created_desc" && sort === undefined) rest.leave(`sort=${order}`);
  const sorted = order === "created_desc" ? "created-desc" : sort;
  const all = [...terms, ...(sorted ? [{ key: "sort", value: sorted }] : [])];
  const q = formatQuery({ terms: all, words: rest.get("search") ?? "" });
  return q ? { q } : {};
}

/** A value of GitLab's as that of Helve's query. */
function filterValue(key: FilterName, value: string): string {
  if (key === "scope") return value.replaceAll("-", "_");
  if (value.toLowerCase() === "none" || value === "0") return "None";
  return value.toLowerCase() === "any" ? "Any" : value;
}

/** Returns a query of merge requests as the search parameters of GitLab's list, with their `?`. */
export function mergeRequestSearch(query = ""): string {
  const { terms, words } = parseQuery(query, [...mergeRequestFilterNames, "sort"]);
  const search = new URLSearchParams(
    terms.map(({ key, value }) =>
      key === "sort"
        ? ["sort", mergeRequestOrders[value] ?? ""]
        : [nameOfFilter(key, value), value.replace(/^@/, "")],
    ),
  );
  if (words) search.set("search", words);
  return search.size > 0 ? `?${search}` : "";
}

const isNobody = (value: string): boolean => value === "None" || value === "Any";

/** Returns the parameter of GitLab's for a filter; "nobody" and "anybody" have one of their own. */
function nameOfFilter(key: FilterName, value: string): string {
  if ((key === "assignee" || key === "reviewer") && isNobody(value)) return `${key}_id`;
  return mergeRequestFilters[key][0];
}
