import type { Store } from "../store.ts";

/** Records that the push which moved a branch to a commit is to start no job. The next such push of the branch replaces it. */
export function addSkippedPush(store: Store, projectId: number, branch: string, sha: string): void {
  store.run(
    "INSERT OR REPLACE INTO skipped_pushes (project_id, branch, sha) VALUES (?, ?, ?)",
    projectId,
    branch,
    sha,
  );
}

/** Returns whether the push that moved a branch to a commit is to start no job. */
export const isSkippedPush = (store: Store, projectId: number, branch: string, sha: string): boolean =>
  store.get(
    "SELECT 1 FROM skipped_pushes WHERE project_id = ? AND branch = ? AND sha = ?",
    projectId,
    branch,
    sha,
  ) !== undefined;
