import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { createExpander, type Variables } from "../../../shared/ci/config/expression.ts";
import type { JobDefinition } from "../../../shared/ci/config/job-definition.ts";
import type { ServiceStore } from "../service-store.ts";
import { type Job, putArtifact, updateJob } from "../store/ci/jobs.ts";
import type { FinishedScript } from "./executor/run-job.ts";
import {
  archivePath,
  dotenvPath,
  fileSize,
  jobTracePath,
  junitPath,
  metadataPath,
  reportPath,
  writeWhole,
} from "./job-files.ts";
import { ciThreadOf } from "./thread/run-in-thread.ts";

interface Finished extends FinishedScript {
  /** Returns the paths of the commit, read from the project: the checkout's own git may have been tampered with. */
  readonly listTracked: () => Promise<ReadonlySet<string>>;
}

/**
 * Archives what a job declares as its artifacts, with the archive's index, if it ended as they ask for, and its test
 * reports in any case.
 */
export async function storeArtifacts(
  store: ServiceStore,
  job: Job,
  { artifacts: declared }: JobDefinition,
  finished: Finished,
): Promise<void> {
  if (!declared) return;
  const artifacts = expandNames(declared, finished.variables);
  const stored = [
    await storeReport(store, job, { type: "junit", paths: artifacts.junit }, finished),
    ...(await storeReports(store, job, artifacts, finished)),
    await storeDotenv(store, job, artifacts, finished),
    await storeArchive(store, job, artifacts, finished),
  ];
  if (stored.includes(true)) setExpiry(store, job, artifacts);
}

/** Sets until when the artifacts of a job stay, where its file limits that. */
export function setExpiry(
  store: ServiceStore,
  job: Job,
  { expireIn }: Pick<NonNullable<JobDefinition["artifacts"]>, "expireIn">,
): void {
  if (expireIn === null) return;
  const expires = new Date(store.clock.now() + expireIn * 1000).toISOString();
  updateJob(store, job.id, { artifactsExpireAt: expires });
}

/** Records the log of a job among what it left, where it has one. */
export function recordTrace(store: ServiceStore, job: Pick<Job, "id">): void {
  const size = fileSize(jobTracePath(store, job.id));
  if (size !== null)
    putArtifact(store, job.id, { fileType: "trace", fileFormat: "raw", filename: "job.log", size });
}

type Artifacts = NonNullable<JobDefinition["artifacts"]>;

function expandNames(artifacts: Artifacts, variables: Variables): Artifacts {
  const expand = createExpander(variables);
  return {
    ...artifacts,
    name: expand(artifacts.name),
    paths: artifacts.paths.map(expand),
    exclude: artifacts.exclude.map(expand),
    junit: artifacts.junit.map(expand),
    dotenv: artifacts.dotenv.map(expand),
    reports: artifacts.reports.map(({ type, paths }) => ({ type, paths: paths.map(expand) })),
  };
}

/** Names of stored reports. */
export const reportNames = {
  junit: "junit.xml.gz",
  cobertura: "cobertura-coverage.xml.gz",
  jacoco: "jacoco-coverage.xml.gz",
  codequality: "gl-code-quality-report.json.gz",
} as const;

/** Stores the files of a report one after the other. Returns whether there are any. */
async function storeReport(
  store: ServiceStore,
  job: Job,
  { type, paths }: { readonly type: keyof typeof reportNames; readonly paths: readonly string[] },
  { folder, signal }: Finished,
): Promise<boolean> {
  const reports = await ciThreadOf(store).findArtifacts(folder, { paths, exclude: [] }, null, signal);
  if (reports.length === 0) return false;
  const target = type === "junit" ? junitPath(store, job.id) : reportPath(store, job.id, type);
  const { writeGzip } = await import("./archives/write-archive.ts");
  const sources = reports.map((report) => join(folder, report));
  await writeWhole(store, target, (partial) => writeGzip(sources, partial, signal));
  record(store, job, { fileType: type, fileFormat: "gzip", filename: reportNames[type] }, target);
  return true;
}

/** Stores coverage and code quality; a missing report is named in the log. Returns for each whether it is there. */
async function storeReports(
  store: ServiceStore,
  job: Job,
  { reports }: Artifacts,
  finished: Finished,
): Promise<boolean[]> {
  const stored: boolean[] = [];
  for (const report of reports) {
    const isThere = await storeReport(store, job, report, finished);
    const keyword = report.type === "codequality" ? report.type : "coverage_report";
    if (!isThere)
      finished.trace.line(
        `\u001b[0;33mWARNING: no files match the paths of artifacts: reports: ${keyword}\u001b[0m`,
      );
    stored.push(isThere);
  }
  return stored;
}

