import { defineWorker } from "../../../shared/workers/define-worker.ts";
import { workerScope } from "../worker-scope.ts";
import { readCoverage } from "./parse-coverage.ts";
import { readQuality } from "./parse-quality.ts";
import type { Coverage, Quality, ReportFile } from "./report-types.ts";

const methods = {
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

export type ReportMethods = typeof methods;
defineWorker(methods, { endpoint: workerScope });
