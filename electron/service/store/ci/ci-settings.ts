import { flag } from "../columns.ts";
import { parseCell } from "../rows.ts";
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
