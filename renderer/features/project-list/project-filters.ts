import { z } from "zod";

/** Filters of a list of projects in the URL; a missing one is the default. */
export const projectSearch = z.object({
  search: z.string().optional().catch(undefined),
  visibility: z.enum(["public", "internal", "private"]).optional().catch(undefined),
  /** Scope of projects: the caller's own, those the caller is a member of, starred ones; all where left out. */
  whose: z.enum(["owned", "membership", "starred"]).optional().catch(undefined),
  archived: z.enum(["only", "with"]).optional().catch(undefined),
  order: z
    .enum(["name", "path", "created_at", "updated_at", "last_activity_at", "id"])
    .optional()
    .catch(undefined),
  sort: z.enum(["asc", "desc"]).optional().catch(undefined),
  language: z.string().optional().catch(undefined),
  role: z.enum(["10", "20", "30", "40", "50"]).optional().catch(undefined),
  /** Projects with issues, or with merge requests, switched on. */
  issues: z.literal("1").optional().catch(undefined),
  requests: z.literal("1").optional().catch(undefined),
});
export type ProjectSearch = z.output<typeof projectSearch>;

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
  ...(search.search ? { search: search.search } : {}),
  ...(search.visibility ? { visibility: search.visibility } : {}),
  ...(search.whose ? { [search.whose]: true } : {}),
  ...(search.archived === "only" ? { archived: true } : {}),
  ...(search.archived === undefined ? { archived: false } : {}),
  ...(search.language ? { with_programming_language: search.language } : {}),
  ...(search.role ? { min_access_level: Number(search.role) } : {}),
  ...(search.issues ? { with_issues_enabled: true } : {}),
  ...(search.requests ? { with_merge_requests_enabled: true } : {}),
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
