import { statSync } from "node:fs";
import { join } from "node:path";
import { type Job, putArtifact, updateJob } from "../store/ci/jobs.ts";
import type { Store } from "../store/store.ts";
import type { TraceWriter } from "./executor/trace-writer.ts";
import type { JobDefinition } from "./job-definition.ts";
import { archivePath, junitPath } from "./job-files.ts";

interface Finished {
  /** The job's checkout. */
  readonly folder: string;
  readonly passed: boolean;
  readonly trace: TraceWriter;
  /** Returns the paths of the commit, read from the project: the checkout's own git may have been tampered with. */
  readonly listTracked: () => Promise<ReadonlySet<string>>;
}

/** Archives what a job declares as its artifacts, if it ended as they ask for, and its test report in any case. */
export async function storeArtifacts(
  store: Store,
  job: Job,
  { artifacts }: JobDefinition,
  { folder, passed, trace, listTracked }: Finished,
): Promise<void> {
  if (!artifacts) return;
  const { findArtifacts, writeArchive, writeGzip } = await import("./executor/find-artifacts.ts");
  const [report] = await findArtifacts(folder, { paths: artifacts.junit, exclude: [] });
  if (report) {
    await writeGzip(join(folder, report), junitPath(store, job.id));
    record(
      store,
      job,
      { fileType: "junit", fileFormat: "gzip", filename: "junit.xml.gz" },
      junitPath(store, job.id),
    );
  }
  const wanted = artifacts.when === "always" || passed === (artifacts.when === "on_success");
  if (!wanted || (artifacts.paths.length === 0 && !artifacts.untracked)) return;
  const files = await findArtifacts(folder, artifacts, artifacts.untracked ? await listTracked() : null);
  if (files.length === 0) {
    trace.line("\u001b[0;33mWARNING: no files match the paths of artifacts\u001b[0m");
    return;
  }
  const target = archivePath(store, job.id);
  await writeArchive(folder, files, target);
  trace.line(`Archived ${files.length} ${files.length === 1 ? "file" : "files"}`);
  record(
    store,
    job,
    { fileType: "archive", fileFormat: "zip", filename: `${artifacts.name.replace(/[^\w.-]+/g, "-")}.zip` },
    target,
  );
  if (artifacts.expireIn !== null) {
    const expires = new Date(Date.now() + artifacts.expireIn * 1000).toISOString();
    updateJob(store, job.id, { artifactsExpireAt: expires });
  }
}

const record = (
  store: Store,
  job: Job,
  artifact: { readonly fileType: string; readonly fileFormat: string; readonly filename: string },
  path: string,
): void => putArtifact(store, job.id, { ...artifact, size: statSync(path).size });
