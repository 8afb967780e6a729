import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { listPipelineJobs } from "../../../shared/api/resources/jobs.ts";
import { getPipelineTestReport } from "../../../shared/api/resources/pipeline-test-reports.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { callOperation, requestOperation } from "../../api/fetch-operation.ts";
import type { TestSource } from "../../workers/junit/pipeline-test-types.ts";
import { latestAttempts } from "../ci/group-jobs.ts";
import { hasArchive, listEntries } from "./artifact-source.tsx";
import { readReportFiles, reportPaths } from "./report-paths.ts";

/** Files of archives, their bytes, and retried attempts that are read for one pipeline. */
const maxFiles = 200;
const maxBytes = 100_000_000;
const maxAttempts = 10;

interface PipelineScope {
  readonly account: string;
  readonly project: string;
  readonly pipeline: number;
}

interface ReadSources {
  /** Attempts that a retry replaced first. */
  readonly sources: readonly TestSource[];
  /** With the attempts that a retry replaced; empty where the pipeline has no tests. */
  readonly jobs: readonly Job[];
  /** Archives that could not be read. */
  readonly problems: readonly string[];
  /** Whether the service has no reports of whole pipelines, so that archives were read. */
  readonly isLacking: boolean;
}

interface ReadOptions {
  readonly signal: AbortSignal;
  /** Jobs of the pipeline with their earlier attempts, where they are known. */
  readonly jobs?: readonly Job[] | undefined;
  /** Whether the service is known to have no reports of whole pipelines. */
  readonly isLacking?: boolean;
}

/**
 * Reads the tests of a pipeline: the service's report of it, or, where the service has none, the JUnit files in the archives
 * of its jobs; and in any case those of the attempts that a retry replaced. Throws ProblemError.
 */
export async function readTestSources(
  scope: PipelineScope,
  { signal, jobs: known, isLacking: isKnownLacking = false }: ReadOptions,
): Promise<ReadSources> {
  const report = isKnownLacking ? null : await readReport(scope, signal);
  if (report !== null && isEmpty(report)) return { sources: [], jobs: [], problems: [], isLacking: false };
  const jobs = known ?? (await readJobs(scope, signal));
  const entries = latestAttempts(jobs);
  const replaced = entries
    .flatMap(({ earlier }) => earlier)
    .filter((job) => hasArchive(job) && (job.status === "failed" || job.status === "success"))
    .toSorted((a, b) => b.id - a.id)
    .slice(0, maxAttempts)
    .toReversed();
  const latest = report === null ? entries.map(({ job }) => job).filter(hasArchive) : [];
  const files = await readArchives(scope, { replaced, latest }, signal);
  const ofReport: readonly TestSource[] = report === null ? [] : [{ kind: "report", bytes: report }];
  return { ...files, jobs, sources: [...files.sources, ...ofReport], isLacking: report === null };
}

/** Returns the bytes of a service's report; null where the service has none. */
async function readReport(
  { account, project, pipeline }: PipelineScope,
  signal: AbortSignal,
): Promise<ArrayBuffer | null> {
  try {
    const input = { id: project, pipeline_id: pipeline };
    return await (await callOperation(account, getPipelineTestReport, input, { signal })).arrayBuffer();
  } catch (error) {
    if ([404, 405, 501].includes(toProblem(error).status ?? 0)) return null;
    throw error;
  }
}

/** Bytes up to which a report is looked into here: a long one has tests. */
const maxPeekBytes = 4_096;

function isEmpty(report: ArrayBuffer): boolean {
  return (
    report.byteLength < maxPeekBytes && /"test_suites":\s*\[\s*\]/.test(new TextDecoder().decode(report))
  );
}

async function readJobs(
  { account, project, pipeline }: PipelineScope,
  signal: AbortSignal,
): Promise<readonly Job[]> {
  const input = { id: project, pipeline_id: pipeline, include_retried: true, per_page: 100 };
  return (await requestOperation(account, listPipelineJobs, input, { signal, pages: "all" })).data;
}

interface Archived {
  readonly replaced: readonly Job[];
  readonly latest: readonly Job[];
}

async function readArchives(
  { account, project }: PipelineScope,
  { replaced, latest }: Archived,
  signal: AbortSignal,
): Promise<Pick<ReadSources, "sources" | "problems">> {
  const sources: TestSource[] = [];
  const problems: string[] = [];
  let left = { files: maxFiles, bytes: maxBytes };
  const jobs = [
    ...replaced.map((job) => ({ job, isEarlier: true })),
    ...latest.map((job) => ({ job, isEarlier: false })),
  ];
  for (const { job, isEarlier } of jobs) {
    const source = { account, project, job: job.id };
    try {
      const { entries } = await listEntries(source, signal);
      const found = reportPaths(entries, left);
      if (found.left > 0)
        problems.push(`${job.name}: ${found.left} XML files are too many or too large to load`);
      const files = await readReportFiles(source, found.paths, signal);
      const bytes = files.reduce((sum, file) => sum + file.bytes.byteLength, 0);
      left = { files: left.files - files.length, bytes: left.bytes - bytes };
      if (files.length > 0) sources.push({ kind: "files", job: job.name, jobId: job.id, isEarlier, files });
    } catch (error) {
      const { code, message } = toProblem(error);
      // It has expired or was erased meanwhile.
      if (code === "not_found") continue;
      if (code !== "bad_response" && code !== "too_large") throw error;
      problems.push(`${job.name}: ${message}`);
    }
  }
  return { sources, problems };
}
