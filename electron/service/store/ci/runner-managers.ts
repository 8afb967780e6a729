import { z } from "zod";
import type { Optional } from "../../../../shared/optional.ts";
import { flag, parseCell, textOrNull } from "../rows.ts";
import type { Store } from "../store.ts";
import type { RunnerOwners } from "./runners.ts";

/** Machines that ask for jobs with the token of a runner: one token may be used by a whole fleet. */
export const runnerManagerTables = `
  CREATE TABLE runner_managers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    runner_id INTEGER NOT NULL REFERENCES runners (id) ON DELETE CASCADE,
    system_id TEXT NOT NULL,
    version TEXT,
    revision TEXT,
    platform TEXT,
    architecture TEXT,
    executor TEXT,
    ip_address TEXT,
    contacted_at TEXT NOT NULL,
    created_at TEXT NOT NULL,
    UNIQUE (runner_id, system_id)
  ) STRICT;
`;

/** A machine as it describes itself; undefined fields stay as they are known. */
export interface RunnerContact
  extends Optional<{
    name: string;
    version: string;
    revision: string;
    platform: string;
    architecture: string;
    executor: string;
    ipAddress: string;
  }> {
  readonly systemId: string;
}

/** Records that a machine has contacted the service, with what it says about itself, for its runner as well. */
export function putRunnerContact(store: Store, runnerId: number, contact: RunnerContact, at: string): void {
  const { systemId, version, revision, platform, architecture, executor, ipAddress } = contact;
  const fields = [version, revision, platform, architecture, executor, ipAddress].map(
    (value) => value ?? null,
  );
  store.transaction(() => {
    store.run(
      `INSERT INTO runner_managers (runner_id, system_id, version, revision, platform, architecture, executor,
         ip_address, contacted_at, created_at)
       SELECT id, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9 FROM runners WHERE id = ?1
       ON CONFLICT DO UPDATE SET version = coalesce(excluded.version, version),
         revision = coalesce(excluded.revision, revision), platform = coalesce(excluded.platform, platform),
         architecture = coalesce(excluded.architecture, architecture),
         executor = coalesce(excluded.executor, executor),
         ip_address = coalesce(excluded.ip_address, ip_address), contacted_at = excluded.contacted_at`,
      runnerId,
      systemId,
      ...fields,
      at,
    );
    store.run(
      `UPDATE runners SET name = coalesce(?, name), version = coalesce(?, version),
         revision = coalesce(?, revision), platform = coalesce(?, platform),
         architecture = coalesce(?, architecture), ip_address = coalesce(?, ip_address), contacted_at = ?
         WHERE id = ?`,
      contact.name ?? null,
      version ?? null,
      revision ?? null,
      platform ?? null,
      architecture ?? null,
      ipAddress ?? null,
      at,
      runnerId,
    );
  });
}

/** Deletes the machines of a runner that were not heard of since a time, and all but the `most` that were heard of last. */
export function deleteOldManagers(store: Store, runnerId: number, since: string, most: number): void {
  store.run(
    `DELETE FROM runner_managers WHERE runner_id = ?1 AND (contacted_at < ?2 OR id NOT IN (
       SELECT id FROM runner_managers WHERE runner_id = ?1 ORDER BY contacted_at DESC, id DESC LIMIT ?3))`,
    runnerId,
    since,
    most,
  );
}

/** Deletes a machine of a runner. Returns whether there was one. */
export const deleteRunnerManager = (store: Store, runnerId: number, systemId: string): boolean =>
  store.get(
    "DELETE FROM runner_managers WHERE runner_id = ? AND system_id = ? RETURNING id",
    runnerId,
    systemId,
  ) !== undefined;

/** Returns whether a machine of one of these runners was heard of since a time. */
export const hasContactSince = (store: Store, of: RunnerOwners, since: string): boolean =>
  parseCell(
    "found",
    flag,
    store.get(
      `SELECT EXISTS (SELECT 1 FROM runner_managers JOIN runners ON runners.id = runner_id
         WHERE runner_managers.contacted_at > ?1 AND (
           (?2 AND type = 'instance_type') OR group_id IN (SELECT value FROM json_each(?3))
           OR runners.id IN (SELECT runner_id FROM runner_projects
             WHERE project_id IN (SELECT value FROM json_each(?4))))) AS found`,
      since,
      Number(of.isInstance),
      JSON.stringify(of.groupIds),
      JSON.stringify(of.projectIds),
    ),
  ) === true;

const managerRow = z
  .object({
    id: z.int(),
    system_id: z.string(),
    version: textOrNull,
    revision: textOrNull,
    platform: textOrNull,
    architecture: textOrNull,
    executor: textOrNull,
    ip_address: textOrNull,
    contacted_at: z.string(),
    created_at: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    systemId: row.system_id,
    version: row.version,
    revision: row.revision,
    platform: row.platform,
    architecture: row.architecture,
    executor: row.executor,
    ipAddress: row.ip_address,
    contactedAt: row.contacted_at,
    createdAt: row.created_at,
  }));

/** A machine that asks for jobs with the token of a runner. */
export type RunnerManager = Readonly<z.output<typeof managerRow>>;

/** Returns up to `most` machines of a runner, last contact first. */
export const listRunnerManagers = (store: Store, runnerId: number, most: number): RunnerManager[] =>
  store
    .all(
      "SELECT * FROM runner_managers WHERE runner_id = ? ORDER BY contacted_at DESC, id DESC LIMIT ?",
      runnerId,
      most,
    )
    .map((row) => managerRow.parse(row));
