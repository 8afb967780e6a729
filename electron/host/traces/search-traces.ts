import { open } from "node:fs/promises";
import { inParallel } from "../../../shared/in-parallel.ts";
import { Notifier } from "../../../shared/notifier.ts";
import type {
  TraceHit,
  TraceHits,
  TraceProblem,
  TraceQuery,
  TraceSource,
} from "../../../shared/trace-types.ts";
import { detectStamp, type StampKind, stampDetectBytes } from "./engine/line-stamp.ts";
import type { Trace } from "./trace.ts";
import type { TraceMirror } from "./trace-mirror.ts";
import { problemOf, searchPieces } from "./trace-search.ts";

/** Lines of a trace that are listed. */
const maxHits = 50;
/** Milliseconds without a byte, and in all, after which a job that runs is searched as it is. */
const [idleMs, maxWaitMs] = [2_000, 60_000];
/** Milliseconds between two reports. */
const reportMs = 200;
/** Traces that are read side by side. */
const concurrency = 3;

/**
 * Searches several traces as far as they are there, and yields what is found in each, at last with `done`; a problem
 * where the query is not a pattern or takes too long.
 */
export async function* searchMirroredTraces(
  traces: TraceMirror,
  sources: readonly TraceSource[],
  query: TraceQuery,
  signal: AbortSignal,
): AsyncGenerator<TraceHits | { readonly problem: string }, void> {
  const found: TraceHits[] = [];
  const changes = new Notifier();
  let failure: { readonly error: unknown } | null = null;
  const stopped = new AbortController();
  const any = AbortSignal.any([signal, stopped.signal]);
  const search = async (source: TraceSource): Promise<void> => {
    for await (const hits of searchOne(traces, source, query, any)) {
      found.push(hits);
      changes.notify();
    }
  };
  let isDone = false;
  const all = inParallel(sources, concurrency, search, any)
    .catch((error: unknown) => {
      failure = { error };
      stopped.abort();
    })
    .finally(() => {
      isDone = true;
      changes.notify();
    });
  try {
    while (!isDone || found.length > 0) {
      yield* found.splice(0);
      if (!isDone && found.length === 0) await changes.next();
    }
  } finally {
    stopped.abort();
    await all;
  }
  const ended = failure as { readonly error: unknown } | null;
  if (ended && !signal.aborted) yield { problem: problemOf(ended.error) };
}

async function* searchOne(
  traces: TraceMirror,
  source: TraceSource,
  query: TraceQuery,
  signal: AbortSignal,
): AsyncGenerator<TraceHits, void> {
  const hits: TraceHit[] = [];
  let [matches, lines, scanned] = [0, 0, 0];
  const state = (done: boolean, problem?: TraceProblem | null): TraceHits => ({
    source,
    matches,
    lines,
    hits: [...hits],
    done,
    problem: problem ?? undefined,
  });
  let extent: Awaited<ReturnType<typeof storedExtent>>;
  try {
    extent = await storedExtent(await traces.get(source.accountId, source.project, source.jobId), signal);
  } catch (error) {
    if (!signal.aborted) yield state(true, traces.toProblem(error));
    return;
  }
  let reported = performance.now();
  const searched = { ...extent, from: 0, ended: true, query, maxHits };
  for await (const piece of searchPieces(traces.threads, searched, signal)) {
    for (const hit of piece.hits) hits.push({ ...hit, line: scanned + hit.line });
    for (let i = 0; i < piece.matches.length; i += 2) matches += piece.matches[i + 1] ?? 0;
    lines += piece.matches.length / 2;
    scanned += piece.lines;
    if (performance.now() - reported < reportMs) continue;
    reported = performance.now();
    yield state(false);
  }
  yield state(true, extent.problem);
}

/** Resolves once a trace is stored, as far as the service sends it at once. */
async function storedExtent(trace: Trace, signal: AbortSignal) {
  await trace.open(signal);
  const leave = trace.follow();
  trace.readRest();
  try {
    const end = Date.now() + maxWaitMs;
    let [size, due] = [-1, end];
    while (!trace.isCaughtUp && !trace.state.problem && Date.now() < Math.min(due, end)) {
      if (trace.content.size !== size) [size, due] = [trace.content.size, Date.now() + idleMs];
      const timeout = AbortSignal.timeout(Math.max(0, due - Date.now()));
      await trace.changed(AbortSignal.any([signal, timeout])).catch(() => signal.throwIfAborted());
    }
  } finally {
    leave();
  }
  const { path, size } = trace.content;
  return { path, size, stamp: await readStamp(path, size), problem: trace.state.problem };
}

async function readStamp(path: string, size: number): Promise<StampKind> {
  if (size === 0) return "none";
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(Math.min(size, stampDetectBytes)));
    return detectStamp(buffer);
  } finally {
    await file.close();
  }
}
