import type { Store } from "../store.ts";
import type { Project } from "./projects.ts";

/** Records how far the copy of a repository is; a failure with its reason. */
export function setImportStatus(
  store: Store,
  projectId: number,
  status: Project["importStatus"],
  error: string | null = null,
): void {
  store.run("UPDATE projects SET import_status = ?, import_error = ? WHERE id = ?", status, error, projectId);
}

/** Marks the copies that a stopped service left unfinished as failed. */
export const failUnfinishedImports = (store: Store, reason: string): void => {
  store.run(
    "UPDATE projects SET import_status = 'failed', import_error = ? WHERE import_status = 'started'",
    reason,
  );
};
