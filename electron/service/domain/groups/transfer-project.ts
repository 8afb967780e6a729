import { httpError } from "../../http/http-error.ts";
import { moveProject } from "../../store/groups/group-tree.ts";
import { findGroupByPath, type Group } from "../../store/groups/groups.ts";
import {
  findProject,
  findProjectByPath,
  type Project,
  setVisibility,
} from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import { emitSystemEvent } from "../system-hooks/system-events.ts";
import { isWider, requireNotBeingDeleted } from "./groups.ts";

/**
 * Moves a project into a group. A project that is more visible than the group gets the group's visibility. Throws 400
 * where the project is there already or its path is taken, 409 where the group is being deleted.
 */
export function transferProject(store: Store, project: Project, group: Group): void {
  requireNotBeingDeleted(group);
  if (project.groupId === group.id) throw failed("Project is already in this namespace.");
  const fullPath = `${group.fullPath}/${project.path}`;
  if (findProjectByPath(store, fullPath) || findGroupByPath(store, fullPath)) {
    throw failed("Project with same name or path in target namespace already exists");
  }
  store.transaction(() => {
    moveProject(store, project, group);
    if (isWider(project.visibility, group.visibility)) setVisibility(store, project.id, group.visibility);
    const moved = findProject(store, project.id) ?? project;
    emitSystemEvent(store, { name: "project_transfer", project: moved, oldFullPath: project.fullPath });
  });
}

const failed = (why: string) => httpError(400, `Failed to transfer project: ${why}`);
