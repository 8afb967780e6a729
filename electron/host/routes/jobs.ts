import type { Hono } from "hono";
import { testLedgerRoutes } from "../../../shared/host/test-ledger.ts";
import { traceReads, traceRoutes } from "../../../shared/host/traces.ts";
import { watchRoutes } from "../../../shared/host/watches.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { handle } from "../page/handle-route.ts";
import { jsonLines, stopWith, textStream } from "../page/json-lines.ts";
import type { TestLedgerStore } from "../storage/test-ledger/test-ledger.ts";
import { searchMirroredTraces } from "../traces/search-traces.ts";
import type { TraceMirror } from "../traces/trace-mirror.ts";
import type { Watches } from "../watches/watches.ts";

interface JobParts {
  readonly accounts: Accounts;
  readonly traces: TraceMirror;
  readonly watches: Watches;
  readonly testLedger: TestLedgerStore;
  /** Ends every stream. */
  readonly closing: AbortSignal;
}

/** Serves the logs of jobs, the jobs and pipelines that are watched, and the results of tests. */
export function serveJobs(app: Hono, { accounts, traces, watches, testLedger, closing }: JobParts): void {
  const stopOf = (request: Request) => stopWith([request.signal, closing]);
  handle(app, traceRoutes.prepare, () => traces.threads.prepare());
  handle(app, traceRoutes.prepareSearch, () => traces.threads.prepareSearching());
  handle(app, traceRoutes.searchAll, ({ body: { sources, query } }, request) => {
    const stop = stopOf(request);
    return jsonLines(searchMirroredTraces(traces, sources, query, stop.signal), stop);
  });
  handle(app, traceRoutes.follow, async ({ account, project, job, ahead }, request) => {
    const trace = await traces.get(account, project, job);
    const stop = stopOf(request);
    await trace.openToFollow(ahead ? "ahead" : "draw", stop.signal);
    return jsonLines(trace.updates(stop.signal), stop);
  });
  handle(app, traceRoutes.rest, async ({ account, project, job }) => {
    (await traces.get(account, project, job)).readRest();
  });
  handle(app, traceRoutes.text, async ({ account, project, job, generation, from, to }, request) => {
    const stop = stopOf(request);
    const reader = await (await traces.get(account, project, job)).readerOf(generation, stop.signal);
    return textStream(reader.wholeText(from, to, stop.signal), stop);
  });
  handle(app, traceRoutes.search, async ({ account, project, job, generation, ...query }, request) => {
    const stop = stopOf(request);
    const reader = await (await traces.get(account, project, job)).readerOf(generation, stop.signal);
    return jsonLines(traces.search(reader, query, stop.signal), stop);
  });
  handle(app, traceRoutes.compare, async ({ account, project, job, generation, with: other }, request) => {
    const stop = stopOf(request);
    const right = await traces.get(account, project, job);
    await right.readerOf(generation, stop.signal);
    const left = await traces.get(account, project, other);
    return jsonLines(traces.compare(left, right, stop.signal), stop);
  });
  serveTraceReads(app, traces);

  handle(app, watchRoutes.list, () => watches.all);
  handle(app, watchRoutes.add, async ({ body }) => {
    const added = await watches.add(body);
    return added.watching ? added : Response.json(added);
  });
  handle(app, watchRoutes.removeEnded, () => watches.removeEnded());
  handle(app, watchRoutes.remove, ({ key }) => watches.remove(key));

  const scopeOf = ({ id, project }: { readonly id: string; readonly project: string }) => ({
    account: accounts.get(id).id,
    project,
  });
  handle(app, testLedgerRoutes.get, (input) => testLedger.get(scopeOf(input), input));
  handle(app, testLedgerRoutes.known, (input) => testLedger.known(scopeOf(input)));
  handle(app, testLedgerRoutes.failure, (input) => testLedger.failure(scopeOf(input), input.test));
  handle(app, testLedgerRoutes.put, ({ id, pipeline, body }) =>
    testLedger.put(scopeOf({ id, project: body.project }), pipeline, body),
  );
}

interface JobPath {
  readonly account: string;
  readonly project: string;
  readonly job: number;
}

/** Serves {@link traceReads}. A trace that cannot be read fails all of them. */
function serveTraceReads(app: Hono, traces: TraceMirror): void {
  const find = ({ account, project, job }: JobPath) => traces.get(account, project, job);
  const readGeneration = async (input: JobPath & { readonly generation: string }, signal: AbortSignal) =>
    (await find(input)).readerOf(input.generation, signal);
  const searched = async (input: JobPath & { readonly search: string }) => {
    await find(input);
    return traces.searches.get(input.search);
  };
  const compared = async (input: JobPath & { readonly comparison: string }) => {
    await find(input);
    return traces.comparisons.get(input.comparison);
  };

  handle(app, traceReads.lines, async (input, { signal }) =>
    (await readGeneration(input, signal)).lines(input.from, input.to, signal),
  );
  handle(app, traceReads.end, async (input, { signal }) => (await find(input)).end(signal));
  handle(app, traceReads.sections, async (input, { signal }) => [
    ...(await (await readGeneration(input, signal)).sections()),
  ]);
  handle(app, traceReads.findings, async (input, { signal }) =>
    (await readGeneration(input, signal)).findings(input.limit),
  );
  handle(app, traceReads.matchLines, async (input) => (await searched(input)).lines(input.from, input.to));
  handle(app, traceReads.nextMatch, async (input) =>
    (await searched(input)).set.next(input.line, input.backwards),
  );
  handle(app, traceReads.matchRank, async (input) => (await searched(input)).rank(input.line));
  handle(app, traceReads.matchRanges, async (input) => (await searched(input)).ranges(input.from, input.to));
  handle(app, traceReads.matchRows, async (input) =>
    (await searched(input)).rows(input.context, input.from, input.to),
  );
  handle(app, traceReads.matchRow, async (input) => (await searched(input)).rowOf(input.context, input.line));
  handle(app, traceReads.comparedRows, async (input) => (await compared(input)).rows(input.from, input.to));
  handle(app, traceReads.nextChange, async (input) =>
    (await compared(input)).nextChange(input.row, input.backwards),
  );
  handle(app, traceReads.unfold, async (input) => (await compared(input)).unfold(input.row));
}
