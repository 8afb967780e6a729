import { readResponse } from "../../../shared/api/contract/read-response.ts";
import { getJob } from "../../../shared/api/resources/jobs.ts";
import { encodeOperationCall } from "../operations/operation-call.ts";
import { type ReadContext, readOperation } from "../operations/read-operation.ts";

const endStates: ReadonlySet<string> = new Set(["success", "failed", "canceled"]);

/** Checks with a service whether a job prints nothing more. */
export class JobWatch {
  readonly #context: ReadContext;
  readonly #input: { readonly id: string; readonly job_id: number };
  readonly #settleMs: number;
  #endedAt: number | null = null;

  /** `settleMs`: time that a service may need to store the last lines of a job that has ended. */
  constructor(context: ReadContext, project: string, job: number, settleMs: number) {
    this.#context = context;
    this.#input = { id: project, job_id: job };
    this.#settleMs = settleMs;
  }

  /**
   * Returns whether the job ended so long ago that a trace which is read at the same time is all of it. Throws
   * ServiceRequestError.
   */
  async hasEnded(signal: AbortSignal): Promise<boolean> {
    const call = await encodeOperationCall(getJob, this.#input);
    const { body, headers } = await readOperation(this.#context, call, { signal, fresh: true });
    const { value: job } = readResponse(getJob, await new Response(body).json());
    if (job.status === "skipped") return true;
    if (!endStates.has(job.status)) return false;
    const now = Date.now();
    // By the service's clock where it has one: it may have ended long before it was requested.
    const ended = Date.parse(headers.get("date") ?? "") - Date.parse(job.finished_at ?? "");
    this.#endedAt ??= now - Math.max(0, Number.isNaN(ended) ? 0 : ended);
    return now - this.#endedAt >= this.#settleMs;
  }
}
