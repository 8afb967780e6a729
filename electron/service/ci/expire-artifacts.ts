import { deleteArtifact, listJobsWithExpiredArtifacts } from "../store/ci/jobs.ts";
import type { Store } from "../store/store.ts";
import { removeArtifactFiles } from "./job-files.ts";

/** Removes expired archives and reports; traces stay, and the time of expiry. */
export function expireArtifacts(store: Store, now: Date): void {
  for (const job of listJobsWithExpiredArtifacts(store, now.toISOString())) {
    removeArtifactFiles(store, job.id);
    for (const fileType of ["archive", "metadata", "junit", "dotenv"])
      deleteArtifact(store, job.id, fileType);
  }
}
