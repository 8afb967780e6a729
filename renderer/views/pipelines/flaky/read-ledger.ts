import { isEndedStatus } from "../../../../shared/ci/ended-status.ts";
import { ledgerLimits } from "../../../../shared/ci/test-ledger-limits.ts";
import type { LedgerTest } from "../../../../shared/host/test-ledger.ts";
import { inParallel } from "../../../../shared/in-parallel.ts";

/** A pipeline as a list has it. */
export interface ListedPipeline {
  readonly id: number;
  readonly sha: string;
  readonly ref?: string | null | undefined;
  readonly status: string;
  readonly created_at?: string | null | undefined;
  readonly updated_at?: string | null | undefined;
}

interface LedgerParts<P extends ListedPipeline> {
  /** Returns a page of the project's pipelines, newest first. */
  listPage(page: number): Promise<{ readonly pipelines: readonly P[]; readonly hasMore: boolean }>;
  /** Returns what was read before, by pipeline: the service's time of its last change. */
  known(): Promise<ReadonlyMap<number, string>>;
  /** Returns the tests of a pipeline; null where there is no such pipeline any more. */
  read(pipeline: P): Promise<readonly LedgerTest[] | null>;
  store(pipeline: P, tests: readonly LedgerTest[]): Promise<void>;
  onProgress(done: number, total: number): void;
}

/** Pipelines that are read side by side. */
const concurrency = 2;

/** Returns the service's time of a pipeline's last change, by which it is read again once a job of it was retried. */
export const changeOf = ({ updated_at }: ListedPipeline): string => updated_at ?? "";

/**
 * Reads the tests of the newest pipelines that have ended and were not read before, newest first, and stores each at once, so
 * that what was read before `signal` fired is not read again. Throws ProblemError.
 */
export async function readLedger<P extends ListedPipeline>(
  { listPage, known, read, store, onProgress }: LedgerParts<P>,
  signal: AbortSignal,
): Promise<void> {
  const before = await known();
  const newest: P[] = [];
  for (let page = 1; newest.length < ledgerLimits.pipelines && !signal.aborted; page++) {
    const { pipelines, hasMore } = await listPage(page);
    newest.push(...pipelines);
    if (!hasMore || pipelines.length === 0) break;
  }
  const unread = newest
    .slice(0, ledgerLimits.pipelines)
    .filter((pipeline) => isEndedStatus(pipeline.status) && before.get(pipeline.id) !== changeOf(pipeline));
  let done = 0;
  onProgress(done, unread.length);
  await inParallel(
    unread,
    concurrency,
    async (pipeline) => {
      const tests = await read(pipeline);
      if (tests !== null && !signal.aborted) await store(pipeline, tests);
      onProgress(++done, unread.length);
    },
    signal,
  );
}
