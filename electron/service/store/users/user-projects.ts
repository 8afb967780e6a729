import { type Project, toProjects } from "../projects/projects.ts";
import type { Store } from "../store.ts";

/** Projects in the namespace of a user. */
export const listProjectsOfUser = (store: Store, userId: number): Project[] =>
  toProjects(store, store.all("SELECT * FROM projects WHERE user_id = ? ORDER BY id", userId));
