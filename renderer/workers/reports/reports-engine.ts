import { createWorkerClient } from "../../../shared/workers/worker-client.ts";
import type { reportMethods } from "./report-methods.ts";
import type { Coverage, Quality, ReportFile } from "./report-types.ts";

const worker = createWorkerClient<typeof reportMethods>(
  () => new Worker(new URL("../junit/junit.worker.ts", import.meta.url), { type: "module", name: "reports" }),
  { stateless: true },
);

/** Reads the coverage of changed files from reports, whose bytes are copied: they are read anew for other files. */
export const readCoverage = (
  files: readonly ReportFile[],
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Coverage> => worker.call("coverage", { files, paths }, { signal });

/** Compares the code quality of two commits. */
export const readQuality = (
  files: readonly ReportFile[],
  before: readonly ReportFile[] | null,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Quality> => worker.call("quality", { files, before, paths }, { signal });
