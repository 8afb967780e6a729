import type { Worker } from "node:worker_threads";

const bytesPerMb = 1024 * 1024;
/** Milliseconds between two looks at a thread that works, and at one that waits. */
const [busyMs, idleMs] = [50, 1_000];

/** Looks in a row at which a thread needs too much: unused objects count until they are collected. */
const maxLooks = 5;

/**
 * Calls `onExceeded` once the objects of a thread need more than `maxMb` megabytes, at once with twice as many. Returns a
 * function that reports new work for the thread.
 */
export function watchHeap(thread: Worker, maxMb: number, onExceeded: () => void): () => void {
  const { performance } = thread;
  let timer: NodeJS.Timeout | undefined;
  let before = performance.eventLoopUtilization();
  /** Until its loop begins, which loads its module first, a thread counts as neither active nor idle. */
  let isIdle = false;
  let above = 0;
  const lookIn = (ms: number) => {
    timer = setTimeout(look, ms).unref();
  };
  const look = async () => {
    timer = undefined;
    const now = performance.eventLoopUtilization();
    const { active, idle } = performance.eventLoopUtilization(now, before);
    before = now;
    // What is measured from another thread is inexact by a fraction of a millisecond.
    isIdle = active < 0.5 && idle > 0;
    // The heap of a thread that did nothing is the same.
    if (isIdle) return lookIn(idleMs);
    try {
      const { used_heap_size: used } = await thread.getHeapStatistics();
      above = used > maxMb * bytesPerMb ? above + 1 : 0;
      if (above >= maxLooks || used > 2 * maxMb * bytesPerMb) onExceeded();
      else lookIn(busyMs);
    } catch {
      // The thread has ended.
    }
  };
  thread.once("online", () => lookIn(0));
  thread.once("exit", () => clearTimeout(timer));
  return () => {
    if (!isIdle || timer === undefined) return;
    isIdle = false;
    clearTimeout(timer);
    lookIn(busyMs);
  };
}
