import type { AppWithJobs } from "../../fixtures/app-with-jobs.ts";
import { pageHeap } from "../../fixtures/chromium.ts";
import { closeBrowser, openBrowser, openMeasuredPage, residentBytes } from "../measuring/browser.ts";
import { framesOf } from "../measuring/scroll.ts";
import { openShort } from "./helve-trace.ts";

/** Cost of following a log that grows by 10,000 lines a second. */
export interface Following {
  readonly seconds: number;
  /** Lines that the page showed a second. */
  readonly linesPerSecond: number;
  /** Milliseconds from a line's printing to its being on screen. */
  readonly lag: { readonly p50: number; readonly p95: number };
  /** Milliseconds between frames. */
  readonly frames: { readonly p50: number; readonly p95: number; readonly missedTwice: number };
  /** The longest task of the page's main thread in milliseconds; 0 under 50. */
  readonly longest: number;
  /** Bytes of the page's heap after a garbage collection, and of its process, soon after the beginning and at the end. */
  readonly heap: readonly [number, number];
  readonly rss: readonly [number, number] | null;
}

interface Watched {
  readonly frames: readonly number[];
  readonly lags: readonly number[];
  readonly first: readonly [line: number, at: number];
  readonly last: readonly [line: number, at: number];
  readonly longest: number;
}

/** Seconds after which memory is measured first. */
const settle = 4;

/** Follows the job that prints for `seconds`. */
export async function measureFollowing(bench: AppWithJobs, seconds: number): Promise<Following> {
  const browser = await openBrowser();
  try {
    const page = await openMeasuredPage(browser, bench.session);
    await openShort(browser, page, bench);
    const address = await bench.startFollowed();
    await page.goto(address);
    const scroller = '[aria-label="Log of followed"]';
    await page
      .locator(`${scroller} [data-text]`, { hasText: /^tick / })
      .first()
      .waitFor({ timeout: 60_000 });
    await page.waitForTimeout(settle * 1000);
    const look = async () => [await pageHeap(page), biggest(await residentBytes(browser))] as const;
    const before = await look();
    const watched = await page.evaluate(watchFollowing, { scroller, ms: (seconds - settle - 3) * 1000 });
    const after = await look();
    const { first, last, lags, frames, longest } = watched;
    const sorted = lags.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
    return {
      seconds: (last[1] - first[1]) / 1000,
      linesPerSecond: (last[0] - first[0]) / ((last[1] - first[1]) / 1000),
      lag: { p50: at(0.5), p95: at(0.95) },
      frames: framesOf(frames),
      longest,
      heap: [before[0], after[0]],
      rss: before[1] === null || after[1] === null ? null : [before[1], after[1]],
    };
  } finally {
    await closeBrowser(browser, true);
  }
}

const biggest = (resident: ReadonlyMap<number, number> | null): number | null =>
  resident ? Math.max(...resident.values()) : null;

/** Runs in the page: records each frame, and the age of the last line that it finds. */
function watchFollowing({ scroller, ms }: { scroller: string; ms: number }): Promise<Watched> {
  return new Promise((resolve) => {
    const frames: number[] = [];
    const lags: number[] = [];
    const marks: [number, number][] = [];
    let longest = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    });
    observer.observe({ type: "longtask" });
    const began = performance.now();
    let before = began;
    let seen = "";
    const step = () => {
      const now = performance.now();
      frames.push(now - before);
      before = now;
      const ticks = [...document.querySelectorAll(`${scroller} [data-line]`)].filter((row) =>
        /tick \d+ at \d+/.test(row.textContent ?? ""),
      );
      const row = ticks.at(-1);
      const at = /tick \d+ at (\d+)/.exec(row?.textContent ?? "")?.[1];
      if (row && at && at !== seen) {
        seen = at;
        lags.push(Date.now() - Number(at));
        marks.push([Number(row.getAttribute("data-line")), now]);
      }
      if (now - began < ms) requestAnimationFrame(step);
      else {
        observer.disconnect();
        const none: [number, number] = [0, now];
        resolve({ frames, lags, first: marks[0] ?? none, last: marks.at(-1) ?? none, longest });
      }
    };
    requestAnimationFrame(step);
  });
}
