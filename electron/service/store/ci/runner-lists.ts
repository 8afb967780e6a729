import { int } from "../columns.ts";
import { parseColumn, parseCount } from "../rows.ts";
import type { Store } from "../store.ts";
import { type Runner, type RunnerType, toRunners } from "./runners.ts";

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
export interface RunnerQuery {
  readonly of?: RunnerOwners | undefined;
  readonly type?: RunnerType | undefined;
  /** States that each has to have. */
  readonly states: readonly RunnerState[];
  /** Tags that each has to have. */
  readonly tags?: readonly string[] | undefined;
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
export function listRunners(
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
