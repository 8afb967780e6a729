import { setImmediate } from "node:timers/promises";
import { searchPiece } from "./search/search-piece.ts";
import { shareThread } from "./share-thread.ts";
import { showEnd } from "./show-lines.ts";
import type { TraceBytes } from "./trace-bytes.ts";

const stepLine = (i: number): string =>
  `\u001b[3${i % 8}mStep ${i}\u001b[0m of the job took ${(i * 37) % 900} ms in src/part-${i % 40}.ts\n`;

function progressBar(): string {
  const states = Array.from(
    { length: 20 },
    (_, i) => `\r\u001b[K[${"#".repeat(i).padEnd(20, ".")}] ${i * 5} %`,
  );
  return `${states.join("")}\n`;
}

/** Lines as jobs print them, with colours and progress bars, of which one part after the other is searched. */
const sample = Buffer.from(
  Array.from({ length: 1_500 }, (_, i) => (i % 50 === 25 ? progressBar() : stepLine(i))).join(""),
);

const sampleBytes: TraceBytes = {
  read: (from, to) => sample.subarray(from, to),
  fill: (target, from) => sample.copy(target, 0, from),
};

/** Remaining runs of showing and of searching the sample, until their code is compiled. */
let [showsLeft, searchesLeft] = [4, 80];

/** Shows lines, once, so that the first log of a thread is shown as fast as later ones. */
export async function warmUpShowing(): Promise<void> {
  const turn = shareThread();
  while (showsLeft-- > 0) {
    showEnd(sample, true);
    await turn();
  }
}

/** Searches lines for a text and for a pattern, once, so that the first search of a thread is as fast as later ones. */
export async function warmUpSearching(): Promise<void> {
  const options = { matchCase: false, word: false };
  const text = { ...options, text: "part-3", regex: false };
  const pattern = { ...options, text: "Step \\d+7 .*part", regex: true };
  const all = {
    from: 0,
    to: sample.length,
    size: sample.length,
    ended: true,
    stamp: "none",
    maxHits: 0,
  } as const;
  while (searchesLeft-- > 0) {
    await searchPiece(sampleBytes, { ...all, query: searchesLeft % 4 === 0 ? pattern : text });
    await setImmediate();
  }
}

/** Somebody waits for a search: nothing is warmed up any more. */
export function endWarmUp(): void {
  searchesLeft = 0;
}
