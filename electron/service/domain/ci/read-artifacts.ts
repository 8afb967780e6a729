import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { ReportType } from "../../../../shared/api/resources/job-artifacts.ts";
import { BadArchive } from "../../../../shared/ci/bad-archive.ts";
import { jobDefinition } from "../../../../shared/ci/config/job-definition.ts";
import { readRefName } from "../../../../shared/text/ref-name.ts";
import { openArchiveFile } from "../../ci/archives/read-archive.ts";
import { archivePath, fileSize, jobTracePath, reportPath } from "../../ci/job-files.ts";
import { traceSize } from "../../ci/seeded-trace.ts";
import type { ServiceStore } from "../../service-store.ts";
import { type Job, lastSuccessfulJob, listArtifacts } from "../../store/ci/jobs.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Caller } from "../access/access-level.ts";
import { requireRole } from "../access/require-access.ts";
import { forbidden, invalid, notFound, Refusal } from "../refusal.ts";

/** A file of the service's own. */
interface JobFile {
  readonly path: string;
  /** Bytes that are sent, although the file may grow meanwhile. */
  readonly size: number;
}

/** Returns the newest successful job of a branch or tag. Throws `notFound`. */
export function requireJobOfRef(store: ServiceStore, project: Project, ref: string, name: string): Job {
  const { kind, name: refName } = readRefName(ref);
  const of = { ref: refName, tag: kind && kind === "tag" };
  const job = lastSuccessfulJob(store, project.id, of, name);
  if (!job) throw notFound();
  return job;
}

/** Returns whether a job's `artifacts: access` lets the caller read its artifacts. */
export function mayReadArtifacts(caller: Caller, project: Project, job: Job): boolean {
  try {
    requireArtifactAccess(caller, project, job);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Throws `forbidden` where a job's `artifacts: access` keeps its artifacts from the caller. */
export function requireArtifactAccess(caller: Caller, project: Project, job: Job): void {
  const access = jobDefinition.parse(job.definition).artifacts?.access ?? "all";
  if (access === "none") throw forbidden();
  if (access !== "all") requireRole(caller, project, access);
}

/** Returns the archive of a job's artifacts. Throws `notFound`. */
export function findArchive(store: ServiceStore, job: Job): JobFile & { readonly filename: string } {
  const archive = listArtifacts(store, job.id).find(({ fileType }) => fileType === "archive");
  const path = archivePath(store, job.id);
  const size = fileSize(path);
  if (!archive || size === null) throw notFound();
  return { path, size, filename: archive.filename };
}

/** Returns the text of a report of a job, unpacked while it is read. Throws `notFound`. */
export function openReport(store: ServiceStore, job: Job, type: ReportType): Readable {
  const path = reportPath(store, job.id, type);
  const isListed = listArtifacts(store, job.id).some(({ fileType }) => fileType === type);
  if (!isListed || fileSize(path) === null) throw notFound();
  const gunzip = createGunzip();
  const source = createReadStream(path);
  source.once("error", (error) => gunzip.destroy(error));
  gunzip.once("close", () => source.destroy());
  return source.pipe(gunzip);
}

/** Returns a file of a job's artifacts. Throws `notFound`, `badArtifactPath` for a wrong path, and `invalid` for a damaged archive. */
export async function openArtifact(
  store: ServiceStore,
  job: Job,
  path: string,
): Promise<{ readonly size: number; readonly stream: Readable }> {
  checkArtifactPath(path);
  const archive = archivePath(store, job.id);
  if (fileSize(archive) === null) throw notFound();
  try {
    const file = await openArchiveFile(archive, path);
    if (!file) throw notFound();
    return file;
  } catch (error) {
    if (error instanceof BadArchive) throw invalid(error.message);
    throw error;
  }
}

/** Returns what a job printed so far. Throws `notFound`. */
export async function findTrace(store: ServiceStore, job: Job): Promise<JobFile> {
  const size = await traceSize(store, job.id);
  if (size === null) throw notFound();
  return { path: jobTracePath(store, job.id), size };
}

/** Throws `badArtifactPath` where a path cannot be one of a file inside an archive: absolute, with `..`, or a folder. */
function checkArtifactPath(path: string): void {
  const parts = path.split("/");
  const wrong = path.includes("\0") || path.includes("\\") || parts.some((part) => /^\.{0,2}$/.test(part));
  if (wrong) throw new Refusal("badArtifactPath", {});
}
