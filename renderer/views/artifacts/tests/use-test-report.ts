import { useEffect, useState } from "react";
import type { ArchiveListing } from "../../../../shared/host/artifacts.ts";
import { inParallel } from "../../../../shared/in-parallel.ts";
import { type OpenReport, openReport } from "../../../workers/junit/junit-engine.ts";
import type { ReportBytes } from "../../../workers/junit/junit-types.ts";
import { type ArtifactSource, readFile } from "../archive/artifact-source.ts";
import { reportPaths } from "./report-paths.ts";

export type TestReportState =
  | { readonly state: "reading"; readonly done: number; readonly total: number }
  | { readonly state: "failed"; readonly error: unknown }
  | { readonly state: "ready"; readonly report: OpenReport; readonly left: number };

/** Files requested concurrently. */
const concurrency = 4;

/** Reads the JUnit reports of an archive into the worker. `attempt` reads them again. */
export function useTestReport(
  source: ArtifactSource,
  listing: ArchiveListing,
  attempt: number,
): TestReportState {
  const [state, setState] = useState<TestReportState>({ state: "reading", done: 0, total: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed is read again on request
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let opened: OpenReport | undefined;
    const { paths, left } = reportPaths(listing.entries);
    const show = (next: TestReportState) => signal.aborted || setState(next);
    const read = async () => {
      let done = 0;
      show({ state: "reading", done, total: paths.length });
      const files = await readAll(paths, async (path) => {
        const bytes = await (await readFile(source, path, signal)).arrayBuffer();
        show({ state: "reading", done: ++done, total: paths.length });
        return { path, bytes };
      });
      opened = await openReport(files);
      if (signal.aborted) opened.close();
      else show({ state: "ready", report: opened, left });
    };
    read().catch((error: unknown) => show({ state: "failed", error }));
    return () => {
      controller.abort();
      opened?.close();
    };
  }, [source, listing, attempt]);
  return state;
}

/** Reads files in the order of their paths, a few at once. */
async function readAll(
  paths: readonly string[],
  read: (path: string) => Promise<ReportBytes>,
): Promise<ReportBytes[]> {
  const files: ReportBytes[] = [];
  await inParallel(paths.entries(), concurrency, async ([index, path]) => {
    files[index] = await read(path);
  });
  return files;
}
