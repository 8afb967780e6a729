import { z } from "zod";
import { intOrNull } from "../columns.ts";
import { parseCount } from "../rows.ts";
import type { Store } from "../store.ts";

/** Columns that a list of deployments can be sorted by. */
export const deploymentOrders = ["id", "iid", "created_at", "updated_at", "ref"] as const;

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
export interface DeploymentQuery {
  readonly orderBy: (typeof deploymentOrders)[number];
  readonly sort: "asc" | "desc";
  /** Name of the environment. */
  readonly environment?: string | undefined;
  readonly status?: string | undefined;
}

/** Returns one page of the deployments of a project and their number. */
export function listDeployments(
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

/** Records how the deployment of a job ended. */
export function updateDeploymentOfJob(store: Store, jobId: number, status: string): void {
  store.run(
    "UPDATE deployments SET status = ?, updated_at = ? WHERE job_id = ?",
    status,
    new Date().toISOString(),
    jobId,
  );
}
