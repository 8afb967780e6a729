import { ProblemError } from "../../../shared/errors.ts";
import type { TraceReader } from "./reading/trace-reader.ts";
import type { Trace } from "./trace.ts";

/** Returns the reader of a generation, once its first lines are known. Throws ProblemError `conflict`. */
export async function readerOf(trace: Trace, generation: string, signal: AbortSignal): Promise<TraceReader> {
  if (!trace.content.isCurrent(generation)) {
    throw new ProblemError({
      code: "conflict",
      message: "The service has another log for this job now.",
      retry: true,
    });
  }
  trace.use();
  const { reader } = trace;
  await reader.ready(signal);
  return reader;
}
