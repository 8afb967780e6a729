import { setImmediate } from "node:timers/promises";

/** Milliseconds of work after which other calls of the thread run. */
const sliceMs = 6;

/** Returns a function that lets other calls of the thread run, where work has lasted for a while. */
export function shareThread(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < sliceMs) return undefined;
    return setImmediate().then(() => {
      began = performance.now();
    });
  };
}
