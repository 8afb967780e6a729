import { stat } from "node:fs/promises";
import { join } from "node:path";
import { folderSize } from "../../ci/executor/folder-size.ts";
import { Cache } from "../../git/cache.ts";
import { refsState } from "../../git/refs/refs-state.ts";
import { countCommits } from "../../git/rev-list.ts";
import { accessLevels } from "../../store/access-levels.ts";
import { artifactBytes } from "../../store/ci/jobs.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import { accessLevel, type Caller } from "../access/access-level.ts";

/** Sizes and counts of a repository. */
interface RepositoryCounts {
  readonly commits: number;
  readonly bytes: number;
  readonly lfsBytes: number;
}

/** Counts of repositories, by folder and the state of what was counted. */
const known = new Cache<RepositoryCounts>(2_000);

/** Returns the statistics of a project for its reporters, null for all others, as other services have it. */
export const statisticsFor = async ({ store, user }: Caller, project: Project, signal: AbortSignal) =>
  accessLevel(store, user, project) >= accessLevels.reporter
    ? readProjectStatistics(store, project, signal)
    : null;

/** Returns the statistics of a project, in the interface's names. A repository is counted anew once it has changed. */
async function readProjectStatistics(store: Store, project: Project, signal: AbortSignal) {
  const { commits, bytes, lfsBytes } = await countRepository(project, signal);
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
export async function sumStatistics(store: Store, projects: readonly Project[], signal: AbortSignal) {
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

async function countRepository(project: Project, signal: AbortSignal): Promise<RepositoryCounts> {
  const folder = project.repositoryPath;
  const objects = join(folder, "objects");
  const lfs = join(folder, "lfs", "objects");
  const written = await Promise.all([join(objects, "pack"), lfs].map(modified));
  const key = [folder, project.defaultBranch, await refsState(folder), ...written].join("\0");
  const found = known.get(key);
  if (found) return found;
  const [bytes, lfsBytes, commits] = await Promise.all([
    folderSize(objects, Number.POSITIVE_INFINITY),
    folderSize(lfs, Number.POSITIVE_INFINITY),
    project.defaultBranch === null ? 0 : countCommits(project.repositoryPath, project.defaultBranch, signal),
  ]);
  const counts = { commits, bytes, lfsBytes };
  known.set(key, counts);
  return counts;
}

const modified = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.mtimeMs ?? 0;
