import { readCoverage } from "./parse-coverage.ts";
import { readQuality } from "./parse-quality.ts";
import type { Coverage, Quality, ReportFile } from "./report-types.ts";

/** Methods of the worker that parses reports of jobs. */
export const reportMethods = {
  coverage: ({ files, paths }: { files: readonly ReportFile[]; paths: readonly string[] }): Coverage =>
    readCoverage(files, paths),
  quality: ({
    files,
    before,
    paths,
  }: {
    files: readonly ReportFile[];
    before: readonly ReportFile[] | null;
    paths: readonly string[];
  }): Quality => readQuality(files, before, paths),
};
