import type { Browser, Page } from "@playwright/test";
import { closeBrowser, gained, openBrowser, type Resident, residentBytes } from "./browser.ts";
import { drag, type Frames, readThrough } from "./scroll.ts";

/** Measurements of one view of one workload. Times in milliseconds since the navigation or the click. */
export interface Measured {
  readonly first: number;
  readonly all: number;
  /** Bytes of the page's JavaScript heap once all was there, without garbage. */
  readonly heap: number;
  /** Bytes that the page's process gained until then; null where the system does not report them. */
  readonly rss: number | null;
  /** Nodes of the document and of the shadow trees in it. */
  readonly nodes: number;
  readonly reading: Frames;
  readonly dragging: Frames;
  /** The longest tasks of the main thread, until all was there and while it was scrolled; 0 under 50 ms. */
  readonly longest: { readonly opening: number; readonly scrolling: number };
}

/** A view that was given up. */
export interface TimedOut {
  readonly over: number;
  /** Times of the first visible file and of the complete view; null where not reached. */
  readonly first: number | null;
  readonly all: number | null;
}

/** A view to measure. */
export interface MeasuredView extends ReadyConditions {
  /** Selector of the scrolled element. */
  readonly scroller: string;
  /** Milliseconds after which it is given up. */
  readonly limit: number;
}

/**
 * Opens a view in a page that is already watched, then measures its cost and its scrolling. Gained memory counts
 * from `before`.
 */
export async function measure(
  browser: Browser,
  page: Page,
  { scroller, limit }: MeasuredView,
  go: () => Promise<unknown>,
  before?: Resident,
): Promise<Measured | TimedOut> {
  const start = before ?? (await residentBytes(browser));
  const seen = new Map<string, number>();
  const ready = new Promise<true>((resolve) => {
    page.on("console", (message) => {
      const [, name, time] = /^bench (first|all) ([\d.]+)$/.exec(message.text()) ?? [];
      if (name) seen.set(name, Number(time));
      if (name === "all") resolve(true);
    });
  });
  // A page that hangs may not even finish its navigation.
  go().catch(() => undefined);
  const timely = await within(limit, ready);
  const [first, all] = [seen.get("first") ?? null, seen.get("all") ?? null];
  if (!timely || first === null || all === null) return { over: limit, first, all };
  const cost = await within(limit, costOf(browser, page, scroller));
  if (!cost) return { over: limit, first, all };
  const { resident, ...more } = cost;
  return { first, all, rss: gained(start, resident), ...more };
}

async function costOf(browser: Browser, page: Page, scroller: string) {
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable");
  const opening = await page.evaluate(() => globalThis.bench.longest);
  await client.send("HeapProfiler.collectGarbage");
  const { metrics } = await client.send("Performance.getMetrics");
  const resident = await residentBytes(browser);
  const nodes = await countNodes(page);
  await page.evaluate(() => {
    globalThis.bench.longest = 0;
  });
  const reading = await readThrough(page, scroller);
  const dragging = await drag(page, scroller);
  return {
    heap: metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? 0,
    resident,
    nodes,
    reading,
    dragging,
    longest: { opening, scrolling: await page.evaluate(() => globalThis.bench.longest) },
  };
}

const countNodes = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const count = (root: ParentNode): number => {
      let nodes = 0;
      for (const element of root.querySelectorAll("*"))
        nodes += 1 + (element.shadowRoot ? count(element.shadowRoot) : 0);
      return nodes;
    };
    return count(document);
  });

/** Returns the result of `work`, null after `limit`. */
async function within<T>(limit: number, work: Promise<T>): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), limit);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Measures a page that shows nothing else, in a browser of its own. */
export async function measurePage(address: string, view: MeasuredView): Promise<Measured | TimedOut> {
  const browser = await openBrowser();
  let hanging = true;
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.addInitScript(watchScript(view));
    const found = await measure(browser, page, view, () => page.goto(address, { waitUntil: "commit" }));
    hanging = "over" in found;
    return found;
  } finally {
    await closeBrowser(browser, hanging);
  }
}

/** Each figure's median over all runs. */
export function medianOf(runs: readonly Measured[]): Measured {
  const over = (pick: (run: Measured) => number) => middle(runs.map(pick));
  const frames = (pick: (run: Measured) => Frames): Frames => ({
    p50: over((run) => pick(run).p50),
    p95: over((run) => pick(run).p95),
    missedTwice: over((run) => pick(run).missedTwice),
  });
  const rss = runs.flatMap((run) => (run.rss === null ? [] : [run.rss]));
  return {
    first: over((run) => run.first),
    all: over((run) => run.all),
    heap: over((run) => run.heap),
    rss: rss.length > 0 ? middle(rss) : null,
    nodes: over((run) => run.nodes),
    reading: frames((run) => run.reading),
    dragging: frames((run) => run.dragging),
    longest: {
      opening: over((run) => run.longest.opening),
      scrolling: over((run) => run.longest.scrolling),
    },
  };
}

/** The median; of an even number of values, the lower one. */
export function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

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
interface ReadyConditions {
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
