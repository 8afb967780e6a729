/** Milliseconds between two hand-overs: each one makes the page draw. */
const pause = 80;

/** What comes bit by bit, handed over in batches. */
interface Batch<T> {
  add(entry: T): void;
  /** Nothing more will come. */
  end(): void;
}

/** Hands over what comes at first as soon as it has come, and what follows now and then. */
export function batchEntries<T>(tell: (entries: readonly T[]) => void): Batch<T> {
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
    tell(entries);
  };
  return {
    add(entry) {
      waiting.push(entry);
      if (waiting.length > 1) return;
      const wait = last + pause - performance.now();
      if (wait > 0) timer = setTimeout(handOver, wait);
      // What came together goes together.
      else queueMicrotask(handOver);
    },
    end: handOver,
  };
}
