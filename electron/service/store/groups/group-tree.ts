import { timeNow } from "../../clock.ts";
import { findProject, type Project, toProjects } from "../projects/projects.ts";
import { int, parseCell, parseColumn } from "../rows.ts";
import type { Store } from "../store.ts";
import { findGroup, type Group, listGroupRows, toGroups } from "./groups.ts";

/** Returns whether a group is another one or is below it. */
export const isInTree = (group: Group, root: Group): boolean =>
  group.id === root.id || group.fullPath.toLowerCase().startsWith(`${root.fullPath.toLowerCase()}/`);

/** Returns a group and all groups below it. */
export const listGroupTree = (store: Store, root: Group): Group[] =>
  listGroupRows(store).filter((group) => isInTree(group, root));

/** Returns the projects of the given groups. */
export const listProjectsOf = (store: Store, groups: readonly Group[]): Project[] =>
  toProjects(
    store,
    store.all(
      "SELECT * FROM projects WHERE group_id IN (SELECT value FROM json_each(?)) ORDER BY id",
      JSON.stringify(groups.map(({ id }) => id)),
    ),
  );

/**
 * Writes the full path and name of a group, and of all below it, as its path, name and parent say; call in a
 * transaction.
 */
export function refreshFullPaths(store: Store, groupId: number): void {
  const group = findGroup(store, groupId);
  if (!group) return;
  const parent = group.parentId === null ? null : findGroup(store, group.parentId);
  const fullPath = parent ? `${parent.fullPath}/${group.path}` : group.path;
  const fullName = parent ? `${parent.fullName} / ${group.name}` : group.name;
  if (fullPath !== group.fullPath) addFormerPath(store, "group", group.id, group.fullPath);
  store.run("UPDATE groups SET full_path = ?, full_name = ? WHERE id = ?", fullPath, fullName, group.id);
  for (const project of listProjectsOf(store, [group])) {
    setProjectPath(store, project, `${fullPath}/${project.path}`);
  }
  const children = store.all("SELECT id FROM groups WHERE parent_id = ?", group.id);
  for (const child of parseColumn("id", int, children)) refreshFullPaths(store, child);
}

/** Changes the full path of a project; the former one is redirected. */
export function setProjectPath(store: Store, project: Project, fullPath: string): void {
  if (fullPath === project.fullPath) return;
  addFormerPath(store, "project", project.id, project.fullPath);
  store.run("UPDATE projects SET full_path = ? WHERE id = ?", fullPath, project.id);
}

/** Moves a project into a group, or to a user, under its path; the former full path is redirected. */
export function moveProject(
  store: Store,
  project: Project,
  to: Group | { readonly userId: number; readonly username: string },
): void {
  const [above, groupId, userId] =
    "userId" in to ? [to.username, null, to.userId] : [to.fullPath, to.id, null];
  const fullPath = `${above}/${project.path}`;
  store.transaction(() => {
    if (fullPath !== project.fullPath) addFormerPath(store, "project", project.id, project.fullPath);
    store.run(
      "UPDATE projects SET full_path = ?, group_id = ?, user_id = ? WHERE id = ?",
      fullPath,
      groupId,
      userId,
      project.id,
    );
  });
}

/** Marks a group and all groups below it as being deleted. */
export function markForDeletion(store: Store, root: Group): void {
  const now = timeNow(store);
  store.transaction(() => {
    for (const { id } of listGroupTree(store, root)) {
      store.run(
        "UPDATE groups SET deletion_requested_at = coalesce(deletion_requested_at, ?) WHERE id = ?",
        now,
        id,
      );
    }
  });
}

/** Returns a group that is being deleted and has no group below it; null where nothing is left to delete. */
export function nextGroupToDelete(store: Store): Group | null {
  const row = store.get(
    `SELECT * FROM groups WHERE deletion_requested_at IS NOT NULL
       AND id NOT IN (SELECT parent_id FROM groups WHERE parent_id IS NOT NULL) ORDER BY id LIMIT 1`,
  );
  return row ? (toGroups([row])[0] ?? null) : null;
}

/** Returns the project that had a full path before it moved; null where none had. */
export function findMovedProject(store: Store, path: string): Project | null {
  const row = store.get(
    "SELECT project_id FROM former_paths WHERE path = ? AND project_id IS NOT NULL",
    path,
  );
  const id = parseCell("project_id", int, row);
  return id === null ? null : findProject(store, id);
}

/** Returns the group that had a full path before it moved; null where none had. */
export function findMovedGroup(store: Store, path: string): Group | null {
  const row = store.get("SELECT group_id FROM former_paths WHERE path = ? AND group_id IS NOT NULL", path);
  const id = parseCell("group_id", int, row);
  return id === null ? null : findGroup(store, id);
}

/** Records the path that a group or project had until now. */
function addFormerPath(store: Store, kind: "group" | "project", id: number, path: string): void {
  store.run("DELETE FROM former_paths WHERE path = ?", path);
  store.run(`INSERT INTO former_paths (path, ${kind}_id) VALUES (?, ?)`, path, id);
}
