import { z } from "zod";
import { timeNow } from "../../clock.ts";
import { flag, parseRow, textOrNull } from "../rows.ts";
import type { Store } from "../store.ts";

/** Public keys of programs, and the projects that each has access to. */
export const deployKeyTables = `
  CREATE TABLE deploy_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    title TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    expires_at TEXT
  ) STRICT;
  CREATE TABLE deploy_keys_projects (
    key_id INTEGER NOT NULL REFERENCES deploy_keys (id) ON DELETE CASCADE,
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    can_push INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (key_id, project_id)
  ) STRICT;
  CREATE INDEX deploy_keys_projects_by_project ON deploy_keys_projects (project_id);
  CREATE TRIGGER deploy_keys_unused AFTER DELETE ON deploy_keys_projects
  WHEN NOT EXISTS (SELECT 1 FROM deploy_keys_projects WHERE key_id = OLD.key_id)
  BEGIN
    DELETE FROM deploy_keys WHERE id = OLD.key_id;
  END;
`;

const keyRow = z
  .object({
    id: z.int(),
    title: z.string(),
    key: z.string(),
    fingerprint: z.string(),
    created_at: z.string(),
    expires_at: textOrNull,
    can_push: flag,
  })
  .transform((row) => ({
    id: row.id,
    title: row.title,
    /** Type, Base64 and comment, as OpenSSH writes them. */
    key: row.key,
    /** `SHA256:…` */
    fingerprint: row.fingerprint,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    canPush: row.can_push,
  }));

/** A deploy key, as one project has it. */
export type DeployKey = Readonly<z.output<typeof keyRow>>;

const select = `SELECT deploy_keys.*, can_push FROM deploy_keys
  JOIN deploy_keys_projects ON key_id = deploy_keys.id`;

/** Returns the keys of a project, oldest first. */
export const listDeployKeys = (store: Store, projectId: number): DeployKey[] =>
  store.all(`${select} WHERE project_id = ? ORDER BY id`, projectId).map((row) => keyRow.parse(row));

/** Returns the keys of all projects, each once; none of them may push by that. */
export const listAllDeployKeys = (store: Store): DeployKey[] =>
  store.all("SELECT *, 0 AS can_push FROM deploy_keys ORDER BY id").map((row) => keyRow.parse(row));

export const findDeployKey = (store: Store, projectId: number, id: number): DeployKey | null =>
  parseRow(keyRow, store.get(`${select} WHERE project_id = ? AND id = ?`, projectId, id));

/** Returns the id of the key of a fingerprint, of whatever project. */
export const findDeployKeyId = (store: Store, fingerprint: string): number | null => {
  const row = store.get("SELECT id FROM deploy_keys WHERE fingerprint = ?", fingerprint);
  return parseRow(z.object({ id: z.int() }), row)?.id ?? null;
};

/** Returns the projects that have a key. */
export const projectsOfDeployKey = (store: Store, id: number): number[] =>
  store
    .all("SELECT project_id FROM deploy_keys_projects WHERE key_id = ?", id)
    .map((row) => z.object({ project_id: z.int() }).parse(row).project_id);

/** Adds a key that no project has yet, and returns its id. */
export const insertDeployKey = (
  store: Store,
  key: Pick<DeployKey, "title" | "key" | "fingerprint" | "expiresAt">,
): number =>
  store.run(
    "INSERT INTO deploy_keys (title, key, fingerprint, created_at, expires_at) VALUES (?, ?, ?, ?, ?)",
    key.title,
    key.key,
    key.fingerprint,
    timeNow(store),
    key.expiresAt,
  );

/** Gives a project a key, or changes whether it may push. */
export function putDeployKey(store: Store, projectId: number, id: number, canPush: boolean): void {
  store.run(
    `INSERT INTO deploy_keys_projects (key_id, project_id, can_push) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET can_push = excluded.can_push`,
    id,
    projectId,
    Number(canPush),
  );
}

export function renameDeployKey(store: Store, id: number, title: string): void {
  store.run("UPDATE deploy_keys SET title = ? WHERE id = ?", title, id);
}

/** Takes a key from a project; one that no other project has is deleted. */
export function removeDeployKey(store: Store, projectId: number, id: number): void {
  store.run("DELETE FROM deploy_keys_projects WHERE project_id = ? AND key_id = ?", projectId, id);
}
