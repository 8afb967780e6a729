import { z } from "zod";
import { flag, int, intOrNull, textOrNull, texts } from "../columns.ts";
import { parseColumn } from "../rows.ts";
import type { Store } from "../store.ts";

export const runnerTypes = ["instance_type", "group_type", "project_type"] as const;
export type RunnerType = (typeof runnerTypes)[number];

const runnerRow = z
  .object({
    id: z.int(),
    seed: z.string(),
    type: z.enum(runnerTypes),
    group_id: intOrNull,
    description: textOrNull,
    name: textOrNull,
    active: flag,
    tags: texts,
    run_untagged: flag,
    locked: flag,
    access_level: z.enum(["not_protected", "ref_protected"]),
    maximum_timeout: intOrNull,
    architecture: textOrNull,
    platform: textOrNull,
    revision: textOrNull,
    version: textOrNull,
    ip_address: textOrNull,
    contacted_at: textOrNull,
    created_at: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    /** Seed of its authentication token. */
    seed: row.seed,
    type: row.type,
    groupId: row.group_id,
    description: row.description,
    name: row.name,
    active: row.active,
    tags: row.tags,
    runUntagged: row.run_untagged,
    locked: row.locked,
    accessLevel: row.access_level,
    /** Seconds, null for no limit of the runner's own. */
    maximumTimeout: row.maximum_timeout,
    architecture: row.architecture,
    platform: row.platform,
    revision: row.revision,
    version: row.version,
    ipAddress: row.ip_address,
    contactedAt: row.contacted_at,
    createdAt: row.created_at,
  }));

/** A runner. Its authentication token is not stored: see `domain/ci/runner-tokens.ts`. */
export type Runner = Readonly<z.output<typeof runnerRow>>;

/** Changes of a runner; undefined fields stay. */
export interface RunnerSettings {
  readonly description?: string | undefined;
  readonly active?: boolean | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly runUntagged?: boolean | undefined;
  readonly locked?: boolean | undefined;
  readonly accessLevel?: Runner["accessLevel"] | undefined;
  readonly maximumTimeout?: number | null | undefined;
}

export interface NewRunner extends RunnerSettings {
  readonly type: RunnerType;
  readonly groupId?: number | undefined;
  readonly projectIds?: readonly number[] | undefined;
  readonly seed: string;
  readonly name?: string | undefined;
  readonly architecture?: string | undefined;
  readonly platform?: string | undefined;
  readonly revision?: string | undefined;
  readonly version?: string | undefined;
  readonly ipAddress?: string | undefined;
  readonly contactedAt?: string | undefined;
  readonly createdAt?: string | undefined;
}

/** Returns the runners of rows of the table. */
export const toRunners = (rows: readonly unknown[]): Runner[] => rows.map((row) => runnerRow.parse(row));

export function findRunner(store: Store, id: number): Runner | null {
  const row = store.get("SELECT * FROM runners WHERE id = ?", id);
  return row ? runnerRow.parse(row) : null;
}

export function findRunnerBySeed(store: Store, seed: string): Runner | null {
  const row = store.get("SELECT * FROM runners WHERE seed = ?", seed);
  return row ? runnerRow.parse(row) : null;
}

/** Returns the ids of the projects that a runner was enabled for, lowest first. */
export const projectIdsOfRunner = (store: Store, runnerId: number): number[] =>
  parseColumn(
    "project_id",
    int,
    store.all("SELECT project_id FROM runner_projects WHERE runner_id = ? ORDER BY project_id", runnerId),
  );

export function insertRunner(store: Store, runner: NewRunner): Runner {
  const id = store.transaction(() => {
    const added = store.run(
      `INSERT INTO runners (type, group_id, seed, description, name, active, tags, run_untagged, locked,
         access_level, maximum_timeout, architecture, platform, revision, version, ip_address, contacted_at, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      runner.type,
      runner.groupId ?? null,
      runner.seed,
      runner.description ?? null,
      runner.name ?? null,
      Number(runner.active ?? true),
      JSON.stringify(runner.tags ?? []),
      Number(runner.runUntagged ?? true),
      Number(runner.locked ?? false),
      runner.accessLevel ?? "not_protected",
      runner.maximumTimeout ?? null,
      runner.architecture ?? null,
      runner.platform ?? null,
      runner.revision ?? null,
      runner.version ?? null,
      runner.ipAddress ?? null,
      runner.contactedAt ?? null,
      runner.createdAt ?? new Date().toISOString(),
    );
    for (const projectId of runner.projectIds ?? []) enableRunner(store, added, projectId);
    return added;
  });
  const inserted = findRunner(store, id);
  if (!inserted) throw new Error("the runner was not stored");
  return inserted;
}

export function updateRunner(store: Store, runner: Runner, settings: RunnerSettings): Runner {
  const { maximumTimeout = runner.maximumTimeout } = settings;
  store.run(
    `UPDATE runners SET description = ?, active = ?, tags = ?, run_untagged = ?, locked = ?, access_level = ?,
       maximum_timeout = ? WHERE id = ?`,
    settings.description ?? runner.description,
    Number(settings.active ?? runner.active),
    JSON.stringify(settings.tags ?? runner.tags),
    Number(settings.runUntagged ?? runner.runUntagged),
    Number(settings.locked ?? runner.locked),
    settings.accessLevel ?? runner.accessLevel,
    maximumTimeout,
    runner.id,
  );
  return findRunner(store, runner.id) ?? runner;
}

/** Records the contact of a runner. */
export function touchRunner(store: Store, runnerId: number, at: string): void {
  store.run("UPDATE runners SET contacted_at = ? WHERE id = ?", at, runnerId);
}

export function deleteRunner(store: Store, runnerId: number): void {
  store.run("DELETE FROM runners WHERE id = ?", runnerId);
}

/** Enables a runner for a project. */
export function enableRunner(store: Store, runnerId: number, projectId: number): void {
  store.run(
    "INSERT INTO runner_projects (runner_id, project_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
    runnerId,
    projectId,
  );
}

export function disableRunner(store: Store, runnerId: number, projectId: number): void {
  store.run("DELETE FROM runner_projects WHERE runner_id = ? AND project_id = ?", runnerId, projectId);
}
