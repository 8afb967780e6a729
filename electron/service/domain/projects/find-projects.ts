import { extname } from "node:path";
import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { Cache } from "../../git/cache.ts";
import { readTreeListing } from "../../git/ls-tree.ts";
import { branchTip } from "../../git/refs.ts";
import { perService, type ServiceStore } from "../../service-store.ts";
import { hasCustomAttributes } from "../../store/custom-attributes.ts";
import { listProjectRows, type Project } from "../../store/projects/projects.ts";
import { changeStar, listStarred } from "../../store/projects/stars.ts";
import { matchesWords } from "../../store/search-words.ts";
import type { User } from "../../store/users/users.ts";
import { type Caller, mayReadCode, maySeeProject, memberLevel } from "../access/access-level.ts";
import { requireCaller, requireProject, requireUser } from "../access/require-access.ts";

/** Filters that the lists of projects share (Projects › List). */
export interface ProjectFilters {
  readonly archived?: boolean;
  readonly visibility?: string;
  readonly order_by?: keyof typeof columns;
  readonly sort?: "asc" | "desc";
  readonly search?: string;
  readonly owned?: boolean;
  readonly membership?: boolean;
  readonly starred?: boolean;
  readonly min_access_level?: number;
  readonly with_issues_enabled?: boolean;
  readonly with_merge_requests_enabled?: boolean;
  readonly with_programming_language?: string;
  readonly custom_attributes?: Readonly<Record<string, string>>;
  readonly id_after?: number;
  readonly id_before?: number;
  readonly wiki_checksum_failed?: boolean;
  readonly repository_checksum_failed?: boolean;
}

/** Returns the projects that a caller may see and that pass the filters, in the requested order. `signal` ends git. */
export async function filterProjects(
  store: ServiceStore,
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
  return sortProjects(await withLanguage(store, readable, language, signal), filters);
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
function isWithinReach(
  store: ServiceStore,
  user: User | null,
  project: Project,
  filters: ProjectFilters,
): boolean {
  const { owned, membership, min_access_level: least } = filters;
  if (!owned && !membership && !least) return true;
  const level = user ? memberLevel(store, user.id, project) : 0;
  return level >= Math.max(owned ? accessLevels.owner : 0, membership ? 1 : 0, least ?? 0);
}

/** Only administrators read custom attributes; for others the filter does nothing. */
const hasAttributes = (
  store: ServiceStore,
  user: User | null,
  { id }: Project,
  filters: ProjectFilters,
): boolean =>
  !(user?.isAdmin && filters.custom_attributes) ||
  hasCustomAttributes(store, { kind: "project", id }, filters.custom_attributes);

/** Reads one project at a time: each may be a process of git. */
async function withLanguage(
  store: ServiceStore,
  projects: readonly Project[],
  language: string,
  signal: AbortSignal | undefined,
): Promise<Project[]> {
  const found: Project[] = [];
  for (const project of projects) {
    if ((await listLanguages(store, project, signal)).has(language)) found.push(project);
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

/** Languages by the endings of their files. */
const endings: Readonly<Record<string, string>> = {
  ".ts": "typescript",
  ".tsx": "typescript",
  ".js": "javascript",
  ".mjs": "javascript",
  ".go": "go",
  ".py": "python",
  ".rb": "ruby",
  ".rs": "rust",
  ".java": "java",
  ".c": "c",
  ".cpp": "c++",
  ".cs": "c#",
  ".php": "php",
  ".css": "css",
  ".html": "html",
  ".sh": "shell",
  ".ipynb": "jupyter notebook",
};

/** Languages of commits, by repository and commit: they never change. */
const languagesOf = perService(() => new Cache<ReadonlySet<string>>(2_000));

/** Returns the languages that files of a project's default branch are written in, in lower case. `signal` ends git. */
async function listLanguages(
  store: ServiceStore,
  project: Project,
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  if (project.defaultBranch === null) return new Set();
  const repository = store.git.open(project.repositoryPath);
  const tip = await branchTip(repository, project.defaultBranch);
  if (tip === null) return new Set();
  const key = `${project.repositoryPath} ${tip}`;
  const found = languagesOf(store).get(key);
  if (found) return found;
  const entries = (await readTreeListing(repository, tip, "", true, signal))?.entries ?? [];
  const languages = new Set(
    entries.flatMap(({ type, path }) =>
      type === "blob" ? (endings[extname(path).toLowerCase()] ?? []) : [],
    ),
  );
  languagesOf(store).set(key, languages);
  return languages;
}

/** Returns all projects that match and that the caller may see. `signal` ends git. */
export const findProjects = (
  { store, user }: Caller,
  filters: ProjectFilters,
  signal: AbortSignal,
): Promise<Project[]> => filterProjects(store, user, filters, listProjectRows(store), signal);

/** Returns the personal projects of a user that match and that the caller may see. Throws `notFound`. `signal` ends git. */
export function findProjectsOfUser(
  caller: Caller,
  idOrName: string | number,
  filters: ProjectFilters,
  signal: AbortSignal,
): Promise<Project[]> {
  const { store, user } = caller;
  const owner = requireUser(caller, idOrName);
  const all = listProjectRows(store).filter(({ userId }) => userId === owner.id);
  return filterProjects(store, user, filters, all, signal);
}

/** Stars a project for the caller or takes the star off; returns the project, also where nothing changes. Throws `notFound`. */
export function setStar(caller: Caller, id: string | number, isStarred: boolean): Project {
  const project = requireProject(caller, id);
  changeStar(caller.store, requireCaller(caller).id, project.id, isStarred);
  return requireProject(caller, project.id);
}
