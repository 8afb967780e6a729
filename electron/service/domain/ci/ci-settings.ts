import { jobChanges } from "../../ci/job-changes.ts";
import { mayRunJobs, setRunJobs } from "../../store/ci/ci-settings.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";

/** Returns whether the jobs of a project run on this machine. */
export const jobsRun = (store: Store, { id }: Project): boolean => mayRunJobs(store, id);

/** Sets whether the jobs of a project run on this machine; those that wait start at once. */
export function setJobsRun(store: Store, { id }: Project, run: boolean): void {
  setRunJobs(store, id, run);
  jobChanges.emit(store);
}
