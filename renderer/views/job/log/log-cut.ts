import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import type { TraceLine } from "../../../../shared/trace/trace-types.ts";

/** Lines at the end of a log among which the runner says that it stopped collecting output. */
export const cutNoticeLines = 4;

/** Reason why a log has not all that its job printed. */
export interface LogCut {
  /** The limit in bytes; null where it is not known. */
  readonly limit: number | null;
  /** The job was stopped at the limit. */
  readonly stopped: boolean;
}

/** Returns why a log ends before its job's output did, by its last lines and the job; null where it is whole. */
export function logCut(last: readonly TraceLine[], { failure_reason: reason }: Pick<Job, "failure_reason">) {
  const texts = last.map(({ spans }) =>
    spans
      .map(({ text }) => text)
      .join("")
      .trim(),
  );
  // Where other lines follow, the job has printed that text itself.
  const end = texts.filter((text) => text !== "" && !/^Job execution will continue/.test(text)).at(-1);
  const limit = /^Job's log exceeded limit of (\d{1,15}) bytes\.$/.exec(end ?? "")?.[1];
  const stopped = reason === "trace_size_exceeded";
  if (limit === undefined && !stopped) return null;
  return { limit: limit === undefined ? null : Number(limit), stopped } satisfies LogCut;
}
