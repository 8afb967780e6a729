import { recordJobContact } from "../../ci/protocol/job-contacts.ts";
import { findJobByToken, jobTokenPrefix } from "../../ci/protocol/job-token.ts";
import type { ServiceStore } from "../../service-store.ts";
import { findJobById, type Job } from "../../store/ci/jobs.ts";
import { findProject } from "../../store/projects/projects.ts";
import { findUser, type User } from "../../store/users/users.ts";
import type { Caller } from "../access/access-level.ts";
import { mayReadCode, maySeeProject } from "../access/access-level.ts";
import { forbidden, notFound } from "../refusal.ts";
import { findArchive, requireArtifactAccess } from "./read-artifacts.ts";

/** Returns whether a text is meant to be the token of a job. */
export const isJobToken = (token: string): boolean => token.startsWith(jobTokenPrefix);

/** Returns the running job of a token, null where there is none: with the end of its job a token is no longer valid. */
export function findRunningJob(store: ServiceStore, token: string): Job | null {
  const job = findJobByToken(store, token);
  return job?.status === "running" ? job : null;
}

/** Result of a runner's credentials for a job: the job, or the state that it has ended in, null where the token is not its. */
type JobOfRunner = { readonly job: Job } | { readonly job: null; readonly state: string | null };

/** Returns the job of an id for the runner that has its token, and records that the runner is there. */
export function jobOfRunner(store: ServiceStore, id: number, token: string | null): JobOfRunner {
  const job = token === null ? null : findJobByToken(store, token);
  if (job?.id !== id) return { job: null, state: null };
  if (job.status !== "running") return { job: null, state: job.status };
  recordJobContact(store, job);
  return { job };
}

/**
 * Returns the archive of a job for another one that runs: of its own pipeline any, of others of its project those that its user
 * may read. Throws `forbidden` for a token that is not valid, and `notFound`.
 */
export function findArchiveFor(
  store: ServiceStore,
  token: string | null,
  id: number,
): ReturnType<typeof findArchive> {
  const running = token === null ? null : findRunningJob(store, token);
  if (!running) throw forbidden();
  recordJobContact(store, running);
  const job = findJobById(store, id);
  if (job?.projectId !== running.projectId) throw notFound();
  if (job.pipelineId !== running.pipelineId) requireUsersAccess(store, running, job);
  return findArchive(store, job);
}

/**
 * Returns the user for whom a running job reads the artifacts of its own project, null where the token is not valid, the job has
 * no user any more, or the project is another one.
 */
export function userOfJob(store: ServiceStore, token: string, projectId: number | undefined): User | null {
  const job = findRunningJob(store, token);
  if (!job || job.projectId !== projectId || job.userId === null) return null;
  const user = findUser(store, job.userId);
  return user?.state === "active" ? user : null;
}

/** Throws `notFound` and `forbidden` where the user of a running job may not read the artifacts of another one. */
function requireUsersAccess(store: ServiceStore, running: Job, job: Job): void {
  const project = findProject(store, job.projectId);
  const user = running.userId === null ? null : findUser(store, running.userId);
  const caller: Caller = { store, user };
  if (!project || !maySeeProject(store, user, project) || !mayReadCode(store, user, project))
    throw notFound();
  requireArtifactAccess(caller, project, job);
}