/** Stores the variables for later jobs. Returns whether there are any. Throws for a report that has others than variables. */
async function storeDotenv(
  store: ServiceStore,
  job: Job,
  { dotenv }: Artifacts,
  { folder, trace, signal }: Finished,
): Promise<boolean> {
  if (dotenv.length === 0) return false;
  const reports = await ciThreadOf(store).findArtifacts(folder, { paths: dotenv, exclude: [] }, null, signal);
  if (reports.length === 0) {
    trace.line("\u001b[0;33mWARNING: no files match the paths of artifacts: reports: dotenv\u001b[0m");
    return false;
  }
  const texts = [];
  for (const report of reports) texts.push(await readDotenv(join(folder, report), signal));
  const text = texts.join("");
  parseDotenv(text);
  const target = dotenvPath(store, job.id);
  await writeWhole(store, target, (partial) => writeFile(partial, gzipSync(text), { mode: 0o600 }));
  record(store, job, { fileType: "dotenv", fileFormat: "gzip", filename: ".env.gz" }, target);
  return true;
}

/** Returns whether there is an archive. */
async function storeArchive(
  store: ServiceStore,
  job: Job,
  artifacts: Artifacts,
  { folder, passed, trace, signal, listTracked }: Finished,
): Promise<boolean> {
  const wanted = artifacts.when === "always" || passed === (artifacts.when === "on_success");
  if (!wanted || (artifacts.paths.length === 0 && !artifacts.untracked)) return false;
  const tracked = artifacts.untracked ? await listTracked() : null;
  const files = await ciThreadOf(store).findArtifacts(folder, artifacts, tracked, signal);
  if (files.length === 0) {
    trace.line("\u001b[0;33mWARNING: no files match the paths of artifacts\u001b[0m");
    return false;
  }
  const target = archivePath(store, job.id);
  const { writeArchive } = await import("./archives/write-archive.ts");
  await writeWhole(store, target, (partial) => writeArchive(folder, files, partial, signal));
  trace.line(`Archived ${files.length} ${files.length === 1 ? "file" : "files"}`);
  const filename = `${artifacts.name.replace(/[^\w.-]+/g, "-")}.zip`;
  record(store, job, { fileType: "archive", fileFormat: "zip", filename }, target);
  const { writeMetadata } = await import("./archives/write-archive.ts");
  const metadata = metadataPath(store, job.id);
  await writeWhole(store, metadata, (partial) => writeMetadata(target, partial, signal));
  record(store, job, { fileType: "metadata", fileFormat: "gzip", filename: "metadata.gz" }, metadata);
  return true;
}

/** Records a file that a job left. */
export const record = (
  store: ServiceStore,
  job: Pick<Job, "id">,
  artifact: { readonly fileType: string; readonly fileFormat: string; readonly filename: string },
  path: string,
): void => putArtifact(store, job.id, { ...artifact, size: statSync(path).size });

/** Bytes and variables that the reports of a job may have, as on other services. */
export const maxBytes = 5 * 1024;
const maxVariables = 150;

/**
 * Returns the variables of `artifacts: reports: dotenv`: lines of `NAME=value`, of which neither quotation marks nor dollar
 * signs have a meaning. Throws an Error that names the line.
 */
export function parseDotenv(text: string): Record<string, string> {
  const variables = new Map<string, string>();
  for (const [index, line] of text
    .replace(/\r?\n$/, "")
    .split("\n")
    .entries()) {
    const [, name = "", value = ""] = /^\s*(\w+)\s*=(.*)$/s.exec(line) ?? [];
    if (name === "") throw new Error(`artifacts: reports: dotenv: line ${index + 1} is not NAME=value`);
    variables.set(name, value.trim());
  }
  if (variables.size > maxVariables)
    throw new Error(`artifacts: reports: dotenv: more than ${maxVariables} variables`);
  return Object.fromEntries(variables);
}

/** Returns the text of a stored dotenv report; `signal` ends the read. Throws an Error for one that is too large. */
async function readDotenv(path: string, signal: AbortSignal): Promise<string> {
  const text = await readText(createReadStream(path, { end: maxBytes, signal }));
  if (Buffer.byteLength(text) > maxBytes)
    throw new Error(`artifacts: reports: dotenv: more than ${maxBytes} bytes`);
  return text.replace(/\n?$/, "\n");
}

/** Returns the variables that jobs left in their reports; a later job wins. */
export const dotenvVariables = (store: ServiceStore, jobs: readonly { readonly id: number }[]): Variables =>
  Object.fromEntries(
    jobs
      .map(({ id }) => dotenvPath(store, id))
      .filter(existsSync)
      .flatMap((path) => Object.entries(parseDotenv(gunzipSync(readFileSync(path)).toString()))),
  );
