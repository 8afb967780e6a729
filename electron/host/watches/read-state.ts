import { readResponse } from "../../../shared/api/contract/read-response.ts";
import { getJob } from "../../../shared/api/resources/jobs.ts";
import { getPipeline } from "../../../shared/api/resources/pipelines.ts";
import type { Watch } from "../../../shared/host/watches.ts";
import { encodeOperationCall } from "../operations/operation-call.ts";
import { type ReadContext, readOperation } from "../operations/read-operation.ts";

/**
 * Reads the state of a job or pipeline from the service, with a lower priority than visible views. Throws
 * ProblemError.
 */
export async function readState(context: ReadContext, watch: Watch, signal: AbortSignal): Promise<string> {
  const { project, id } = watch;
  const read = async (call: Awaited<ReturnType<typeof encodeOperationCall>>): Promise<unknown> => {
    const { body } = await readOperation(context, call, { signal, fresh: true, priority: "bulk" });
    return new Response(body).json();
  };
  if (watch.kind === "job") {
    const json = await read(await encodeOperationCall(getJob, { id: project, job_id: id }));
    return readResponse(getJob, json).value.status;
  }
  const json = await read(await encodeOperationCall(getPipeline, { id: project, pipeline_id: id }));
  return readResponse(getPipeline, json).value.status;
}
