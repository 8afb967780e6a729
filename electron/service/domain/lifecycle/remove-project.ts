import { jobFolder } from "../../ci/job-files.ts";
import { pinRef } from "../../git/merge-request-refs.ts";
import { unfinishedEnding } from "../../git/repository.ts";
import { updateRefs } from "../../git/update-refs.ts";
import type { ServiceStore } from "../../service-store.ts";
import { listJobIds, listJobRows } from "../../store/ci/jobs.ts";
import { findOriginal, listOriginals, type OriginalRow } from "../../store/projects/originals.ts";
import {
  addFolderRemovals,
  deleteProject,
  findProject,
  type Project,
} from "../../store/projects/projects.ts";
import { listPinnedCommits } from "../../store/review/merge-request-versions.ts";
import { cancelUnfinishedJob, unfinishedStates } from "../ci/jobs.ts";
import { emitSystemEvent } from "../hooks/system-events.ts";
import { checkOriginal, isReadOnly } from "../originals/original-state.ts";
import { watchOf } from "../originals/watch-originals.ts";
import { uploadFolder } from "../projects/uploads.ts";
import { removeRecordedFolders } from "../projects/write-project.ts";
import { wikiFolder } from "../wiki/wiki-repository.ts";

/**
 * Deletes a project: its rows first, in one transaction that also records which folders have to go, so that a kill
 * leaves neither a project without its repository nor a folder that nobody removes.
 */
export async function removeProject(store: ServiceStore, project: Project): Promise<void> {
  cancelJobs(store, project.id);
  const jobFolders = listJobIds(store, project.id).map((id) => jobFolder(store, id));
  store.transaction(() => {
    const folders = [project.repositoryPath, wikiFolder(project)];
    const unfinished = folders.map((folder) => `${folder}${unfinishedEnding}`);
    addFolderRemovals(store, [...folders, ...unfinished, ...jobFolders, uploadFolder(store, project.id)]);
    deleteProject(store, project.id);
    emitSystemEvent(store, { name: "project_destroy", project });
  });
  for (const folder of [project.repositoryPath, wikiFolder(project)]) store.git.forget(folder);
  await removeRecordedFolders(store);
}

/** Ends the jobs of a project that have not ended; the loop includes those that start because another one ended. */
function cancelJobs(store: ServiceStore, projectId: number): void {
  const query = { projectId, states: unfinishedStates };
  for (
    let jobs = listJobRows(store, query, 100, 0);
    jobs.length > 0;
    jobs = listJobRows(store, query, 100, 0)
  ) {
    for (const job of jobs) cancelUnfinishedJob(store, job);
  }
}

/** Deletes a project; of one that was opened from disk, the user's own repository stays as it is. */
export async function removeAnyProject(store: ServiceStore, project: Project): Promise<void> {
  const original = findOriginal(store, project.id);
  if (original) await forgetOriginal(store, original, project);
  else await removeProject(store, project);
}

/** Deletes a project, with the refs that pinned versions of its merge requests in the original. */
export async function forgetOriginal(
  store: ServiceStore,
  original: OriginalRow,
  project: Project,
): Promise<void> {
  if ((await checkOriginal(store, original)).state === "ready" && !(await isReadOnly(store, original))) {
    await removePinnedRefs(store, original, project);
  }
  watchOf(store).forget(project.id);
  await removeProject(store, project);
}

async function removePinnedRefs(store: ServiceStore, original: OriginalRow, project: Project): Promise<void> {
  const repository = store.git.open(project.repositoryPath);
  const others = listOriginals(store)
    .filter(({ commonDir, projectId }) => commonDir === original.commonDir && projectId !== project.id)
    .flatMap(({ projectId }) => listPinnedCommits(store, projectId));
  for (const id of new Set(listPinnedCommits(store, project.id))) {
    if (others.includes(id) || !findProject(store, project.id)) continue;
    const found = await repository.objects.check(pinRef(id));
    if (found)
      await updateRefs(repository, [{ ref: pinRef(id), before: found.id, after: "0".repeat(id.length) }]);
  }
}
