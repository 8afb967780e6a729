import { restrictUmask } from "../../system/restrict-to-owner.ts";
import { addAdministrator } from "../domain/people/users.ts";
import { composeStore } from "../service-store.ts";
import { setRunJobs } from "../store/ci/ci-settings.ts";
import { findProjectByPath } from "../store/projects/projects.ts";
import { createSample } from "./index.ts";

/** The project of the sample that has pipelines. */
const projectWithJobs = "fjord/beacon";

/**
 * Fills an empty data folder with sample data. Takes some 250 MB of memory, most of which a process
 * never returns: the process that calls this ends afterwards, and another one serves. Its history ends in the week before
 * `today`. `runsJobs`: for tests, the jobs of the project that has some run; otherwise the user switches them on.
 */
export async function fillFolder(
  folder: string,
  today: Date,
  { runsJobs = false }: { readonly runsJobs?: boolean } = {},
): Promise<void> {
  restrictUmask();
  const store = composeStore(folder);
  try {
    addAdministrator(store);
    await createSample(store, today);
    const project = runsJobs ? findProjectByPath(store, projectWithJobs) : null;
    if (project) setRunJobs(store, project.id, true);
  } finally {
    await store.close();
  }
}
