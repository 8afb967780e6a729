import type { ServiceStore } from "../../service-store.ts";
import { findJobById, type Job } from "../../store/ci/jobs.ts";
import { isSameToken, signToken } from "../../store/seal.ts";

/** Beginning of the tokens of jobs, as on real services. */
export const jobTokenPrefix = "glcbt-";

/** Returns the token of a job, which is valid while the job runs on a runner. It is derived, and not stored. */
export const jobToken = (store: ServiceStore, jobId: number): string =>
  `${jobTokenPrefix}${jobId}_${signToken(store, `job ${jobId}`)}`;

/** Returns the job that a token belongs to, whatever its state, null for none. */
export function findJobByToken(store: ServiceStore, token: string): Job | null {
  const [, id] = /^glcbt-(\d{1,15})_[\w-]{27}$/.exec(token) ?? [];
  return id && isSameToken(jobToken(store, Number(id)), token) ? findJobById(store, Number(id)) : null;
}
