import { z } from "zod";
import type { Optional } from "../../../../shared/optional.ts";
import { timeNow } from "../../clock.ts";
import { flag, intOrNull, parseCell, parseRow, parseRows, text, textOrNull } from "../rows.ts";
import { seal, unseal } from "../seal.ts";
import type { Store } from "../store.ts";

/** Tables of the schedules of pipelines. */
export const scheduleTables = `
  CREATE TABLE pipeline_schedules (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    owner_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    description TEXT NOT NULL,
    ref TEXT NOT NULL,
    cron TEXT NOT NULL,
    cron_timezone TEXT NOT NULL,
    active INTEGER NOT NULL,
    next_run_at TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX pipeline_schedules_by_project ON pipeline_schedules (project_id, id);
  CREATE INDEX pipeline_schedules_by_time ON pipeline_schedules (next_run_at) WHERE next_run_at IS NOT NULL;
  CREATE TABLE pipeline_schedule_variables (
    schedule_id INTEGER NOT NULL REFERENCES pipeline_schedules (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    sealed_value TEXT NOT NULL,
    file INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (schedule_id, key)
  ) STRICT, WITHOUT ROWID;
`;

/** Step that adds schedules, and to pipelines which one started them. */
export const scheduleStep = `${scheduleTables}
  ALTER TABLE pipelines ADD COLUMN schedule_id INTEGER REFERENCES pipeline_schedules (id) ON DELETE SET NULL;
  CREATE INDEX pipelines_by_schedule ON pipelines (schedule_id, id) WHERE schedule_id IS NOT NULL;
`;

const scheduleRow = z
  .object({
    id: z.int(),
    project_id: z.int(),
    owner_id: intOrNull,
    description: z.string(),
    ref: z.string(),
    cron: z.string(),
    cron_timezone: z.string(),
    active: flag,
    next_run_at: textOrNull,
    created_at: z.string(),
    updated_at: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    projectId: row.project_id,
    /** Null once that user was deleted. */
    ownerId: row.owner_id,
    description: row.description,
    ref: row.ref,
    cron: row.cron,
    timeZone: row.cron_timezone,
    active: row.active,
    /** Null while it is not active, and where its time never comes. */
    nextRunAt: row.next_run_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));

/** A schedule of pipelines of a project. */
export type PipelineSchedule = Readonly<z.output<typeof scheduleRow>>;

/** Fields of a schedule that are written. */
type ScheduleFields = Pick<
  PipelineSchedule,
  "description" | "ref" | "cron" | "timeZone" | "active" | "nextRunAt"
>;

/** Returns the schedules of a project by id, of all states unless one is given. */
export const listSchedules = (store: Store, projectId: number, active: boolean | null): PipelineSchedule[] =>
  parseRows(
    scheduleRow,
    store.all(
      "SELECT * FROM pipeline_schedules WHERE project_id = ?1 AND (?2 IS NULL OR active = ?2) ORDER BY id",
      projectId,
      active === null ? null : Number(active),
    ),
  );

export const findSchedule = (store: Store, id: number): PipelineSchedule | null =>
  parseRow(scheduleRow, store.get("SELECT * FROM pipeline_schedules WHERE id = ?", id));

/** Returns the schedules whose time has come, the earliest first. */
export const listDueSchedules = (store: Store, now: string): PipelineSchedule[] =>
  parseRows(
    scheduleRow,
    store.all("SELECT * FROM pipeline_schedules WHERE next_run_at <= ? ORDER BY next_run_at, id", now),
  );

/** Returns the time of the next run of all schedules, null where there is none. */
export const nextScheduledTime = (store: Store): string | null =>
  parseCell("next", textOrNull, store.get("SELECT min(next_run_at) AS next FROM pipeline_schedules"));

/** Returns the id of the new schedule. */
export function insertSchedule(
  store: Store,
  projectId: number,
  ownerId: number,
  { description, ref, cron, timeZone, active, nextRunAt }: ScheduleFields,
): number {
  const now = timeNow(store);
  return store.run(
    `INSERT INTO pipeline_schedules (project_id, owner_id, description, ref, cron, cron_timezone, active, next_run_at,
       created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    projectId,
    ownerId,
    description,
    ref,
    cron,
    timeZone,
    Number(active),
    nextRunAt,
    now,
    now,
  );
}

/** Changes the given fields; an undefined one stays. */
export function updateSchedule(
  store: Store,
  schedule: PipelineSchedule,
  changes: Optional<ScheduleFields & { ownerId: number }>,
): void {
  const { nextRunAt = schedule.nextRunAt } = changes;
  store.run(
    `UPDATE pipeline_schedules SET description = ?, ref = ?, cron = ?, cron_timezone = ?, active = ?, next_run_at = ?,
       owner_id = ?, updated_at = ? WHERE id = ?`,
    changes.description ?? schedule.description,
    changes.ref ?? schedule.ref,
    changes.cron ?? schedule.cron,
    changes.timeZone ?? schedule.timeZone,
    Number(changes.active ?? schedule.active),
    nextRunAt,
    changes.ownerId ?? schedule.ownerId,
    timeNow(store),
    schedule.id,
  );
}

export function deleteSchedule(store: Store, id: number): void {
  store.run("DELETE FROM pipeline_schedules WHERE id = ?", id);
}

/** A variable of a schedule. Its value is encrypted on disk. */
export interface ScheduleVariable {
  readonly key: string;
  readonly value: string;
  /** Jobs get the path of a file with the value. */
  readonly file: boolean;
}

const sealOwner = (scheduleId: number, key: string): string => `schedule variable ${scheduleId} ${key}`;

/** Returns the variables of a schedule with their decrypted values, by key. */
export const listScheduleVariables = (store: Store, scheduleId: number): ScheduleVariable[] =>
  parseRows(
    z.object({ key: text, sealed_value: text, file: flag }),
    store.all("SELECT * FROM pipeline_schedule_variables WHERE schedule_id = ? ORDER BY key", scheduleId),
  ).map(({ key, sealed_value: sealed, file }) => ({
    key,
    file,
    value: unseal(store, sealOwner(scheduleId, key), sealed),
  }));

/** Adds a variable to a schedule, or changes the one of the same key. */
export function putScheduleVariable(store: Store, scheduleId: number, variable: ScheduleVariable): void {
  const { key, value, file } = variable;
  store.run(
    `INSERT INTO pipeline_schedule_variables (schedule_id, key, sealed_value, file) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET sealed_value = excluded.sealed_value, file = excluded.file`,
    scheduleId,
    key,
    seal(store, sealOwner(scheduleId, key), value),
    Number(file),
  );
}

export function deleteScheduleVariable(store: Store, scheduleId: number, key: string): void {
  store.run("DELETE FROM pipeline_schedule_variables WHERE schedule_id = ? AND key = ?", scheduleId, key);
}
