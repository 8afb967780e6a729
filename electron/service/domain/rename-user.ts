import type { Store } from "../store/store.ts";
import { listProjectsOfUser, setFullPath } from "../store/user-projects.ts";
import { findUser } from "../store/users.ts";

/** Gives the projects of a user the path that its present name makes. */
export function moveProjectsOfUser(store: Store, userId: number): void {
  const user = findUser(store, userId);
  if (!user) return;
  for (const project of listProjectsOfUser(store, userId)) {
    const fullPath = `${user.username}/${project.path}`;
    if (fullPath === project.fullPath) continue;
    setFullPath(store, project.id, fullPath);
  }
}
