import type { OutputOf } from "../../../shared/api/operation.ts";
import { getProject, listProjects, listUserProjects } from "../../../shared/api/projects.ts";
import { levelIn, maySeeProject } from "../access.ts";
import { registrationToken } from "../domain/runner-tokens.ts";
import { gitText } from "../git/run.ts";
import { type Context, implement, mapPage, type Paged, pageOf } from "../implement.ts";
import { accessLevels } from "../store/members.ts";
import { type Project, toProject } from "../store/projects.ts";
import { matchesWords } from "../store/search-words.ts";
import { languageOf } from "./language.ts";
import { toProjectShape, toSimpleProject } from "./project-shape.ts";
import { requireUser } from "./require-user.ts";

/** Filters that the lists of projects share (Part B, Projects). */
export interface ProjectFilters {
  readonly archived?: boolean | undefined;
  readonly visibility?: string | undefined;
  readonly order_by?: "id" | "name" | "path" | "created_at" | "updated_at" | "last_activity_at" | undefined;
  readonly sort?: "asc" | "desc" | undefined;
  readonly search?: string | undefined;
  readonly simple?: boolean | undefined;
  readonly owned?: boolean | undefined;
  readonly membership?: boolean | undefined;
  readonly starred?: boolean | undefined;
  readonly min_access_level?: number | undefined;
  readonly with_programming_language?: string | undefined;
  readonly id_after?: number | undefined;
  readonly id_before?: number | undefined;
  readonly statistics?: boolean | undefined;
  readonly wiki_checksum_failed?: boolean | undefined;
  readonly repository_checksum_failed?: boolean | undefined;
}

/** Projects that pass the filters and that the caller may see, in the order asked for. */
export async function filterProjects(
  context: Context,
  filters: ProjectFilters,
  where: (project: Project) => boolean = () => true,
): Promise<Project[]> {
  const { store, user } = context;
  const starred = new Set(
    user
      ? store.all("SELECT project_id FROM stars WHERE user_id = ?", user.id).map((row) => row.project_id)
      : [],
  );
  const { search } = filters;
  const seen = store
    .all("SELECT * FROM projects")
    .map((row) => toProject(store, row))
    .filter((project) => {
      if (!where(project) || !maySeeProject(store, user, project)) return false;
      if (filters.archived !== undefined && project.archived !== filters.archived) return false;
      if (filters.visibility && project.visibility !== filters.visibility) return false;
      if (search && !matchesWords(search, [project.name, project.path, project.description])) return false;
      if (filters.id_after !== undefined && project.id <= filters.id_after) return false;
      if (filters.id_before !== undefined && project.id >= filters.id_before) return false;
      if (filters.owned && project.userId !== user?.id && ownLevel(context, project) < 50) return false;
      if (filters.membership && memberLevel(context, project) === 0) return false;
      if (filters.starred && !starred.has(project.id)) return false;
      if (filters.min_access_level && levelIn(store, user, project) < filters.min_access_level) return false;
      // Nothing here keeps checksums, so none has failed.
      return !filters.wiki_checksum_failed && !filters.repository_checksum_failed;
    });
  const language = filters.with_programming_language?.toLowerCase();
  const found = language
    ? await keep(seen, async (project) => (await languageOf(project)) === language)
    : seen;
  return sortProjects(found, filters);
}

/** An administrator is no member of what was not given to them. */
const memberLevel = (context: Context, project: Project): number =>
  context.user ? levelIn(context.store, { ...context.user, isAdmin: false }, project) : 0;
const ownLevel = memberLevel;

async function keep<T>(items: readonly T[], test: (item: T) => Promise<boolean>): Promise<T[]> {
  const verdicts = await Promise.all(items.map(test));
  return items.filter((_, index) => verdicts[index]);
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

/** A page of projects in the form that the caller gets. */
export async function toProjectPage(
  context: Context,
  projects: readonly Project[],
  filters: ProjectFilters,
): Promise<Paged<OutputOf<typeof listProjects>[number] | ReturnType<typeof toSimpleProject>>> {
  const page = pageOf(context, projects);
  if (filters.simple || !context.user) return mapPage(page, (project) => toSimpleProject(context, project));
  const statistics = new Map(
    filters.statistics
      ? await Promise.all(
          page.items.map(
            async (project) => [project.id, await countProject(project, context.request.signal)] as const,
          ),
        )
      : [],
  );
  return mapPage(page, (project) => {
    const counted = statistics.get(project.id);
    return { ...toProjectShape(context, project), ...(counted ? { statistics: counted } : {}) };
  });
}

async function countProject(project: Project, signal: AbortSignal) {
  const text = await gitText(project.repositoryPath, ["count-objects", "-v"], { signal });
  const kilobytes = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, "m").exec(text)?.[1] ?? 0);
  const size = (kilobytes("size") + kilobytes("size-pack")) * 1024;
  const commits =
    project.defaultBranch === null
      ? "0"
      : await gitText(
          project.repositoryPath,
          ["rev-list", "--count", `refs/heads/${project.defaultBranch}`],
          { expect: [0, 128], signal },
        );
  return {
    commit_count: Number(commits.trim() || 0),
    storage_size: size,
    repository_size: size,
    lfs_objects_size: 0,
    job_artifacts_size: 0,
  };
}

export const projectRoutes = [
  implement(listProjects, async (input, context) =>
    toProjectPage(context, await filterProjects(context, input), input),
  ),
  implement(listUserProjects, async (input, context) => {
    const owner = requireUser(context, input.user_id);
    const projects = await filterProjects(context, input, (project) => project.userId === owner.id);
    return toProjectPage(context, projects, input);
  }),
  implement(getProject, async (input, context) => {
    const project = context.project(input.id);
    const { store, user } = context;
    const maintains = user?.isAdmin || levelIn(store, user, project) >= accessLevels.maintainer;
    return {
      ...toProjectShape(context, project),
      ...(maintains ? { runners_token: registrationToken(store, { type: "project", id: project.id }) } : {}),
      ...(input.license ? { license: null } : {}),
      ...(input.statistics ? { statistics: await countProject(project, context.request.signal) } : {}),
    };
  }),
];
