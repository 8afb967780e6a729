import { getJobArtifacts } from "../../../shared/api/resources/job-artifacts.ts";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { getJobTrace } from "../../../shared/api/resources/jobs.ts";
import { operationUrl } from "../../api/fetch-operation.ts";
import type {
  EvidenceJob,
  EvidenceProgress,
  EvidenceReview,
} from "../../workers/export/evidence/evidence-types.ts";
import { exportEvidence } from "../../workers/export/export-engine.ts";
import type { Exported } from "../../workers/export/export-types.ts";
import { pipelinesDocument } from "./documents.ts";
import type { MergeRequestJobs, PipelineJobs } from "./read-jobs.ts";
import { readReview } from "./read-review.ts";

/** Use of the artifacts of chosen jobs: their names and sizes, their hashes too, or all of it. */
export type ArtifactChoice = "list" | "hash" | "include";

interface EvidenceOptions {
  /** Name of the folder in the archive. */
  readonly name: string;
  readonly facts: Readonly<Record<string, string | number | null>>;
  /** Ids of jobs whose logs and artifacts are wanted. */
  readonly chosen: ReadonlySet<number>;
  readonly artifacts: ArtifactChoice;
  readonly tailLines: number;
}

interface EvidenceCall {
  readonly signal: AbortSignal;
  readonly onPart: (progress: EvidenceProgress) => void;
}

/** Reads the reviews of merge requests and writes them as one archive. Throws ProblemError, and AbortError once `signal` fires. */
export async function makeEvidence(
  account: string,
  found: readonly MergeRequestJobs[],
  options: EvidenceOptions,
  call: EvidenceCall,
): Promise<Exported> {
  const { name, facts, artifacts, tailLines } = options;
  const reviews: EvidenceReview[] = [];
  for (const [index, { target, pipelines, missing: lacked }] of found.entries()) {
    call.onPart({ name: `!${target.iid}`, bytes: 0, done: index, total: found.length });
    const { subject, documents, missing } = await readReview(account, target, call.signal);
    reviews.push({
      subject,
      documents: [...documents, pipelinesDocument(pipelines)],
      jobs: pipelines.flatMap((pipeline) =>
        pipeline.jobs.map((job) => evidenceJob(account, pipeline, job, options)),
      ),
      missing: [...missing, ...lacked],
    });
  }
  const source = { name, facts, tailLines, artifacts: artifacts === "include" ? "include" : "hash" } as const;
  return exportEvidence(source, reviews, call);
}

function evidenceJob(
  account: string,
  { project, pipeline }: PipelineJobs,
  job: Job,
  { chosen, artifacts }: EvidenceOptions,
): EvidenceJob {
  const isChosen = chosen.has(job.id);
  const one = { id: project, job_id: job.id };
  const hasLog = job.started_at != null && job.erased_at == null;
  const isRead = isChosen && artifacts !== "list";
  return {
    id: job.id,
    name: job.name,
    stage: job.stage,
    status: job.status,
    pipeline: pipeline.id,
    logUrl: hasLog && (isChosen || job.status === "failed") ? operationUrl(account, getJobTrace, one) : null,
    artifacts: job.artifacts
      // The log is there by itself, and the index is part of the archive.
      .filter(({ file_type: type }) => type !== "trace" && type !== "metadata")
      .map(({ file_type: type, filename, size }) => ({
        type,
        filename: filename ?? type,
        size: size ?? null,
        // No operation has the bytes of reports.
        url: isRead && type === "archive" ? operationUrl(account, getJobArtifacts, one) : null,
      })),
  };
}
