/** Milliseconds between two batches: each one makes the page render. */
const intervalMs = 80;

/** Entries that arrive one by one, emitted in batches. */
interface Batch<T> {
  add(entry: T): void;
  /** Emits the rest. */
  end(): void;
}

/** Returns a batch that emits the first entries at once and later ones at intervals. */
export function batchEntries<T>(emit: (entries: readonly T[]) => void): Batch<T> {
  let waiting: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = Number.NEGATIVE_INFINITY;
  const handOver = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    last = performance.now();
    const entries = waiting;
    waiting = [];
    emit(entries);
  };
  return {
    add(entry) {
      waiting.push(entry);
      if (waiting.length > 1) return;
      const wait = last + intervalMs - performance.now();
      if (wait > 0) timer = setTimeout(handOver, wait);
      // Entries of the same task are emitted together.
      else queueMicrotask(handOver);
    },
    end: handOver,
  };
}
