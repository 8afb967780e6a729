/** The benchmark's figures in the page. */
interface Bench {
  /** Milliseconds from the navigation to the measured moment. */
  began: number;
  /** The longest task of the main thread since it was last set to 0; those under 50 ms are not reported. */
  longest: number;
}

declare global {
  var bench: Bench;
}

/** Scripts that return true once the first file is visible, and once all is there. */
export interface ReadyConditions {
  readonly first: string;
  readonly all: string;
}

/** Returns a script that runs before the page's own: it reports what each frame finds, and records the longest task. */
export const watchScript = ({ first, all }: ReadyConditions): string =>
  `(${watch.toString()})(() => ${first}, () => ${all});`;

function watch(first: () => boolean, all: () => boolean): void {
  const bench: Bench = { began: 0, longest: 0 };
  let awaited = [
    { name: "first", there: first },
    { name: "all", there: all },
  ];
  let found: typeof awaited = [];
  globalThis.bench = bench;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) bench.longest = Math.max(bench.longest, duration);
  }).observe({ type: "longtask", buffered: true });
  const look = () => {
    const now = performance.now() - bench.began;
    // The state of the last frame has been painted by now; it is reported at once, since the page may hang later.
    for (const { name } of found) console.debug(`bench ${name} ${now}`);
    // All cannot be there before the first file is.
    found = awaited[0]?.there() ? awaited.filter(({ there }) => there()) : [];
    awaited = awaited.filter((each) => !found.includes(each));
    if (found.length + awaited.length > 0) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
