import { getJob } from "../../../shared/api/jobs.ts";
import { readResponse } from "../../../shared/api/read-response.ts";
import { layOut } from "../operations/operation-call.ts";
import { type ReadContext, readOperation } from "../operations/read-operation.ts";

/** What a job's state says of its trace. */
export interface JobEnd {
  /** Whether the job has ended, so that it prints nothing more. */
  readonly ended: boolean;
  /** Whether it ended so long ago that a trace which was read at the same time is all of it. */
  readonly settled: boolean;
}

const endStates: ReadonlySet<string> = new Set(["success", "failed", "canceled", "skipped"]);
/** Time that a service may need to store the last lines of a job that has ended, in ms. */
const settleMs = 10_000;

/** Asks the service how far a job is. Throws ServiceFailure. */
export async function readJobEnd(
  context: ReadContext,
  project: string,
  jobId: number,
  signal: AbortSignal,
): Promise<JobEnd> {
  const call = await layOut(getJob, { id: project, job_id: jobId });
  const { body, headers } = await readOperation(context, call, { signal, fresh: true });
  const { value: job } = readResponse(getJob, await new Response(body).json());
  const ended = endStates.has(job.status);
  // Both times are the service's own.
  const now = Date.parse(headers.get("date") ?? "");
  const settled = ended && now - Date.parse(job.finished_at ?? "") > settleMs;
  return { ended, settled };
}
