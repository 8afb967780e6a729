import { rm } from "node:fs/promises";
import { join } from "node:path";
import { jobFolder } from "../../ci/job-files.ts";
import { openRepository } from "../../git/repository.ts";
import { listJobIds, listJobs } from "../../store/ci/jobs.ts";
import {
  addFolderRemovals,
  deleteFolderRemoval,
  listFolderRemovals,
} from "../../store/projects/folder-removals.ts";
import { deleteProject, type Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import { cancelJob, unfinishedStates } from "../ci/jobs.ts";
import { emitSystemEvent } from "../system-hooks/system-events.ts";
import { findWiki, wikiFolder } from "../wiki/repository.ts";

/**
 * Deletes a project: its rows first, in one transaction that also records which folders have to go, so that a kill
 * leaves neither a project without its repository nor a folder that nobody removes.
 */
export async function removeProject(store: Store, project: Project): Promise<void> {
  cancelJobs(store, project.id);
  const wiki = findWiki(project);
  const jobFolders = listJobIds(store, project.id).map((id) => jobFolder(store, id));
  store.transaction(() => {
    addFolderRemovals(store, [project.repositoryPath, wikiFolder(project), ...jobFolders]);
    deleteProject(store, project.id);
    emitSystemEvent(store, { name: "project_destroy", project });
  });
  openRepository(project.repositoryPath).objects.close();
  wiki?.objects.close();
  await removeRecordedFolders(store);
}

/** Removes the folders of what was deleted, also those that a killed service left. */
export async function removeRecordedFolders(store: Store): Promise<void> {
  for (const path of listFolderRemovals(store)) {
    await rm(join(store.folder, path), { recursive: true, force: true });
    deleteFolderRemoval(store, path);
  }
}

/** Ends the jobs of a project that have not ended; the loop includes those that start because another one ended. */
function cancelJobs(store: Store, projectId: number): void {
  const query = { projectId, states: unfinishedStates };
  for (let jobs = listJobs(store, query, 100, 0); jobs.length > 0; jobs = listJobs(store, query, 100, 0)) {
    for (const job of jobs) cancelJob(store, job);
  }
}
