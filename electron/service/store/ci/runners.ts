import { z } from "zod";
import type { Optional } from "../../../../shared/optional.ts";
import { timeNow } from "../../clock.ts";
import { flag, int, intOrNull, parseColumn, parseCount, textOrNull, texts } from "../rows.ts";
import type { Store } from "../store.ts";

const runnerTypes = ["instance_type", "group_type", "project_type"] as const;
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

/** A runner. Its authentication token is not stored: see `domain/ci/runner-access.ts`. */
export type Runner = Readonly<z.output<typeof runnerRow>>;

/** Changes of a runner; undefined fields stay. */
type RunnerSettings = Optional<{
  description: string;
  active: boolean;
  tags: readonly string[];
  runUntagged: boolean;
  locked: boolean;
  accessLevel: Runner["accessLevel"];
  maximumTimeout: number | null;
}>;

export interface NewRunner
  extends RunnerSettings,
    Optional<{
      groupId: number;
      projectIds: readonly number[];
      name: string;
      architecture: string;
      platform: string;
      revision: string;
      version: string;
      ipAddress: string;
      contactedAt: string;
      createdAt: string;
    }> {
  readonly type: RunnerType;
  readonly seed: string;
}

/** Returns the runners of rows of the table. */
const toRunners = (rows: readonly unknown[]): Runner[] => rows.map((row) => runnerRow.parse(row));

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
      runner.createdAt ?? timeNow(store),
    );
    for (const projectId of runner.projectIds ?? []) enableRunner(store, added, projectId);
    return added;
  });
  const inserted = findRunner(store, id);
  if (!inserted) throw new Error("the runner was not stored");
  return inserted;
}

export function updateRunnerRow(store: Store, runner: Runner, settings: RunnerSettings): Runner {
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

/** Gives a runner another seed, and with it another token. */
export function updateRunnerSeed(store: Store, runnerId: number, seed: string): void {
  store.run("UPDATE runners SET seed = ? WHERE id = ?", seed, runnerId);
}

export function deleteRunnerRow(store: Store, runnerId: number): void {
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

/** Runners by where they may be used: those of the instance, of the groups, and those enabled for the projects. */
export interface RunnerOwners {
  readonly isInstance: boolean;
  readonly groupIds: readonly number[];
  readonly projectIds: readonly number[];
}

/** A state that a list of runners may ask for; `shared` and `specific` are types. */
export type RunnerState =
  | "active"
  | "paused"
  | "shared"
  | "specific"
  | "online"
  | "offline"
  | "stale"
  | "never_contacted";

/** Conditions that all have to be met; undefined ones are. */
interface RunnerQuery
  extends Optional<{
    of: RunnerOwners;
    type: RunnerType;
    /** Tags that each has to have. */
    tags: readonly string[];
  }> {
  /** States that each has to have. */
  readonly states: readonly RunnerState[];
  /** Last contact after which a runner is online and before which it is stale, in the form of `Date.toISOString`. */
  readonly onlineSince: string;
  readonly staleBefore: string;
}

const conditions = `(?1 IS NULL OR (?1 AND type = 'instance_type')
    OR group_id IN (SELECT value FROM json_each(?2))
    OR id IN (SELECT runner_id FROM runner_projects WHERE project_id IN (SELECT value FROM json_each(?3))))
  AND (?4 IS NULL OR type = ?4)
  AND NOT EXISTS (SELECT 1 FROM json_each(?5) AS wanted
    WHERE wanted.value NOT IN (SELECT value FROM json_each(runners.tags)))
  AND NOT EXISTS (SELECT 1 FROM json_each(?6) AS state WHERE NOT CASE state.value
    WHEN 'active' THEN active
    WHEN 'paused' THEN NOT active
    WHEN 'shared' THEN runners.type = 'instance_type'
    WHEN 'specific' THEN runners.type = 'project_type'
    WHEN 'never_contacted' THEN contacted_at IS NULL
    WHEN 'online' THEN IFNULL(contacted_at > ?7, 0)
    WHEN 'offline' THEN IFNULL(contacted_at <= ?7 AND contacted_at > ?8, 0)
    WHEN 'stale' THEN IFNULL(contacted_at <= ?8, 0) END)`;

/** Returns `limit` runners from `offset` on, lowest id first, and how many there are in all. */
export function listRunnerRows(
  store: Store,
  query: RunnerQuery,
  limit: number,
  offset: number,
): { readonly runners: Runner[]; readonly total: number } {
  const { of, type, states, tags, onlineSince, staleBefore } = query;
  const values = [
    of ? Number(of.isInstance) : null,
    JSON.stringify(of?.groupIds ?? []),
    JSON.stringify(of?.projectIds ?? []),
    type ?? null,
    JSON.stringify(tags ?? []),
    JSON.stringify(states),
    onlineSince,
    staleBefore,
  ];
  const page = store.all(
    `SELECT * FROM runners WHERE ${conditions} ORDER BY id LIMIT ?9 OFFSET ?10`,
    ...values,
    limit,
    offset,
  );
  const count = store.get(`SELECT COUNT(*) AS total FROM runners WHERE ${conditions}`, ...values);
  return { runners: toRunners(page), total: parseCount("total", count) };
}

/** Returns the ids of all groups that have runners, and of all projects that runners are enabled for. */
export const ownersOfRunners = (store: Store): Omit<RunnerOwners, "isInstance"> => ({
  groupIds: parseColumn(
    "group_id",
    int,
    store.all("SELECT DISTINCT group_id FROM runners WHERE group_id IS NOT NULL"),
  ),
  projectIds: parseColumn("project_id", int, store.all("SELECT DISTINCT project_id FROM runner_projects")),
});
