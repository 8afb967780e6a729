import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { TraceThreads } from "../reading/trace-threads.ts";
import { searchPieces } from "./search-pieces.ts";

const line = `${"a line of a log ".repeat(64)}\n`;
const query = { text: "needle", regex: false, matchCase: false, word: false };

/** Searches a stored log of some 20 MB; `pause` between pieces. */
async function searchStored(threads: TraceThreads, pause: () => Promise<unknown>) {
  const folder = mkdtempSync(join(tmpdir(), "helve-search-"));
  onTestFinished(() => {
    threads.close();
    rmSync(folder, { recursive: true });
  });
  const path = join(folder, "log");
  const text = `${line.repeat(5_000)}needle\n`.repeat(4);
  writeFileSync(path, text);
  const extent = { path, from: 0, size: text.length, ended: true, stamp: "none", query, maxHits: 0 } as const;
  let [lines, matches] = [0, 0];
  for await (const piece of searchPieces(threads, extent, new AbortController().signal)) {
    lines += piece.lines;
    matches += piece.matches.length / 2;
    await pause();
  }
  return { lines, matches };
}

const worker = new URL("../engine/trace-worker.ts", import.meta.url);

test("a search that lasts longer than idle threads are kept ends with all that it finds", async () => {
  const found = await searchStored(new TraceThreads(worker, { idleMs: 1 }), () => delay(20));
  expect(found).toEqual({ lines: 20_004, matches: 4 });
});
