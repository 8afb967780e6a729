import { int } from "../columns.ts";
import { findProject, type Project } from "../projects/projects.ts";
import { parseCell } from "../rows.ts";
import type { Store } from "../store.ts";
import { findGroup, type Group } from "./groups.ts";

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
export function addFormerPath(store: Store, kind: "group" | "project", id: number, path: string): void {
  store.run("DELETE FROM former_paths WHERE path = ?", path);
  store.run(`INSERT INTO former_paths (path, ${kind}_id) VALUES (?, ?)`, path, id);
}
