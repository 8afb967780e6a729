import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Store } from "../store/store.ts";

type Folder = Pick<Store, "folder">;

/** Returns the folder of what a job left; a thousand jobs share a parent folder. */
export const jobFolder = (store: Folder, jobId: number): string =>
  join(store.folder, "jobs", String(Math.floor(jobId / 1000)), String(jobId));

export const tracePath = (store: Folder, jobId: number): string => join(jobFolder(store, jobId), "trace.log");
export const archivePath = (store: Store, jobId: number): string =>
  join(jobFolder(store, jobId), "artifacts.zip");
export const metadataPath = (store: Store, jobId: number): string =>
  join(jobFolder(store, jobId), "metadata.gz");
export const junitPath = (store: Store, jobId: number): string =>
  join(jobFolder(store, jobId), "junit.xml.gz");

/** Makes the folder of a job, readable by its user alone. */
export function makeJobFolder(store: Store, jobId: number): void {
  mkdirSync(jobFolder(store, jobId), { recursive: true, mode: 0o700 });
}

/** Returns the size of a file in bytes, null where there is none. */
export const fileSize = (path: string): number | null => (existsSync(path) ? statSync(path).size : null);

/** Removes the artifacts of a job, but not what it printed. */
export function removeArtifactFiles(store: Store, jobId: number): void {
  rmSync(archivePath(store, jobId), { force: true });
  rmSync(metadataPath(store, jobId), { force: true });
  rmSync(junitPath(store, jobId), { force: true });
}

/** Removes everything that a job left. */
export function removeJobFiles(store: Store, jobId: number): void {
  rmSync(jobFolder(store, jobId), { recursive: true, force: true });
}
