import { z } from "zod";
import type { Optional } from "../../../../shared/optional.ts";
import { timeNow } from "../../clock.ts";
import { intOrNull, parseCount, textOrNull } from "../rows.ts";
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
export const listEnvironmentRows = (store: Store, projectId: number): Environment[] =>
  store
    .all("SELECT * FROM environments WHERE project_id = ? ORDER BY name", projectId)
    .map((row) => environmentRow.parse(row));

/** Returns the available environments of a project that were neither changed nor deployed to since a time, by name. */
export const listStaleEnvironments = (store: Store, projectId: number, before: string): Environment[] =>
  store
    .all(
      `SELECT * FROM environments WHERE project_id = ?1 AND state = 'available' AND updated_at < ?2 AND NOT EXISTS (
         SELECT 1 FROM deployments WHERE environment_id = environments.id AND deployments.updated_at >= ?2
       ) ORDER BY name`,
      projectId,
      before,
    )
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

interface NewEnvironment {
  readonly name: string;
  readonly slug: string;
  readonly externalUrl?: string | null;
  readonly state?: Environment["state"];
  readonly createdAt?: string;
}

export function insertEnvironment(store: Store, projectId: number, environment: NewEnvironment): Environment {
  const now = environment.createdAt ?? timeNow(store);
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
export function updateEnvironmentRow(
  store: Store,
  environment: Environment,
  fields: Optional<Pick<Environment, "name" | "externalUrl" | "state">>,
): void {
  const { externalUrl = environment.externalUrl } = fields;
  store.run(
    "UPDATE environments SET name = ?, external_url = ?, state = ?, updated_at = ? WHERE id = ?",
    fields.name ?? environment.name,
    externalUrl,
    fields.state ?? environment.state,
    timeNow(store),
    environment.id,
  );
}

export function deleteEnvironmentRow(store: Store, id: number): void {
  store.run("DELETE FROM environments WHERE id = ?", id);
}

/** Columns that a list of deployments can be sorted by. */
const deploymentOrders = ["id", "iid", "created_at", "updated_at", "ref"] as const;

const deploymentRow = z
  .object({
    id: z.int(),
    iid: z.int(),
    environment_id: z.int(),
    ref: z.string(),
    sha: z.string(),
    job_id: intOrNull,
    user_id: intOrNull,
    status: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    iid: row.iid,
    environmentId: row.environment_id,
    ref: row.ref,
    sha: row.sha,
    jobId: row.job_id,
    userId: row.user_id,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));

/** A job's commit in an environment. */
export type Deployment = Readonly<z.output<typeof deploymentRow>>;

/** Filters and order of a list of deployments. */
export interface DeploymentQuery
  extends Optional<{
    /** Name of the environment. */
    environment: string;
    status: string;
  }> {
  readonly orderBy: (typeof deploymentOrders)[number];
  readonly sort: "asc" | "desc";
}

/** Returns one page of the deployments of a project and their number. */
export function listDeploymentRows(
  store: Store,
  projectId: number,
  query: DeploymentQuery,
  page: { readonly number: number; readonly perPage: number },
): { readonly items: Deployment[]; readonly total: number } {
  const where = `FROM deployments JOIN environments ON environments.id = environment_id
    WHERE deployments.project_id = ?1 AND (?2 IS NULL OR environments.name = ?2) AND (?3 IS NULL OR status = ?3)`;
  const values = [projectId, query.environment ?? null, query.status ?? null] as const;
  // Both are constants, not text of the request.
  const order = `deployments.${query.orderBy} ${query.sort}, deployments.id ${query.sort}`;
  const rows = store.all(
    `SELECT deployments.* ${where} ORDER BY ${order} LIMIT ?4 OFFSET ?5`,
    ...values,
    page.perPage,
    (page.number - 1) * page.perPage,
  );
  return {
    items: rows.map((row) => deploymentRow.parse(row)),
    total: parseCount("total", store.get(`SELECT count(*) AS total ${where}`, ...values)),
  };
}

export function findDeployment(store: Store, projectId: number, id: number): Deployment | null {
  const row = store.get("SELECT * FROM deployments WHERE project_id = ? AND id = ?", projectId, id);
  return row ? deploymentRow.parse(row) : null;
}

/** Returns the newest deployment of an environment that succeeded, null where there is none. */
export function lastDeployment(store: Store, environmentId: number): Deployment | null {
  const row = store.get(
    "SELECT * FROM deployments WHERE environment_id = ? AND status = 'success' ORDER BY id DESC LIMIT 1",
    environmentId,
  );
  return row ? deploymentRow.parse(row) : null;
}

/** A deployment to insert, which gets the next number of its project. */
export type NewDeployment = Omit<Deployment, "id" | "iid">;

/** Returns the id of the new deployment. */
export function insertDeployment(store: Store, projectId: number, deployment: NewDeployment): number {
  return store.run(
    `INSERT INTO deployments (project_id, environment_id, iid, ref, sha, job_id, user_id, status, created_at, updated_at)
     VALUES (?1, ?2, (SELECT coalesce(max(iid), 0) + 1 FROM deployments WHERE project_id = ?1), ?3, ?4, ?5, ?6, ?7, ?8, ?9)`,
    projectId,
    deployment.environmentId,
    deployment.ref,
    deployment.sha,
    deployment.jobId,
    deployment.userId,
    deployment.status,
    deployment.createdAt,
    deployment.updatedAt,
  );
}

/** Deletes what a job has deployed: it was given back before it began. */
export function deleteDeploymentsOfJob(store: Store, jobId: number): void {
  store.run("DELETE FROM deployments WHERE job_id = ?", jobId);
}

/** Records how the deployment of a job ended. */
export function updateDeploymentOfJob(store: Store, jobId: number, status: string): void {
  store.run(
    "UPDATE deployments SET status = ?, updated_at = ? WHERE job_id = ?",
    status,
    timeNow(store),
    jobId,
  );
}
