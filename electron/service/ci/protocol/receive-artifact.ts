import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { gunzipSync } from "node:zlib";
import type { ReportType } from "../../../../shared/api/resources/job-artifacts.ts";
import { BadArchive } from "../../../../shared/ci/bad-archive.ts";
import { jobDefinition } from "../../../../shared/ci/config/job-definition.ts";
import type { ServiceStore } from "../../service-store.ts";
import { findJobStatus, type Job } from "../../store/ci/jobs.ts";
import { listArchiveEntries } from "../archives/read-archive.ts";
import {
  archivePath,
  dotenvPath,
  junitPath,
  makeJobFolder,
  metadataPath,
  placeOnce,
  reportPath,
  writeWhole,
} from "../job-files.ts";
import {
  maxBytes as maxDotenvBytes,
  parseDotenv,
  record,
  reportNames,
  setExpiry,
} from "../store-artifacts.ts";

/** Bytes of a report. */
const maxReportBytes = 100 * 1024 ** 2;

const reportKind = (type: ReportType) => ({
  format: "gzip" as const,
  maxBytes: maxReportBytes,
  pathOf: (store: ServiceStore, jobId: number) => reportPath(store, jobId, type),
  filename: reportNames[type],
});

/** Kinds of files that a runner sends, with the format that each has and the bytes that it may have. */
const kinds = {
  archive: { format: "zip", maxBytes: 5 * 1024 ** 3, pathOf: archivePath, filename: "artifacts.zip" },
  junit: { format: "gzip", maxBytes: maxReportBytes, pathOf: junitPath, filename: reportNames.junit },
  cobertura: reportKind("cobertura"),
  jacoco: reportKind("jacoco"),
  codequality: reportKind("codequality"),
  dotenv: { format: "gzip", maxBytes: 64 * 1024, pathOf: dotenvPath, filename: ".env.gz" },
} as const;

/** Kinds of files that jobs may leave here. */
export type ArtifactKind = keyof typeof kinds;

/** Returns the bytes that a file of a kind may have. */
export const maxArtifactBytes = (kind: ArtifactKind): number => kinds[kind].maxBytes;

/** Returns whether files of a kind have this format. */
export const hasFormat = (kind: ArtifactKind, format: string): boolean => kinds[kind].format === format;

/** Result of a sent file: stored now, stored already with the same bytes, another one is there, broken, or the job has ended. */
type Received = "stored" | "same" | "other" | "ended" | { readonly broken: string };

/** Stores a file that the runner of a job sends, whole or not at all. The first file of a kind stays. */
export async function receiveArtifact(
  store: ServiceStore,
  job: Job,
  kind: ArtifactKind,
  { filename, content }: { readonly filename: string; readonly content: AsyncIterable<Buffer> },
): Promise<Received> {
  const { format, pathOf, filename: usualName } = kinds[kind];
  const target = pathOf(store, job.id);
  makeJobFolder(store, job.id);
  const isRunning = () => findJobStatus(store, job.id) === "running";
  let placed: Awaited<ReturnType<typeof placeOnce>>;
  try {
    placed = await placeOnce(store, target, {
      write: async (partial) => {
        await pipeline(content, createWriteStream(partial, { mode: 0o600 }));
        await checkFile(kind, partial);
      },
      isWanted: isRunning,
      isSame: async (partial) => (await digestOf(partial)) === (await digestOf(target)),
    });
  } catch (error) {
    if (error instanceof BadArchive || error instanceof BrokenReport) return { broken: error.message };
    throw error;
  }
  if (placed === "unwanted") return "ended";
  if (placed !== "placed") return placed;
  record(
    store,
    job,
    { fileType: kind, fileFormat: format, filename: kind === "archive" ? filename : usualName },
    target,
  );
  if (kind === "archive") {
    const metadata = metadataPath(store, job.id);
    const { writeMetadata } = await import("../archives/write-archive.ts");
    await writeWhole(store, metadata, (index) => writeMetadata(target, index, new AbortController().signal));
    record(store, job, { fileType: "metadata", fileFormat: "gzip", filename: "metadata.gz" }, metadata);
  }
  const { artifacts } = jobDefinition.parse(job.definition);
  if (artifacts) setExpiry(store, job, artifacts);
  return "stored";
}

/** Checks a file that has arrived, before it is the job's. Throws {@link BadArchive} or {@link BrokenReport}. */
async function checkFile(kind: ArtifactKind, partial: string): Promise<void> {
  if (kind === "dotenv") checkDotenv(await readFile(partial));
  if (kind === "archive") await listArchiveEntries(partial);
}

/** A report that cannot be read. */
class BrokenReport extends Error {}

function checkDotenv(packed: Buffer): void {
  try {
    parseDotenv(gunzipSync(packed, { maxOutputLength: maxDotenvBytes }).toString());
  } catch (error) {
    throw new BrokenReport(error instanceof Error ? error.message : String(error));
  }
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
