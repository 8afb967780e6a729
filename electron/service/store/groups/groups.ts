import { z } from "zod";
import type { Visibility } from "../../../../shared/api/resources/projects.ts";
import { visibility } from "../../../../shared/api/resources/projects.ts";
import type { Optional } from "../../../../shared/optional.ts";
import { timeNow } from "../../clock.ts";
import { flag, intOrNull, parseRow, parseRows, textOrNull } from "../rows.ts";
import type { Store } from "../store.ts";

const groupRow = z
  .object({
    id: z.int(),
    parent_id: intOrNull,
    name: z.string(),
    path: z.string(),
    full_path: z.string(),
    full_name: z.string(),
    description: z.string(),
    visibility,
    lfs_enabled: flag,
    request_access_enabled: flag,
    file_template_project_id: intOrNull,
    deletion_requested_at: textOrNull,
  })
  .transform((row) => ({
    id: row.id,
    parentId: row.parent_id,
    name: row.name,
    path: row.path,
    fullPath: row.full_path,
    fullName: row.full_name,
    description: row.description,
    visibility: row.visibility,
    lfsEnabled: row.lfs_enabled,
    requestAccessEnabled: row.request_access_enabled,
    /** Project in the group whose files are offered as templates. */
    fileTemplateProjectId: row.file_template_project_id,
    /** Time of the request to delete it; null while it is not being deleted. */
    deletionRequestedAt: row.deletion_requested_at,
  }));

/** A row of the groups table. */
export type Group = Readonly<z.output<typeof groupRow>>;

interface NewGroup
  extends Optional<{
    parentId: number;
    description: string;
    visibility: Visibility;
    lfsEnabled: boolean;
    requestAccessEnabled: boolean;
    createdAt: string;
  }> {
  readonly name: string;
  readonly path: string;
}

export function insertGroup(store: Store, group: NewGroup): Group {
  const parent = group.parentId === undefined ? null : findGroup(store, group.parentId);
  const id = store.run(
    `INSERT INTO groups (parent_id, name, path, full_path, full_name, description, visibility, lfs_enabled,
       request_access_enabled, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    parent?.id ?? null,
    group.name,
    group.path,
    parent ? `${parent.fullPath}/${group.path}` : group.path,
    parent ? `${parent.fullName} / ${group.name}` : group.name,
    group.description ?? "",
    group.visibility ?? "private",
    Number(group.lfsEnabled ?? true),
    Number(group.requestAccessEnabled ?? true),
    group.createdAt ?? timeNow(store),
  );
  const inserted = findGroup(store, id);
  if (!inserted) throw new Error("the group was not inserted");
  return inserted;
}

/** Returns rows as groups. */
export const toGroups = (rows: readonly unknown[]): Group[] => parseRows(groupRow, rows);

const one = (row: unknown): Group | null => parseRow(groupRow, row);

export const findGroup = (store: Store, id: number): Group | null =>
  one(store.get("SELECT * FROM groups WHERE id = ?", id));

export const findGroupByPath = (store: Store, fullPath: string): Group | null =>
  one(store.get("SELECT * FROM groups WHERE full_path = ?", fullPath));

/** Writes the own fields of a group; `refreshFullPaths` carries a new path or name to what is below it. */
export function updateGroupRow(store: Store, group: Group): void {
  store.run(
    `UPDATE groups SET name = ?, path = ?, description = ?, visibility = ?, lfs_enabled = ?,
       request_access_enabled = ?, file_template_project_id = ? WHERE id = ?`,
    group.name,
    group.path,
    group.description,
    group.visibility,
    Number(group.lfsEnabled),
    Number(group.requestAccessEnabled),
    group.fileTemplateProjectId,
    group.id,
  );
}

/** Deletes the row of a group with dependent rows. */
export function deleteGroupRow(store: Store, groupId: number): void {
  store.run("DELETE FROM groups WHERE id = ?", groupId);
}

/** Every group by name; filters are few and groups are hundreds, so the caller filters. */
export const listGroupRows = (store: Store): Group[] =>
  toGroups(store.all("SELECT * FROM groups ORDER BY name COLLATE NOCASE, id"));

/** A group and the groups above it, nearest first. */
export function ancestorsOf(store: Store, groupId: number): Group[] {
  const group = findGroup(store, groupId);
  if (!group) return [];
  return [group, ...(group.parentId === null ? [] : ancestorsOf(store, group.parentId))];
}
