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
  environment_scope: z.string(),
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
  /** Environments whose jobs get it, a name or a pattern with `*`; `*` alone is every job, also one without an environment. */
  readonly environmentScope: string;
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

/** Scope of a variable that every job gets. */
export const everyScope = "*";

/** One variable: a project may have a key once for each scope. */
type VariableName = Pick<CiVariable, "key" | "environmentScope">;

const ownerOf = (projectId: number, { key, environmentScope }: VariableName): string =>
  `variable ${projectId} ${key}${environmentScope === everyScope ? "" : ` ${environmentScope}`}`;

function toVariable(store: Store, projectId: number, row: unknown): CiVariable {
  const { sealed_value: sealed, environment_scope: environmentScope, ...fields } = variableRow.parse(row);
  const variable = { ...fields, environmentScope };
  return { ...variable, value: unseal(store, ownerOf(projectId, variable), sealed) };
}

/** Returns the variables of a project with their decrypted values, sorted by key and scope. */
export const listCiVariables = (store: Store, projectId: number): CiVariable[] =>
  store
    .all("SELECT * FROM ci_variables WHERE project_id = ? ORDER BY key, environment_scope", projectId)
    .map((row) => toVariable(store, projectId, row));

/** Returns the variables of a key, one for each scope. */
export const listCiVariablesOfKey = (store: Store, projectId: number, key: string): CiVariable[] =>
  store
    .all(
      "SELECT * FROM ci_variables WHERE project_id = ? AND key = ? ORDER BY environment_scope",
      projectId,
      key,
    )
    .map((row) => toVariable(store, projectId, row));

/** Adds a variable to a project, or changes the one of the same key and scope. */
export function putCiVariable(store: Store, projectId: number, variable: CiVariable): void {
  store.run(
    `INSERT INTO ci_variables (project_id, key, environment_scope, sealed_value, file, protected, masked, raw, description)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET sealed_value = excluded.sealed_value, file = excluded.file,
       protected = excluded.protected, masked = excluded.masked, raw = excluded.raw,
       description = excluded.description`,
    projectId,
    variable.key,
    variable.environmentScope,
    seal(store, ownerOf(projectId, variable), variable.value),
    Number(variable.file),
    Number(variable.protected),
    Number(variable.masked),
    Number(variable.raw),
    variable.description,
  );
}

export function deleteCiVariable(
  store: Store,
  projectId: number,
  { key, environmentScope }: VariableName,
): void {
  store.run(
    "DELETE FROM ci_variables WHERE project_id = ? AND key = ? AND environment_scope = ?",
    projectId,
    key,
    environmentScope,
  );
}
