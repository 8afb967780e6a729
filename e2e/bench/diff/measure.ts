import type { CDPSession, Page } from "@playwright/test";

/** What was measured of one view of one workload. Times in milliseconds from the navigation. */
export interface Measured {
  readonly first: number;
  readonly all: number;
  /** Bytes of the page's JavaScript heap once all was there. */
  readonly heap: number;
  readonly nodes: number;
  /** Frame times while scrolling at reading speed. */
  readonly p50: number;
  readonly p95: number;
  /** The longest task of the main thread. */
  readonly longest: number;
}

/** What the page keeps for the benchmark. */
declare global {
  var longestTask: number;
  var took: number;
}

/** Counts tasks of the main thread from before the page's own scripts. */
export async function watchTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.longestTask = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        globalThis.longestTask = Math.max(globalThis.longestTask, duration);
    }).observe({ type: "longtask", buffered: true });
  });
}

/** Waits for what a view shows first and last, then looks at what it cost and how it scrolls. */
export async function measure(
  page: Page,
  go: () => Promise<unknown>,
  {
    first,
    all,
    scroller,
    limit,
  }: {
    /** Scripts that answer true once the first file is visible, and once all is there. */
    readonly first: string;
    readonly all: string;
    readonly scroller: string;
    readonly limit: number;
  },
): Promise<Measured> {
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable");
  const began = performance.now();
  await go();
  await page.waitForFunction(first, undefined, { timeout: limit, polling: "raf" });
  const firstAt = performance.now() - began;
  await page.waitForFunction(all, undefined, { timeout: limit, polling: "raf" });
  const allAt = performance.now() - began;
  const longest = await page.evaluate(() => globalThis.longestTask);
  const frames = await scroll(page, scroller);
  const metrics = await metricsOf(client);
  return {
    first: firstAt,
    all: allAt,
    heap: metrics.get("JSHeapUsedSize") ?? 0,
    nodes: await page.evaluate(() => document.querySelectorAll("*").length),
    p50: frames[Math.floor(frames.length * 0.5)] ?? 0,
    p95: frames[Math.floor(frames.length * 0.95)] ?? 0,
    longest,
  };
}

async function metricsOf(client: CDPSession): Promise<ReadonlyMap<string, number>> {
  await client.send("HeapProfiler.collectGarbage");
  const { metrics } = await client.send("Performance.getMetrics");
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

/** Frame times, sorted, while a hundred frames scroll thirty pixels each. */
const scroll = (page: Page, scroller: string): Promise<number[]> =>
  page.evaluate(
    (selector) =>
      new Promise<number[]>((resolve) => {
        const element = document.querySelector(selector) ?? document.scrollingElement;
        const times: number[] = [];
        let last = performance.now();
        const step = () => {
          const now = performance.now();
          times.push(now - last);
          last = now;
          element?.scrollBy(0, 30);
          if (times.length < 100) requestAnimationFrame(step);
          else resolve(times.slice(5).sort((a, b) => a - b));
        };
        requestAnimationFrame(step);
      }),
    scroller,
  );
