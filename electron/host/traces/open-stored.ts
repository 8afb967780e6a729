import type { Trace } from "./trace.ts";

/**
 * Waits for the first bytes of a trace where none are stored; meanwhile it is checked whether the stored ones are still
 * the service's. Throws ProblemError.
 */
export async function openStored(trace: Trace, signal: AbortSignal): Promise<void> {
  const opened = trace.open(signal);
  if (trace.content.size === 0 && !trace.content.complete) await opened;
  else opened.catch(() => undefined);
}
