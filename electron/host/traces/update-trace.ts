import type { JobEnd } from "./job-end.ts";
import { readTrace, type ServiceTrace } from "./read-trace.ts";
import type { TraceContent } from "./trace-content.ts";

/** What one update works with. */
export interface TraceUpdate {
  readonly service: ServiceTrace;
  readonly content: TraceContent;
  /** Asks the service for the job's state. Throws ServiceFailure. */
  readonly readJob: (signal: AbortSignal) => Promise<JobEnd>;
  /** Called after each piece that was stored, and when another generation begins. */
  readonly onChange: () => void;
}

/** The same with the job's state, as far as it is known before the trace is read. */
type Known = TraceUpdate & { readonly job: JobEnd | null };

/**
 * Brings what is stored to what the service has, at the first time: the trace and the job's state are requested side by
 * side. Throws ProblemError.
 */
export async function beginTrace(update: TraceUpdate, signal: AbortSignal): Promise<void> {
  const asked = update.readJob(signal).then(
    (job) => ({ job }),
    (error: unknown) => ({ error }),
  );
  const found = await storeTrace({ ...update, job: null }, signal);
  const answer = await asked;
  if ("error" in answer) {
    if (found === "absent") throw answer.error;
    return;
  }
  const { job } = answer;
  if (job.settled) await update.content.finish();
  // What it printed last may have come after the trace was read.
  else if (job.ended) await updateTrace({ ...update, job }, signal);
}

/** Brings what is stored to what the service has. A `job` that had ended before makes it complete. Throws ProblemError. */
export async function updateTrace(update: Known, signal: AbortSignal): Promise<void> {
  await storeTrace(update, signal);
  if (update.job?.ended) await update.content.finish();
}

/** Returns `absent` where the service has no trace. */
async function storeTrace(update: Known, signal: AbortSignal): Promise<"current" | "absent"> {
  const { service, content, onChange } = update;
  const read = async () =>
    readTrace(service, await content.open(), signal, () => {
      content.grown();
      onChange();
    });
  const found = await read();
  if (found === "absent" && content.size > 0) {
    // Only a service that knows the job can say that there is nothing any more; anything in between may send an empty body.
    if (!update.job) await update.readJob(signal);
    await renew(update);
  }
  if (found !== "changed") return found;
  await renew(update);
  const again = await read();
  return again === "changed" ? "current" : again;
}

async function renew({ service, content, onChange }: TraceUpdate): Promise<void> {
  await content.renew();
  service.honoursRange = true;
  onChange();
}
