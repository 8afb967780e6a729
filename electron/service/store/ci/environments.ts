import { z } from "zod";
import { textOrNull } from "../columns.ts";
import type { Store } from "../store.ts";

const environmentRow = z
  .object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    external_url: textOrNull,
    state: z.enum(["available", "stopped"]),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    name: row.name,
    slug: row.slug,
    externalUrl: row.external_url,
    state: row.state,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));

/** An environment that jobs deploy to. */
export type Environment = Readonly<z.output<typeof environmentRow>>;

/** Returns the environments of a project by name. */
export const listEnvironments = (store: Store, projectId: number): Environment[] =>
  store
    .all("SELECT * FROM environments WHERE project_id = ? ORDER BY name", projectId)
    .map((row) => environmentRow.parse(row));

export function findEnvironment(store: Store, projectId: number, id: number): Environment | null {
  const row = store.get("SELECT * FROM environments WHERE project_id = ? AND id = ?", projectId, id);
  return row ? environmentRow.parse(row) : null;
}

export function findEnvironmentByName(store: Store, projectId: number, name: string): Environment | null {
  const row = store.get("SELECT * FROM environments WHERE project_id = ? AND name = ?", projectId, name);
  return row ? environmentRow.parse(row) : null;
}

export const isSlugTaken = (store: Store, projectId: number, slug: string): boolean =>
  store.get("SELECT 1 FROM environments WHERE project_id = ? AND slug = ?", projectId, slug) !== undefined;

export interface NewEnvironment {
  readonly name: string;
  readonly slug: string;
  readonly externalUrl?: string | undefined;
  readonly state?: Environment["state"] | undefined;
  readonly createdAt?: string | undefined;
}

export function insertEnvironment(store: Store, projectId: number, environment: NewEnvironment): Environment {
  const now = environment.createdAt ?? new Date().toISOString();
  const id = store.run(
    `INSERT INTO environments (project_id, name, slug, external_url, state, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    projectId,
    environment.name,
    environment.slug,
    environment.externalUrl ?? null,
    environment.state ?? "available",
    now,
    now,
  );
  const inserted = findEnvironment(store, projectId, id);
  if (!inserted) throw new Error("the environment was not stored");
  return inserted;
}

/** Changes the given fields; an undefined one stays. */
export function updateEnvironment(
  store: Store,
  environment: Environment,
  fields: Partial<Pick<Environment, "name" | "externalUrl" | "state">>,
): void {
  const { externalUrl = environment.externalUrl } = fields;
  store.run(
    "UPDATE environments SET name = ?, external_url = ?, state = ?, updated_at = ? WHERE id = ?",
    fields.name ?? environment.name,
    externalUrl,
    fields.state ?? environment.state,
    new Date().toISOString(),
    environment.id,
  );
}

export function deleteEnvironment(store: Store, id: number): void {
  store.run("DELETE FROM environments WHERE id = ?", id);
}
