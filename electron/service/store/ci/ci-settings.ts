import { z } from "zod";
import { flag, parseCell, textOrNull } from "../rows.ts";
import { seal, unseal } from "../seal.ts";
import type { Store } from "../store.ts";

/** Returns whether the jobs of a project may run on this machine. */
export const mayRunJobs = (store: Store, projectId: number): boolean =>
  parseCell(
    "run_jobs",
    flag,
    store.get("SELECT run_jobs FROM ci_settings WHERE project_id = ?", projectId),
  ) === true;

/** Switches the running of a project's jobs on this machine on or off. */
export function setRunJobs(store: Store, projectId: number, on: boolean): void {
  store.run(
    `INSERT INTO ci_settings (project_id, run_jobs) VALUES (?, ?)
     ON CONFLICT DO UPDATE SET run_jobs = excluded.run_jobs`,
    projectId,
    Number(on),
  );
}

const variableRow = z.object({
  key: z.string(),
  sealed_value: z.string(),
  file: flag,
  protected: flag,
  masked: flag,
  raw: flag,
  description: textOrNull,
});

/** A variable that a project declares for its jobs. Its value is encrypted on disk. */
export interface CiVariable {
  readonly key: string;
  readonly value: string;
  /** Jobs get the path of a file with the value. */
  readonly file: boolean;
  /** Only jobs of protected branches get it. */
  readonly protected: boolean;
  /** Its value must not appear in job logs. */
  readonly masked: boolean;
  /** `$` in the value is not expanded. */
  readonly raw: boolean;
  readonly description: string | null;
}

const ownerOf = (projectId: number, key: string): string => `variable ${projectId} ${key}`;

function toVariable(store: Store, projectId: number, row: unknown): CiVariable {
  const { sealed_value: sealed, ...variable } = variableRow.parse(row);
  return { ...variable, value: unseal(store, ownerOf(projectId, variable.key), sealed) };
}

/** Returns the variables of a project with their decrypted values, sorted by key. */
export const listCiVariables = (store: Store, projectId: number): CiVariable[] =>
  store
    .all("SELECT * FROM ci_variables WHERE project_id = ? ORDER BY key", projectId)
    .map((row) => toVariable(store, projectId, row));

export function findCiVariable(store: Store, projectId: number, key: string): CiVariable | null {
  const row = store.get("SELECT * FROM ci_variables WHERE project_id = ? AND key = ?", projectId, key);
  return row ? toVariable(store, projectId, row) : null;
}

/** Adds a variable to a project, or changes the one of the same key. */
export function putCiVariable(store: Store, projectId: number, variable: CiVariable): void {
  store.run(
    `INSERT INTO ci_variables (project_id, key, sealed_value, file, protected, masked, raw, description)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET sealed_value = excluded.sealed_value, file = excluded.file,
       protected = excluded.protected, masked = excluded.masked, raw = excluded.raw,
       description = excluded.description`,
    projectId,
    variable.key,
    seal(store, ownerOf(projectId, variable.key), variable.value),
    Number(variable.file),
    Number(variable.protected),
    Number(variable.masked),
    Number(variable.raw),
    variable.description,
  );
}

export function deleteCiVariable(store: Store, projectId: number, key: string): void {
  store.run("DELETE FROM ci_variables WHERE project_id = ? AND key = ?", projectId, key);
}
