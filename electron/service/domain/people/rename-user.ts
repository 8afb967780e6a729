import { setProjectPath } from "../../store/groups/group-tree.ts";
import type { Store } from "../../store/store.ts";
import { listProjectsOfUser } from "../../store/users/user-projects.ts";
import { findUser } from "../../store/users/users.ts";

/** Gives the projects of a user the path that its present name makes; former paths still lead to them. */
export function moveProjectsOfUser(store: Store, userId: number): void {
  const user = findUser(store, userId);
  if (!user) return;
  for (const project of listProjectsOfUser(store, userId)) {
    setProjectPath(store, project, `${user.username}/${project.path}`);
  }
}
