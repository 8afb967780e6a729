import { anyText, flag, oneOf, type SearchOf } from "../addresses/search-fields.ts";

/** Filters of a list of projects in the URL; a missing one is the default. */
export const projectSearch = {
  search: anyText,
  visibility: oneOf("public", "internal", "private"),
  /** Scope of projects: the caller's own, those the caller is a member of, starred ones; all where left out. */
  whose: oneOf("owned", "membership", "starred"),
  archived: oneOf("only", "with"),
  order: oneOf("name", "path", "created_at", "updated_at", "last_activity_at", "id"),
  sort: oneOf("asc", "desc"),
  language: anyText,
  role: oneOf("10", "20", "30", "40", "50"),
  /** Projects with issues, or with merge requests, switched on. */
  issues: flag,
  requests: flag,
};
export type ProjectSearch = SearchOf<typeof projectSearch>;

/** Orders to choose from, with the direction that people expect of each. */
export const projectOrders = [
  { value: "last_activity_at", label: "Last activity", sort: "desc" },
  { value: "name", label: "Name", sort: "asc" },
  { value: "created_at", label: "Created", sort: "desc" },
  { value: "updated_at", label: "Updated", sort: "desc" },
  { value: "path", label: "Path", sort: "asc" },
  { value: "id", label: "ID", sort: "asc" },
] as const;

/** The order of a search: last activity first unless given. */
export function orderOf(search: Pick<ProjectSearch, "order"> & { readonly sort?: ProjectSearch["sort"] }) {
  const chosen = projectOrders.find(({ value }) => value === search.order) ?? projectOrders[0];
  return { order_by: chosen.value, sort: search.sort ?? chosen.sort };
}

/** Input of `listProjects` for a search (Projects › List). */
export const projectListInput = (search: ProjectSearch) => ({
  ...orderOf(search),
  search: search.search || undefined,
  visibility: search.visibility || undefined,
  ...(search.whose ? { [search.whose]: true } : {}),
  ...(search.archived === "only" ? { archived: true } : {}),
  ...(search.archived === undefined ? { archived: false } : {}),
  with_programming_language: search.language || undefined,
  min_access_level: search.role ? Number(search.role) : undefined,
  with_issues_enabled: search.issues ? true : undefined,
  with_merge_requests_enabled: search.requests ? true : undefined,
  per_page: 50,
});

/** Filters beside text and order that are set, for the count on the filter button. */
export const countFilters = (search: ProjectSearch): number =>
  [
    search.visibility,
    search.whose,
    search.archived,
    search.language,
    search.role,
    search.issues,
    search.requests,
  ].filter((value) => value !== undefined).length;
