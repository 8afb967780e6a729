import { useEffect, useEffectEvent, useRef } from "react";

/** Calls a function once with each batch of files, in the order in which they were chosen. */
export function useBatches(
  batches: readonly (readonly File[])[],
  onBatch: (files: readonly File[]) => void,
): void {
  const done = useRef(0);
  const take = useEffectEvent(onBatch);
  useEffect(() => {
    const fresh = batches.slice(done.current);
    done.current = batches.length;
    // After effects that React runs twice: the first one would end what it began.
    queueMicrotask(() => {
      for (const files of fresh) take(files);
    });
  }, [batches]);
}
