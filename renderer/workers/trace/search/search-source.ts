import { createYield } from "../../diff/yield-to-event-loop.ts";
import { TraceError, type TraceHost } from "../trace-host.ts";
import type { TraceHit, TraceHits, TraceProblem } from "../trace-types.ts";
import { LinePieces } from "./line-pieces.ts";
import { matchLines } from "./match-lines.ts";
import { type MatchPattern, rangesIn } from "./match-pattern.ts";

/** Lines of a trace that are listed, and characters of a line with those before its first match. */
const [maxHits, maxText, before] = [50, 240, 60];
/** Milliseconds without a byte after which a job that runs is left as it is. */
const idleMs = 2_000;
/** Milliseconds between two reports. */
const reportMs = 200;

type Found = Omit<TraceHits, "source">;

/** Searches one trace as far as it is there; reports what is found so far, and at last all of it. */
export async function searchSource(
  host: TraceHost,
  pattern: MatchPattern,
  onFound: (found: Found) => void,
  signal: AbortSignal,
): Promise<void> {
  const hits: TraceHit[] = [];
  const pieces = new LinePieces();
  let [matches, lines, scanned] = [0, 0, 0];
  const match = (bytes: Uint8Array | null) => {
    if (!bytes) return;
    scanned += matchLines(bytes, pieces.stamp, pattern, (index, count, text) => {
      matches += count;
      lines++;
      if (hits.length < maxHits) hits.push(toHit(scanned + index, text, pattern.line));
    });
  };
  const found = (done: boolean, problem?: TraceProblem | null): Found => ({
    matches,
    lines,
    hits: [...hits],
    done,
    ...(problem ? { problem } : {}),
  });
  const turn = createYield();
  let reported = performance.now();
  try {
    for await (const chunk of readAll(host, signal)) {
      match(pieces.add(chunk));
      if (performance.now() - reported > reportMs) {
        onFound(found(false));
        reported = performance.now();
      }
      await turn();
    }
    match(pieces.finish());
    onFound(found(true));
  } catch (error) {
    if (signal.aborted) throw error;
    const problem =
      error instanceof TraceError ? error.problem : { code: "internal", message: String(error) };
    onFound(found(true, problem));
  }
}

/** Yields the bytes of a trace; of a job that runs those that are there. */
async function* readAll(host: TraceHost, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const { generation, size, complete } = await host.state(signal);
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let read = 0;
  const wait = () => {
    clearTimeout(timer);
    if (!complete) timer = setTimeout(() => stopped.abort(), idleMs);
  };
  try {
    wait();
    for await (const chunk of host.follow(generation, 0, AbortSignal.any([signal, stopped.signal]))) {
      yield chunk;
      read += chunk.length;
      if (complete && read >= size) return;
      wait();
    }
  } catch (error) {
    if (!stopped.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
}

function toHit(line: number, text: string, pattern: RegExp): TraceHit {
  const ranges = rangesIn(text, pattern, 100);
  const first = ranges[0]?.[0] ?? 0;
  const from = first > maxText - before ? first - before : 0;
  const shown = ranges.flatMap(([start, end]): [number, number][] =>
    start < from + maxText ? [[start - from, Math.min(end - from, maxText)]] : [],
  );
  return { line, text: text.slice(from, from + maxText), ranges: shown };
}
