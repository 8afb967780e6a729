import { formatQuery, parseQuery } from "../query-text/query-text.ts";
import type { WebRest } from "./web-rest.ts";

/** Filters and orders of one of GitLab's lists, as Helve's query has them. */
interface ListFilters {
  /** Parameters by the names in Helve's query; the first is what Helve writes. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
  /** GitLab's orders by those of Helve's query. */
  readonly orders: Readonly<Record<string, string>>;
}

/** Orders that both lists have. */
const orders = {
  "created-desc": "created_date",
  "created-asc": "created_asc",
  "updated-desc": "updated_desc",
  "updated-asc": "updated_asc",
};

const mergeRequests: ListFilters = {
  filters: {
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
  },
  orders,
};

const issues: ListFilters = {
  filters: {
    state: ["state"],
    author: ["author_username", "author_username[]"],
    assignee: ["assignee_username[]", "assignee_username", "assignee_id"],
    label: ["label_name[]", "label_name"],
    milestone: ["milestone_title"],
    type: ["type[]", "type"],
    is: ["confidential"],
    reaction: ["my_reaction_emoji"],
    in: ["in"],
    scope: ["scope"],
  },
  orders: { ...orders, "due-asc": "due_date", "priority-asc": "priority", "popular-desc": "popularity" },
};

/** Returns the reader of a list's parameters as Helve's query. */
const readerOf =
  ({ filters, orders: known }: ListFilters) =>
  (rest: WebRest): { q?: string } => {
    const terms = Object.entries(filters).flatMap(([key, names]) =>
      names.flatMap((name) => rest.all(name).flatMap((value) => termsOf(key, value))),
    );
    const order = rest.get("sort");
    const sort = Object.keys(known).find((key) => known[key] === order);
    if (order && order !== "created_desc" && sort === undefined) rest.leave(`sort=${order}`);
    const sorted = order === "created_desc" ? "created-desc" : sort;
    const all = [...terms, ...(sorted ? [{ key: "sort", value: sorted }] : [])];
    const q = formatQuery({ terms: all, words: rest.get("search") ?? "" });
    return q ? { q } : {};
  };

/** A value of GitLab's as terms of Helve's query; none for an empty one. */
function termsOf(key: string, value: string) {
  if (value === "") return [];
  if (key === "is") return value === "yes" || value === "true" ? [{ key, value: "confidential" }] : [];
  return [{ key, value: filterValue(key, value) }];
}

function filterValue(key: string, value: string): string {
  if (key === "scope") return value.replaceAll("-", "_");
  if (key === "type") return value.toLowerCase();
  if (value.toLowerCase() === "none" || value === "0") return "None";
  return value.toLowerCase() === "any" ? "Any" : value;
}

/** Returns the writer of a query as the search parameters of a list, with their `?`. */
const writerOf =
  ({ filters, orders: known }: ListFilters) =>
  (query = ""): string => {
    // An issue without an assignee, label or milestone: the list of merge requests has no such words.
    const keys = [...Object.keys(filters), ...(filters.is ? ["no"] : []), "sort"];
    const { terms, words } = parseQuery(query, keys);
    const search = new URLSearchParams(
      terms.flatMap(({ key, value }) => {
        if (key === "sort") return [["sort", known[value] ?? ""]];
        const [name, wanted] = key === "no" ? [value, "None"] : [key, value];
        const of = nameOfFilter(filters, name, wanted);
        return of === undefined ? [] : [[of, name === "is" ? "yes" : wanted.replace(/^@/, "")]];
      }),
    );
    if (words) search.set("search", words);
    return search.size > 0 ? `?${search}` : "";
  };

/** Returns the parameter of GitLab's for a filter; "nobody" and "anybody" have one of their own. */
function nameOfFilter(filters: ListFilters["filters"], key: string, value: string): string | undefined {
  const isNobody = value === "None" || value === "Any";
  if ((key === "assignee" || key === "reviewer") && isNobody) return `${key}_id`;
  return filters[key]?.[0];
}

/** Filters of GitLab's list of merge requests as Helve's query. */
export const mergeRequestQuery = readerOf(mergeRequests);
/** Returns a query of merge requests as the search parameters of GitLab's list, with their `?`. */
export const mergeRequestSearch = writerOf(mergeRequests);
/** Filters of GitLab's list of issues as Helve's query. */
export const issueQuery = readerOf(issues);
/** Returns a query of issues as the search parameters of GitLab's list, with their `?`. */
export const issueSearch = writerOf(issues);
