import { appendFileSync } from "node:fs";
import type { ServiceStore } from "../../service-store.ts";
import type { Job } from "../../store/ci/jobs.ts";
import { fileSize, jobTracePath, makeJobFolder } from "../job-files.ts";

/** Bytes of a log, as of the jobs of this machine. */
const maxTraceBytes = 2 * 1024 ** 3;

/** Fate of a part of a log, with the bytes of the log. */
interface AppendedTrace {
  readonly became: "appended" | "misplaced" | "too-large";
  readonly size: number;
}

/**
 * Appends a part to the log of a job if it begins where the log ends. It is one step: of two parts for one place the second is
 * misplaced, and so is one that was sent again. A part that a kill has cut off is continued where it ends.
 */
export function appendTrace(
  store: ServiceStore,
  job: Job,
  { start, bytes }: { readonly start: number; readonly bytes: Uint8Array },
): AppendedTrace {
  const path = jobTracePath(store, job.id);
  const size = traceBytes(store, job);
  if (start !== size) return { became: "misplaced", size };
  if (size + bytes.length > maxTraceBytes) return { became: "too-large", size };
  makeJobFolder(store, job.id);
  appendFileSync(path, bytes, { mode: 0o600 });
  return { became: "appended", size: size + bytes.length };
}

/** Returns the bytes of a job's log so far. */
export const traceBytes = (store: ServiceStore, { id }: Pick<Job, "id">): number =>
  fileSize(jobTracePath(store, id)) ?? 0;
