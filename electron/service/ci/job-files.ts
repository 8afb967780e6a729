import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type ReportType, reportTypes } from "../../../shared/api/resources/job-artifacts.ts";
import type { ServiceStore } from "../service-store.ts";

type Folder = Pick<ServiceStore, "folder">;

/** Returns the folder of a job's log and artifacts; a thousand jobs share a parent folder. */
export const jobFolder = (store: Folder, jobId: number): string =>
  join(store.folder, "jobs", String(Math.floor(jobId / 1000)), String(jobId));

export const jobTracePath = (store: Folder, jobId: number): string =>
  join(jobFolder(store, jobId), "trace.log");
export const archivePath = (store: ServiceStore, jobId: number): string =>
  join(jobFolder(store, jobId), "artifacts.zip");
export const metadataPath = (store: ServiceStore, jobId: number): string =>
  join(jobFolder(store, jobId), "metadata.gz");
export const junitPath = (store: ServiceStore, jobId: number): string =>
  join(jobFolder(store, jobId), "junit.xml.gz");

/** Path of a report by its type, such as `cobertura`. */
export const reportPath = (store: ServiceStore, jobId: number, type: ReportType): string =>
  join(jobFolder(store, jobId), `${type}.gz`);

export const dotenvPath = (store: ServiceStore, jobId: number): string =>
  join(jobFolder(store, jobId), "dotenv.env.gz");

/** Returns the folder of files that are not complete yet. */
const partialFolder = (store: Folder): string => join(store.folder, "jobs", "partial");

/** Calls a function with the path to write to; the file gets its own path once it is complete, or is removed. */
export async function writeWhole(
  store: Folder,
  target: string,
  write: (partial: string) => Promise<void>,
): Promise<void> {
  const partial = join(partialFolder(store), randomUUID());
  await mkdir(partialFolder(store), { recursive: true, mode: 0o700 });
  try {
    await write(partial);
    await rename(partial, target);
  } finally {
    await rm(partial, { force: true });
  }
}

interface Placing {
  readonly write: (partial: string) => Promise<void>;
  /** Called at the last moment. */
  readonly isWanted: () => boolean;
  /** Returns whether a partial file has the bytes of the one that is there. */
  readonly isSame: (partial: string) => Promise<boolean>;
}

/** Like {@link writeWhole}, for a file that is written once: one that is there already stays. */
export async function placeOnce(
  store: Folder,
  target: string,
  { write, isWanted, isSame }: Placing,
): Promise<"placed" | "same" | "other" | "unwanted"> {
  const partial = join(partialFolder(store), randomUUID());
  await mkdir(partialFolder(store), { recursive: true, mode: 0o700 });
  try {
    await write(partial);
    if (existsSync(target)) return (await isSame(partial)) ? "same" : "other";
    if (!isWanted()) return "unwanted";
    // In one step with the questions above: of two files at once one is there for the other.
    renameSync(partial, target);
    return "placed";
  } finally {
    await rm(partial, { force: true });
  }
}

/** Removes partial files that a killed service left. Called before anything is written. */
export function removePartialFiles(store: Folder): void {
  rmSync(partialFolder(store), { recursive: true, force: true });
}

/** Makes the folder of a job, readable by its user alone. */
export function makeJobFolder(store: ServiceStore, jobId: number): void {
  mkdirSync(jobFolder(store, jobId), { recursive: true, mode: 0o700 });
}

/** Returns the size of a file in bytes, null where there is none. */
export const fileSize = (path: string): number | null => (existsSync(path) ? statSync(path).size : null);

/** Removes the artifacts of a job, but not its log. */
export function removeArtifactFiles(store: ServiceStore, jobId: number): void {
  rmSync(archivePath(store, jobId), { force: true });
  rmSync(metadataPath(store, jobId), { force: true });
  rmSync(junitPath(store, jobId), { force: true });
  rmSync(dotenvPath(store, jobId), { force: true });
  for (const type of reportTypes) rmSync(reportPath(store, jobId, type), { force: true });
}

/** Removes the log and the artifacts of a job. */
export function removeJobFiles(store: ServiceStore, jobId: number): void {
  rmSync(jobFolder(store, jobId), { recursive: true, force: true });
}
