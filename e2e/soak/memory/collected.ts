import { setTimeout as delay } from "node:timers/promises";

/** Memory of a process after a collection, in MiB. */
export interface Memory {
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
export async function collected(): Promise<Memory> {
  if (!globalThis.gc) throw new Error("A soaked process is started with --expose-gc");
  // A second collection frees objects that finalizers released in the first one.
  for (let times = 0; times < 2; times++) {
    globalThis.gc();
    await delay(releaseMs / 2);
  }
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  return { resident: rss / mebibyte, heap: heapUsed / mebibyte, buffers: arrayBuffers / mebibyte };
}
