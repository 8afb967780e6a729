import type { Visibility } from "./projects.ts";
import type { Row, Store } from "./store.ts";

/** A row of the groups table. */
export interface Group {
  readonly id: number;
  readonly parentId: number | null;
  readonly name: string;
  readonly path: string;
  readonly fullPath: string;
  readonly fullName: string;
  readonly description: string;
  readonly visibility: Visibility;
  readonly lfsEnabled: boolean;
  readonly requestAccessEnabled: boolean;
}

export interface NewGroup {
  readonly name: string;
  readonly path: string;
  readonly parentId?: number | undefined;
  readonly description?: string;
  readonly visibility?: Visibility;
  readonly createdAt?: string;
}

export function insertGroup(store: Store, group: NewGroup): Group {
  const parent = group.parentId === undefined ? null : findGroup(store, group.parentId);
  const id = store.run(
    `INSERT INTO groups (parent_id, name, path, full_path, full_name, description, visibility, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    parent?.id ?? null,
    group.name,
    group.path,
    parent ? `${parent.fullPath}/${group.path}` : group.path,
    parent ? `${parent.fullName} / ${group.name}` : group.name,
    group.description ?? "",
    group.visibility ?? "private",
    group.createdAt ?? new Date().toISOString(),
  );
  const inserted = findGroup(store, id);
  if (!inserted) throw new Error("the group was not kept");
  return inserted;
}

const toGroup = (row: Row): Group => ({
  id: Number(row.id),
  parentId: row.parent_id === null ? null : Number(row.parent_id),
  name: String(row.name),
  path: String(row.path),
  fullPath: String(row.full_path),
  fullName: String(row.full_name),
  description: String(row.description),
  visibility: String(row.visibility) as Visibility,
  lfsEnabled: row.lfs_enabled === 1,
  requestAccessEnabled: row.request_access_enabled === 1,
});

const one = (row: Row | undefined): Group | null => (row ? toGroup(row) : null);

export const findGroup = (store: Store, id: number): Group | null =>
  one(store.get("SELECT * FROM groups WHERE id = ?", id));

export const findGroupByPath = (store: Store, fullPath: string): Group | null =>
  one(store.get("SELECT * FROM groups WHERE full_path = ?", fullPath));

/** Every group by name; filters are few and groups are hundreds, so the caller filters. */
export const listGroups = (store: Store): Group[] =>
  store.all("SELECT * FROM groups ORDER BY name COLLATE NOCASE, id").map(toGroup);

/** A group and the groups above it, nearest first. */
export function ancestorsOf(store: Store, groupId: number): Group[] {
  const group = findGroup(store, groupId);
  if (!group) return [];
  return [group, ...(group.parentId === null ? [] : ancestorsOf(store, group.parentId))];
}
