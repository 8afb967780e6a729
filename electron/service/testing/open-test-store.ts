import { createProject } from "../domain/projects/write-project.ts";
import { type Composition, composeStore, type ServiceStore } from "../service-store.ts";
import { setRunJobs } from "../store/ci/ci-settings.ts";
import { insertGroup } from "../store/groups/groups.ts";
import { insertUser } from "../store/users/users.ts";

/** Opens the store in a folder with repositories of its own, as a service does at its start. */
export const openTestStore = (folder: string, options?: Composition): ServiceStore =>
  composeStore(folder, options);

/** Makes a store in a folder, with a project whose jobs run. Returns the project's id. */
export async function makeProjectWithJobs(folder: string): Promise<number> {
  const store = openTestStore(folder);
  const creator = insertUser(store, { username: "ada", name: "Ada", email: "ada@example.test" });
  const group = insertGroup(store, { name: "Fjord", path: "fjord" });
  const names = { name: "Jobs", path: "jobs", groupId: group.id };
  const { id } = await createProject(store, { ...names, creatorId: creator.id });
  setRunJobs(store, id, true);
  await store.close();
  return id;
}
