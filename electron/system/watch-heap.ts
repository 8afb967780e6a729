import type { Worker } from "node:worker_threads";

const bytesPerMb = 1024 * 1024;
/** Milliseconds between two checks of a thread that works, and of an idle one. */
const [busyMs, idleMs] = [50, 1_000];
/** Milliseconds of work between two checks up to which a thread is idle: measured from another thread they are inexact. */
const idleWorkMs = 0.5;
/** Checks in a row above the limit that end a thread: unused objects count until they are collected. */
const maxChecksAbove = 5;

/**
 * Calls `onExceeded` once the objects of a thread take more than `maxMb` megabytes for some checks, or twice as many at
 * one. Returns a function that reports new work for the thread.
 */
export function watchHeap(thread: Worker, maxMb: number, onExceeded: () => void): () => void {
  const { performance } = thread;
  const limit = maxMb * bytesPerMb;
  let timer: NodeJS.Timeout | undefined;
  let before = performance.eventLoopUtilization();
  /** Until its event loop begins, which is once its module is loaded, a thread counts as neither active nor idle. */
  let isIdle = false;
  let checksAbove = 0;

  const schedule = (ms: number) => {
    timer = setTimeout(check, ms).unref();
  };
  const check = async () => {
    timer = undefined;
    const now = performance.eventLoopUtilization();
    const { active, idle } = performance.eventLoopUtilization(now, before);
    before = now;
    isIdle = active < idleWorkMs && idle > 0;
    // The heap of an idle thread is as it was.
    if (isIdle) return schedule(idleMs);
    try {
      const { used_heap_size: used } = await thread.getHeapStatistics();
      checksAbove = used > limit ? checksAbove + 1 : 0;
      if (checksAbove >= maxChecksAbove || used > 2 * limit) onExceeded();
      else schedule(busyMs);
    } catch {
      // The thread has ended.
    }
  };

  thread.once("online", () => schedule(0));
  thread.once("exit", () => clearTimeout(timer));
  return () => {
    if (!isIdle || timer === undefined) return;
    isIdle = false;
    clearTimeout(timer);
    schedule(busyMs);
  };
}
