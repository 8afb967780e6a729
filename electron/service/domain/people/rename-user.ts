import { setProjectPath } from "../../store/groups/group-tree.ts";
import type { Store } from "../../store/store.ts";
import { listProjectsOfUser } from "../../store/users/user-projects.ts";
import { findUser } from "../../store/users/users.ts";

/** Moves the projects of a user to the path of its present name; former paths are redirected. */
export function moveProjectsOfUser(store: Store, userId: number): void {
  const user = findUser(store, userId);
  if (!user) return;
  for (const project of listProjectsOfUser(store, userId)) {
    setProjectPath(store, project, `${user.username}/${project.path}`);
  }
}
