import { stat } from "node:fs/promises";
import { join } from "node:path";
import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { folderSize } from "../../ci/executor/folders.ts";
import { countCommits } from "../../git/ancestry.ts";
import { Cache } from "../../git/cache.ts";
import { refsState } from "../../git/refs-state.ts";
import { perService, type ServiceStore } from "../../service-store.ts";
import { artifactBytes } from "../../store/ci/jobs.ts";
import { findGroup, type Group } from "../../store/groups/groups.ts";
import { listProjectShares, type ProjectShare } from "../../store/projects/project-shares.ts";
import { countOf, findProject, type Project } from "../../store/projects/projects.ts";
import type { NotificationScope } from "../../store/users/notification-settings.ts";
import { findUser, type User } from "../../store/users/users.ts";
import { accessLevel, accessParts, type Caller, maySeeProject } from "../access/access-level.ts";
import {
  type AttributesQuery,
  type CustomAttributes,
  customAttributesOf,
} from "../access/visible-attributes.ts";
import { notificationLevelNumber } from "../people/notification-settings.ts";

/** A project with what lists show of it in the simple form. */
export interface SimpleProjectDetails {
  readonly project: Project;
  /** The group that it is in, null for a personal project. */
  readonly group: Group | null;
  /** The user whose personal project it is, null for one in a group. */
  readonly owner: User | null;
  readonly forks: number;
}

/** The caller's access level in a project and the number of the level of their notifications. */
export interface AccessDetails {
  readonly level: number;
  readonly notificationLevel: number;
}

/** A project with everything that the caller may see. */
export interface ProjectDetails extends SimpleProjectDetails {
  readonly openIssues: number;
  readonly shares: readonly ProjectShare[];
  /** The project that it was forked from, null where there is none that the caller may see. */
  readonly forkedFrom: SimpleProjectDetails | null;
  readonly attributes: CustomAttributes | null;
  readonly projectAccess: AccessDetails | null;
  readonly groupAccess: AccessDetails | null;
}

/** Returns whether a list shows projects in the simple form: where requested, and without a token. */
export const isListedSimply = ({ user }: Caller, { simple }: { readonly simple?: boolean }): boolean =>
  simple === true || user === null;

/** Returns a project with its namespace. */
export const describeSimpleProject = (store: ServiceStore, project: Project): SimpleProjectDetails => ({
  project,
  group: project.groupId === null ? null : findGroup(store, project.groupId),
  owner: project.userId === null ? null : findUser(store, project.userId),
  forks: countOf(store, project.id).forks,
});

/** Returns a project with everything that the caller may see; custom attributes are for administrators who request them. */
export function describeProject(
  caller: Caller,
  project: Project,
  query: AttributesQuery = {},
): ProjectDetails {
  const { store, user } = caller;
  const { own, group } = accessParts(store, user, project);
  const { openIssues, confidentialIssues } = countOf(store, project.id);
  const access = (level: number, scope: NotificationScope): AccessDetails | null =>
    level > 0 && user ? { level, notificationLevel: notificationLevelNumber(store, user, scope) } : null;
  const source = project.forkedFromId === null ? null : findProject(store, project.forkedFromId);
  return {
    ...describeSimpleProject(store, project),
    openIssues: Math.max(own, group) < accessLevels.reporter ? openIssues - confidentialIssues : openIssues,
    shares: listProjectShares(store, project.id),
    forkedFrom: source && maySeeProject(store, user, source) ? describeSimpleProject(store, source) : null,
    attributes: customAttributesOf(caller, { kind: "project", id: project.id }, query),
    projectAccess: access(own, { projectId: project.id }),
    groupAccess: project.groupId === null ? null : access(group, { groupId: project.groupId }),
  };
}

/** Sizes and counts of a repository. */
interface RepositoryCounts {
  readonly commits: number;
  readonly bytes: number;
  readonly lfsBytes: number;
}

/** Counts of repositories, by folder and the state of what was counted. */
const countsOf = perService(() => new Cache<RepositoryCounts>(2_000));

/** Returns the statistics of a project for its reporters, null for all others, as other services have it. */
export const statisticsFor = async ({ store, user }: Caller, project: Project, signal: AbortSignal) =>
  accessLevel(store, user, project) >= accessLevels.reporter
    ? readProjectStatistics(store, project, signal)
    : null;

/** Returns the statistics of a project, in the interface's names. A repository is counted anew once it has changed. */
async function readProjectStatistics(store: ServiceStore, project: Project, signal: AbortSignal) {
  const { commits, bytes, lfsBytes } = await countRepository(store, project, signal);
  const artifacts = artifactBytes(store, project.id);
  return {
    commit_count: commits,
    storage_size: bytes + lfsBytes + artifacts,
    repository_size: bytes,
    lfs_objects_size: lfsBytes,
    job_artifacts_size: artifacts,
  };
}

/** Returns the sums of the statistics of projects. */
export async function sumStatistics(store: ServiceStore, projects: readonly Project[], signal: AbortSignal) {
  const sums = { storage_size: 0, repository_size: 0, lfs_objects_size: 0, job_artifacts_size: 0 };
  for (const project of projects) {
    const statistics = await readProjectStatistics(store, project, signal);
    sums.storage_size += statistics.storage_size;
    sums.repository_size += statistics.repository_size;
    sums.lfs_objects_size += statistics.lfs_objects_size;
    sums.job_artifacts_size += statistics.job_artifacts_size;
  }
  return sums;
}

async function countRepository(
  store: ServiceStore,
  project: Project,
  signal: AbortSignal,
): Promise<RepositoryCounts> {
  const repository = store.git.open(project.repositoryPath);
  const { folder } = repository;
  const objects = join(folder, "objects");
  const lfs = join(folder, "lfs", "objects");
  const written = await Promise.all([join(objects, "pack"), lfs].map(modified));
  const key = [folder, project.defaultBranch, await refsState(repository), ...written].join("\0");
  const found = countsOf(store).get(key);
  if (found) return found;
  const [bytes, lfsBytes, commits] = await Promise.all([
    folderSize(objects, Number.POSITIVE_INFINITY),
    folderSize(lfs, Number.POSITIVE_INFINITY),
    project.defaultBranch === null ? 0 : countCommits(repository, project.defaultBranch, signal),
  ]);
  const counts = { commits, bytes, lfsBytes };
  countsOf(store).set(key, counts);
  return counts;
}

const modified = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.mtimeMs ?? 0;
