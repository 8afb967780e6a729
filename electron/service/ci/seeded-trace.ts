import { createWriteStream, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { perService, type ServiceStore } from "../service-store.ts";
import { fileSize, jobTracePath, makeJobFolder, writeWhole } from "./job-files.ts";

/** A long trace of the sample that is written when it is first requested. */
const seedSchema = z.object({ seed: z.int(), bytes: z.int() });
type Seed = z.output<typeof seedSchema>;

const seedPath = (store: ServiceStore, jobId: number): string => `${jobTracePath(store, jobId)}.seed`;

/** Stores what a trace of the sample is made from; the trace itself is written when it is first read. */
export function writeTraceSeed(store: ServiceStore, jobId: number, seed: Seed): void {
  makeJobFolder(store, jobId);
  writeFileSync(seedPath(store, jobId), JSON.stringify(seed), { mode: 0o600 });
}

/** Traces that are being written, by path. */
const writingTraces = perService(() => new Map<string, Promise<void>>());

/** Returns the size of a job's trace in bytes, null where it has none; writes one that is only a seed so far. */
export async function traceSize(store: ServiceStore, jobId: number): Promise<number | null> {
  const path = jobTracePath(store, jobId);
  const seed = seedPath(store, jobId);
  if (existsSync(seed)) {
    const running = writingTraces(store);
    const writing =
      running.get(path) ?? writeSeededTrace(store, path, seed).finally(() => running.delete(path));
    running.set(path, writing);
    await writing;
  }
  return fileSize(path);
}

async function writeSeededTrace(store: ServiceStore, path: string, seedFile: string): Promise<void> {
  const seed = seedSchema.parse(JSON.parse(readFileSync(seedFile, "utf8")));
  await writeWhole(store, path, (partial) =>
    pipeline(Readable.from(chunks(seed)), createWriteStream(partial, { mode: 0o600 })),
  );
  rmSync(seedFile);
}

const linesPerChunk = 2_000;

function* chunks({ seed, bytes }: Seed): Generator<string> {
  let size = 0;
  let state = seed;
  for (let line = 1; size < bytes; ) {
    const lines: string[] = [];
    for (const end = line + linesPerChunk; line < end; line++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      lines.push(lineOf(line, state));
    }
    const chunk = `${lines.join("\n")}\n`;
    size += chunk.length;
    yield chunk;
  }
}

/** One line in fifty is a warning and one in ten thousand an error, so that a search finds something. */
function lineOf(line: number, state: number): string {
  const lumen = 9_000 + (state % 997);
  if (state % 10_000 === 0)
    return `\u001b[31;1mError: turn ${line} gave ${lumen} lumen\u001b[0m at ci/soak.sh:${1 + (state % 7)}`;
  if (state % 50 === 0) return `\u001b[33mwarning\u001b[0m turn ${line}: the lens is ${state % 90} degrees`;
  return `turn ${line}, \u001b[33m${lumen} lumen\u001b[0m`;
}
