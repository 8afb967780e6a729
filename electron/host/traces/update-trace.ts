import { readTrace, type TraceFinding } from "./read-trace.ts";
import type { ServiceTrace } from "./request-trace.ts";
import type { TraceContent } from "./trace-content.ts";

/** Dependencies of one update. */
export interface TraceUpdateOptions {
  readonly service: ServiceTrace;
  readonly content: TraceContent;
  /** Checks with the service whether the job prints nothing more. Throws ServiceRequestError. */
  readonly hasEnded: (signal: AbortSignal) => Promise<boolean>;
  /** Called after each piece that was stored, and when another generation begins. */
  readonly onChange: () => void;
}

/**
 * Reads a trace for the first time. The job is requested once the first bytes are there, which somebody waits for.
 * Throws ProblemError.
 */
export async function beginTrace(update: TraceUpdateOptions, signal: AbortSignal): Promise<void> {
  let job: Promise<{ readonly ended: boolean } | { readonly error: unknown }> | null = null;
  const readJob = () => {
    job ??= update.hasEnded(signal).then(
      (ended) => ({ ended }),
      (error: unknown) => ({ error }),
    );
    return job;
  };
  const onChange = () => {
    void readJob();
    update.onChange();
  };
  const found = await storeTrace({ ...update, onChange }, signal);
  const outcome = await readJob();
  if ("ended" in outcome) {
    if (outcome.ended) await update.content.finish();
  } else if (found === "absent") throw outcome.error;
}

/** Updates the stored trace from the service's; with `asksJob` the job is requested first. Throws ProblemError. */
export async function updateTrace(
  update: TraceUpdateOptions,
  asksJob: boolean,
  signal: AbortSignal,
): Promise<void> {
  const ended = asksJob && (await update.hasEnded(signal));
  await storeTrace(update, signal);
  if (ended) await update.content.finish();
}

async function storeTrace(update: TraceUpdateOptions, signal: AbortSignal): Promise<TraceFinding> {
  const { service, content, onChange } = update;
  const read = async () => {
    const file = await content.open();
    file.onGrowth = () => {
      content.recordGrowth();
      onChange();
    };
    return readTrace(service, file, signal);
  };
  const renew = async () => {
    await content.renew();
    service.honoursRange = true;
    onChange();
  };
  const found = await read();
  if (found === "absent" && content.size > 0) {
    // Only a service that has the job may report its trace as erased: a proxy may send an empty body.
    await update.hasEnded(signal);
    await renew();
  }
  if (found !== "changed") return found;
  await renew();
  return read();
}
