import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { listPipelineJobs } from "../../../shared/api/resources/jobs.ts";
import { listMergeRequestPipelines, type Pipeline } from "../../../shared/api/resources/pipelines.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { requestOperation } from "../../api/fetch-operation.ts";

/** A merge request whose review becomes evidence. */
export interface EvidenceTarget {
  readonly project: string;
  readonly iid: number;
  readonly title: string;
}

/** A pipeline of a merge request with its jobs, those that were retried included, oldest first. */
export interface PipelineJobs {
  readonly pipeline: Pipeline;
  /** Project that it ran in: a fork's pipelines are its own. */
  readonly project: string | number;
  readonly jobs: readonly Job[];
}

/** Pipelines that are read of a merge request: its newest. */
const maxPipelines = 50;

/** The pipelines of a merge request, as far as they could be read. */
export interface MergeRequestJobs {
  readonly target: EvidenceTarget;
  readonly pipelines: readonly PipelineJobs[];
  /** Sentences about what could not be read, or is left out. */
  readonly missing: readonly string[];
}

/** Statuses of a service that shows no pipelines to the account, or has none. */
const lacking: readonly (number | undefined)[] = [403, 404, 405, 501];

/** Reads the pipelines of a merge request with their jobs; none where the service does not show them. Throws ProblemError. */
export async function readJobs(
  account: string,
  target: EvidenceTarget,
  signal: AbortSignal,
): Promise<MergeRequestJobs> {
  try {
    return await readPipelines(account, target, signal);
  } catch (error) {
    const { status, message } = toProblem(error);
    if (!lacking.includes(status)) throw error;
    return { target, pipelines: [], missing: [`pipelines could not be read: ${message}`] };
  }
}

async function readPipelines(
  account: string,
  target: EvidenceTarget,
  signal: AbortSignal,
): Promise<MergeRequestJobs> {
  const { project, iid } = target;
  const one = { id: project, merge_request_iid: iid, per_page: 100 };
  const { data } = await requestOperation(account, listMergeRequestPipelines, one, { signal, pages: "all" });
  const newest = data.toSorted((a, b) => b.id - a.id);
  const pipelines: PipelineJobs[] = [];
  for (const pipeline of newest.slice(0, maxPipelines)) {
    const of = pipeline.project_id ?? project;
    const input = { id: of, pipeline_id: pipeline.id, include_retried: true, per_page: 100 };
    const jobs = await requestOperation(account, listPipelineJobs, input, { signal, pages: "all" });
    pipelines.push({ pipeline, project: of, jobs: jobs.data.toSorted((a, b) => a.id - b.id) });
  }
  const left = newest.length - maxPipelines;
  return { target, pipelines, missing: left > 0 ? [`${left} older pipelines are left out`] : [] };
}
