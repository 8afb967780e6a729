import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { listPipelines } from "../../../../shared/api/resources/pipelines.ts";
import { testLedgerRoutes } from "../../../../shared/host/test-ledger.ts";
import { callHost, toProblem } from "../../../api/fetch-host.ts";
import { requestOperation } from "../../../api/fetch-operation.ts";
import { jobOfSuite } from "../../../features/test-reports/job-of-suite.ts";
import { readTestSources } from "../../../features/test-reports/read-test-sources.ts";
import { ledgerKey } from "../../../features/test-reports/use-test-ledger.ts";
import { testsForLedger } from "../../../workers/junit/junit-engine.ts";
import { changeOf, readLedger } from "./read-ledger.ts";

/** State of reading a project's pipelines into the ledger. */
export type LedgerReading =
  | { readonly state: "listing" }
  | { readonly state: "reading"; readonly done: number; readonly total: number }
  /** `skipped` pipelines could not be read, for reasons of their own. */
  | { readonly state: "done"; readonly skipped: number }
  | { readonly state: "canceled" }
  | { readonly state: "failed"; readonly error: unknown };

/** Returns a time of a service in the form that the ledger stores; the epoch where there is none. */
function isoTime(text: string | null | undefined): string {
  const time = new Date(text ?? 0);
  return Number.isNaN(time.getTime()) ? new Date(0).toISOString() : time.toISOString();
}

/** Milliseconds between two looks at what was read so far. */
const showEveryMs = 2_000;

/** Reads the newest pipelines of a project into the ledger while the page is open, until it is canceled. */
export function useReadLedger(account: string, project: string) {
  const client = useQueryClient();
  const [reading, setReading] = useState<LedgerReading>({ state: "listing" });
  const [attempt, setAttempt] = useState(0);
  const running = useRef<AbortController | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once more on request
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    let shownAt = 0;
    const refresh = () => void client.invalidateQueries({ queryKey: ledgerKey(account, project) });
    const show = (next: LedgerReading) => signal.aborted || setReading(next);
    show({ state: "listing" });
    const onProgress = (done: number, total: number) => {
      show({ state: "reading", done, total });
      if (done === 0 || Date.now() - shownAt < showEveryMs) return;
      shownAt = Date.now();
      refresh();
    };
    readPipelines({ account, project }, onProgress, signal)
      .then(
        (skipped) => show({ state: "done", skipped }),
        (error: unknown) => show({ state: "failed", error }),
      )
      .finally(refresh);
    return () => controller.abort();
  }, [client, account, project, attempt]);
  return {
    reading,
    cancel() {
      running.current?.abort();
      setReading({ state: "canceled" });
    },
    readAgain: () => setAttempt((count) => count + 1),
  };
}

/** Problems of one pipeline alone: the others are read. */
const ownProblems: ReadonlySet<string> = new Set(["bad_response", "too_large", "internal"]);

/** Returns how many pipelines could not be read, for reasons of their own. Throws ProblemError. */
async function readPipelines(
  { account, project }: { readonly account: string; readonly project: string },
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<number> {
  let isLacking = false;
  let skipped = 0;
  await readLedger(
    {
      async listPage(page) {
        const input = { id: project, per_page: 100, page };
        const { data, paging } = await requestOperation(account, listPipelines, input, { signal });
        return { pipelines: data, hasMore: paging.nextPage !== null };
      },
      async known() {
        const known = await callHost(testLedgerRoutes.known, { id: account, project }, signal);
        return new Map(known.map(({ id, updatedAt }) => [id, updatedAt]));
      },
      async read({ id }) {
        try {
          const found = await readTestSources({ account, project, pipeline: id }, { signal, isLacking });
          isLacking ||= found.isLacking;
          if (found.sources.length === 0) return [];
          const tests = await testsForLedger(found.sources, signal);
          const jobs = new Map<string, number | null>();
          const jobOf = (suite: string) => {
            const job = jobs.get(suite) ?? jobOfSuite(found.jobs, suite)?.id ?? null;
            jobs.set(suite, job);
            return job;
          };
          // Reports of services name no job, only its suite.
          return tests.map((test) => ({ ...test, jobId: test.jobId ?? jobOf(test.job) }));
        } catch (error) {
          const { code } = toProblem(error);
          if (signal.aborted || (code !== "not_found" && !ownProblems.has(code))) throw error;
          // One that was not found was deleted meanwhile.
          if (code !== "not_found") skipped++;
          return null;
        }
      },
      store: (pipeline, tests) =>
        callHost(
          testLedgerRoutes.put,
          {
            id: account,
            pipeline: pipeline.id,
            body: {
              project,
              sha: pipeline.sha,
              ref: (pipeline.ref ?? "").slice(0, 500),
              createdAt: isoTime(pipeline.created_at),
              updatedAt: changeOf(pipeline),
              tests: [...tests],
            },
          },
          signal,
        ),
      onProgress,
    },
    signal,
  );
  return skipped;
}
