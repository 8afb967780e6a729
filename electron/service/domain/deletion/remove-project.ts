import { jobFolder } from "../../ci/job-files.ts";
import { openRepository, unfinishedEnding } from "../../git/repository.ts";
import { listJobIds, listJobs } from "../../store/ci/jobs.ts";
import { addFolderRemovals } from "../../store/projects/folder-removals.ts";
import { deleteProject, type Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import { cancelJob, unfinishedStates } from "../ci/jobs.ts";
import { removeRecordedFolders } from "../projects/create-project.ts";
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
    const folders = [project.repositoryPath, wikiFolder(project)];
    const unfinished = folders.map((folder) => `${folder}${unfinishedEnding}`);
    addFolderRemovals(store, [...folders, ...unfinished, ...jobFolders]);
    deleteProject(store, project.id);
    emitSystemEvent(store, { name: "project_destroy", project });
  });
  openRepository(project.repositoryPath).objects.close();
  wiki?.objects.close();
  await removeRecordedFolders(store);
}

/** Ends the jobs of a project that have not ended; the loop includes those that start because another one ended. */
function cancelJobs(store: Store, projectId: number): void {
  const query = { projectId, states: unfinishedStates };
  for (let jobs = listJobs(store, query, 100, 0); jobs.length > 0; jobs = listJobs(store, query, 100, 0)) {
    for (const job of jobs) cancelJob(store, job);
  }
}
