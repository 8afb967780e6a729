import {
  getJobArtifactFile,
  getJobArtifacts,
  getJobReport,
  type ReportType,
  reportTypes,
} from "../../../shared/api/resources/job-artifacts.ts";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { listPipelineJobs } from "../../../shared/api/resources/jobs.ts";
import { artifactRoutes } from "../../../shared/host/artifacts.ts";
import { inParallel } from "../../../shared/in-parallel.ts";
import { callHost } from "../../api/fetch-host.ts";
import { callOperation, cancelableRead, operationPath, requestOperation } from "../../api/fetch-operation.ts";
import type { ReportFile, ReportFormat } from "../../workers/reports/report-types.ts";
import { reportsIn } from "./report-names.ts";

/** A pipeline, in the project that it ran in. */
export interface ReportingPipeline {
  readonly project: string | number;
  readonly id: number;
}

interface FoundReport {
  readonly format: ReportFormat;
  readonly name: string;
  readonly read: (signal: AbortSignal) => Promise<Response>;
}

/** Reports of a pipeline. */
export interface PipelineReports {
  readonly files: readonly ReportFile[];
  /** Sentences about reports that a job has and that were not read. */
  readonly notes: readonly string[];
}

/** Jobs whose artifacts are looked at, and reports that are read. */
const maxJobs = 20;
const maxReports = 50;
const concurrency = 4;
const maxBytes = 100_000_000;

interface FindOptions {
  readonly account: string;
  /** Whether it is Helve's own service, which has an operation for reports. */
  readonly isLocal: boolean;
  readonly formats: readonly ReportFormat[];
}

/**
 * Reads the reports that the jobs of a pipeline have, of given formats: those that the service sends by their type, else what
 * has one of their usual names in a job's archive, of which only the index and these files are read. Throws ProblemError.
 */
export async function readReports(
  options: FindOptions,
  { project, id }: ReportingPipeline,
  signal: AbortSignal,
): Promise<PipelineReports> {
  const { account } = options;
  const input = { id: project, pipeline_id: id, per_page: 100 };
  const { data: jobs } = await requestOperation(account, listPipelineJobs, input, { signal, pages: "all" });
  const found: FoundReport[] = [];
  const notes: string[] = [];
  await inParallel(likelyJobs(jobs), concurrency, async (job) => {
    const reports = await findReports(options, project, job, signal);
    found.push(...reports);
    const known = reports.map(({ format }) => format);
    for (const type of typesOf(job)) {
      if (known.includes(type) || !options.formats.includes(type)) continue;
      const what = type === "codequality" ? "code quality report" : "coverage report";
      notes.push(
        `${job.name} has a ${what}, which the service does not send. List its file in artifacts: paths, too.`,
      );
    }
  });
  const files: ReportFile[] = [];
  // The jobs were looked at side by side.
  found.sort((a, b) => a.name.localeCompare(b.name));
  for (const { format, name, read } of found.slice(0, maxReports)) {
    const bytes = await readBounded(await read(signal));
    if (bytes) files.push({ format, name, bytes });
    else notes.push(`${name} was not read: it is larger than 100 MB.`);
  }
  return { files, notes };
}

const typesOf = ({ artifacts }: Job): ReportType[] =>
  reportTypes.filter((type) => artifacts.some(({ file_type }) => file_type === type));

/** Returns the jobs that may have reports, those that say so first. */
function likelyJobs(jobs: readonly Job[]): Job[] {
  const rank = (job: Job): number =>
    typesOf(job).length > 0
      ? 0
      : job.coverage != null || /cover|test|spec|unit|lint|quality|check/i.test(`${job.name} ${job.stage}`)
        ? 1
        : 2;
  return jobs
    .filter((job) => !job.erased_at && job.artifacts.length > 0)
    .toSorted((a, b) => rank(a) - rank(b) || a.id - b.id)
    .slice(0, maxJobs);
}

async function findReports(
  { account, isLocal, formats }: FindOptions,
  project: string | number,
  job: Job,
  signal: AbortSignal,
): Promise<FoundReport[]> {
  const one = { id: project, job_id: job.id };
  const typed = isLocal ? typesOf(job).filter((type) => formats.includes(type)) : [];
  const sent = typed.map((type): FoundReport => {
    const input = { ...one, file_type: type };
    return {
      format: type,
      name: `The report of ${job.name}`,
      read: (by) => callOperation(account, getJobReport, input, { signal: by }),
    };
  });
  const wanted = formats.filter((format) => !typed.some((type) => isSameKind(type, format)));
  if (wanted.length === 0 || !job.artifacts.some(({ file_type: type }) => type === "archive")) return sent;
  const path = operationPath(getJobArtifacts, one);
  const { entries } = await callHost(artifactRoutes.list, { id: account, path }, cancelableRead(signal));
  const paths = entries.filter(({ refusal }) => refusal === null).map((entry) => entry.path);
  const inArchive = reportsIn(paths, wanted).map(({ format, path: artifact_path }): FoundReport => {
    const input = { ...one, artifact_path };
    return {
      format,
      name: artifact_path,
      read: (by) => callOperation(account, getJobArtifactFile, input, { signal: by }),
    };
  });
  return [...sent, ...inArchive];
}

/** Returns whether two formats say the same: coverage, or code quality. */
const isSameKind = (a: ReportFormat, b: ReportFormat): boolean =>
  (a === "codequality") === (b === "codequality");

/** Returns the bytes of a response, null where there are too many. */
async function readBounded(response: Response): Promise<ArrayBuffer | null> {
  const reader = response.body?.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.length;
    if (size > maxBytes) {
      await reader?.cancel();
      return null;
    }
    parts.push(part.value);
  }
  return new Blob(parts).arrayBuffer();
}
