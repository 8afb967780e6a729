import { setTimeout as delay } from "node:timers/promises";

/** Memory of a process after a collection, in MiB. */
export interface ProcessMemory {
  /** Resident memory as the system counts it. */
  readonly resident: number;
  /** Memory that the JavaScript heap retains, where reported. */
  readonly heap?: number;
  /** Buffers outside of the heap. */
  readonly buffers?: number;
}

const mebibyte = 2 ** 20;
/** Milliseconds that V8 gets to give pages back after a collection. */
const releaseMs = 2_000;

/** Collects this process's garbage and returns its memory. Throws without `--expose-gc`. */
export async function collected(): Promise<ProcessMemory> {
  if (!globalThis.gc) throw new Error("A soaked process is started with --expose-gc");
  // A second collection frees objects that finalizers released in the first one.
  for (let times = 0; times < 2; times++) {
    globalThis.gc();
    await delay(releaseMs / 2);
  }
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  return { resident: rss / mebibyte, heap: heapUsed / mebibyte, buffers: arrayBuffers / mebibyte };
}

/** Maximum growth of memory, as a share of the first value. */
const allowedGrowth = 0.2;
/** A round that adds less than this share to the maximum so far has levelled. */
const levelGrowth = 0.03;
/** Rounds after which the soak begins in any case. */
const maxRounds = 8;

/**
 * Runs rounds until they add nothing more to the resident memory: code is compiled then, pools and caches are full.
 * Returns the memory from which a soak counts.
 */
export async function warmUp(
  round: () => Promise<unknown>,
  measure: () => Promise<ProcessMemory>,
): Promise<ProcessMemory> {
  let highest = 0;
  for (let rounds = 1; ; rounds++) {
    await round();
    const memory = await measure();
    console.error(`Warm-up, round ${rounds}: ${describeMemory(memory)}`);
    if (memory.resident <= highest * (1 + levelGrowth) || rounds === maxRounds) return memory;
    highest = Math.max(highest, memory.resident);
  }
}

/** Returns whether memory returned to within a fifth of its start. */
export const isWithinGrowth = (before: ProcessMemory, after: ProcessMemory): boolean =>
  after.resident <= before.resident * (1 + allowedGrowth);

/** `120 MiB resident, heap 25.1, buffers 0.4`. */
export const describeMemory = ({ resident, heap, buffers }: ProcessMemory): string =>
  [
    `${resident.toFixed(0)} MiB resident`,
    ...(heap === undefined ? [] : [`heap ${heap.toFixed(1)}`]),
    ...(buffers === undefined ? [] : [`buffers ${buffers.toFixed(1)}`]),
  ].join(", ");
