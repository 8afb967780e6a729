import { accessLevels } from "../../store/access-levels.ts";
import { hasCustomAttributes } from "../../store/custom-attributes.ts";
import { listStarred, type Project } from "../../store/projects/projects.ts";
import { matchesWords } from "../../store/search-words.ts";
import type { Store } from "../../store/store.ts";
import type { User } from "../../store/users/users.ts";
import { mayReadCode, maySeeProject, memberLevel } from "../access/access-level.ts";
import { listLanguages } from "./languages.ts";

/** Filters that the lists of projects share (Projects › List). */
export interface ProjectFilters {
  readonly archived?: boolean | undefined;
  readonly visibility?: string | undefined;
  readonly order_by?: keyof typeof columns | undefined;
  readonly sort?: "asc" | "desc" | undefined;
  readonly search?: string | undefined;
  readonly owned?: boolean | undefined;
  readonly membership?: boolean | undefined;
  readonly starred?: boolean | undefined;
  readonly min_access_level?: number | undefined;
  readonly with_issues_enabled?: boolean | undefined;
  readonly with_merge_requests_enabled?: boolean | undefined;
  readonly with_programming_language?: string | undefined;
  readonly custom_attributes?: Readonly<Record<string, string>> | undefined;
  readonly id_after?: number | undefined;
  readonly id_before?: number | undefined;
  readonly wiki_checksum_failed?: boolean | undefined;
  readonly repository_checksum_failed?: boolean | undefined;
}

/** Returns the projects that a caller may see and that pass the filters, in the requested order. `signal` ends git. */
export async function filterProjects(
  store: Store,
  user: User | null,
  filters: ProjectFilters,
  all: readonly Project[],
  signal?: AbortSignal,
): Promise<Project[]> {
  const starred = filters.starred ? listStarred(store, user?.id ?? 0) : null;
  const found = all.filter(
    (project) =>
      passes(project, filters) &&
      (!starred || starred.has(project.id)) &&
      isWithinReach(store, user, project, filters) &&
      maySeeProject(store, user, project) &&
      hasAttributes(store, user, project, filters),
  );
  const language = filters.with_programming_language?.toLowerCase();
  if (!language) return sortProjects(found, filters);
  // Languages are of the code: who may not read it learns nothing of it by a filter.
  const readable = found.filter((project) => mayReadCode(store, user, project));
  return sortProjects(await withLanguage(readable, language, signal), filters);
}

/** Returns whether a project's own row passes the filters. */
function passes(project: Project, filters: ProjectFilters): boolean {
  const { archived, visibility, search } = filters;
  if (archived !== undefined && project.archived !== archived) return false;
  if (visibility && project.visibility !== visibility) return false;
  if (filters.with_issues_enabled && !project.issuesEnabled) return false;
  if (filters.with_merge_requests_enabled && !project.mergeRequestsEnabled) return false;
  if (filters.id_after !== undefined && project.id <= filters.id_after) return false;
  if (filters.id_before !== undefined && project.id >= filters.id_before) return false;
  // This service stores no checksums, so none has failed.
  if (filters.wiki_checksum_failed || filters.repository_checksum_failed) return false;
  return !search || matchesWords(search, [project.name, project.path, project.description]);
}

/** Returns whether the caller's membership passes the filters; administrators are members only where they were added. */
function isWithinReach(store: Store, user: User | null, project: Project, filters: ProjectFilters): boolean {
  const { owned, membership, min_access_level: least } = filters;
  if (!owned && !membership && !least) return true;
  const level = user ? memberLevel(store, user.id, project) : 0;
  return level >= Math.max(owned ? accessLevels.owner : 0, membership ? 1 : 0, least ?? 0);
}

/** Only administrators read custom attributes; for others the filter does nothing. */
const hasAttributes = (store: Store, user: User | null, { id }: Project, filters: ProjectFilters): boolean =>
  !(user?.isAdmin && filters.custom_attributes) ||
  hasCustomAttributes(store, { kind: "project", id }, filters.custom_attributes);

/** Reads one project at a time: each may be a process of git. */
async function withLanguage(
  projects: readonly Project[],
  language: string,
  signal: AbortSignal | undefined,
): Promise<Project[]> {
  const found: Project[] = [];
  for (const project of projects) {
    if ((await listLanguages(project, signal)).has(language)) found.push(project);
  }
  return found;
}

const columns = {
  id: "id",
  name: "name",
  path: "path",
  created_at: "createdAt",
  updated_at: "updatedAt",
  last_activity_at: "lastActivityAt",
} as const satisfies Record<string, keyof Project>;

function sortProjects(projects: readonly Project[], { order_by, sort }: ProjectFilters): Project[] {
  const column = columns[order_by ?? "created_at"];
  const sign = sort === "asc" ? 1 : -1;
  return projects.toSorted((a, b) => {
    const [left, right] = [a[column], b[column]];
    const order =
      typeof left === "number" && typeof right === "number"
        ? left - right
        : String(left).toLowerCase().localeCompare(String(right).toLowerCase());
    return sign * (order || a.id - b.id);
  });
}
