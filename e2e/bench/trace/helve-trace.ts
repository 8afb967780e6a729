import type { Page } from "@playwright/test";
import type { AppWithJobs } from "../../fixtures/app-with-jobs.ts";
import {
  closeBrowser,
  openBrowser,
  openMeasuredPage,
  type Resident,
  residentBytes,
} from "../measuring/browser.ts";
import {
  type Measured,
  type MeasuredView,
  measure,
  type TimedOut,
  watchScript,
} from "../measuring/measure.ts";
import { navigateTo, runUntilIdle } from "../measuring/navigate.ts";
import { lastLine } from "./make-trace.ts";

/**
 * Ways of opening a log. `cold`: by its address, including the page's start. `in-app`: from the log of another job.
 * `clicked`: with the job's link in its pipeline, after the pointer rested on it; the host has nothing of the log then.
 * `stored`: in-app, with the trace on the host's disk.
 */
export const traceOpenModes = ["cold", "in-app", "clicked", "stored"] as const;
type TraceOpenMode = (typeof traceOpenModes)[number];

/** Milliseconds for which the pointer rests on a link before it is clicked. */
const restMs = 250;

/** Runs in the page: the next click begins the time. */
function startWithClick(): void {
  const start = () => Object.assign(globalThis.bench, { began: performance.now(), longest: 0 });
  document.addEventListener("click", start, { capture: true, once: true });
}

/** Returns what the benchmark waits for in a job's log: any line, and the last one, which exists once all is indexed. */
function viewOf(job: string, limit: number): MeasuredView {
  const scroller = `[aria-label="Log of ${job}"]`;
  const rows = `[...document.querySelectorAll('${scroller} [data-line] [data-text]')]`;
  return {
    first: `${rows}.some((row) => row.textContent !== "" && row.checkVisibility({ visibilityProperty: true }))`,
    all: `${rows}.some((row) => row.textContent.includes(${JSON.stringify(lastLine)}))`,
    scroller,
    limit,
  };
}

/** The real app: a trace as the log of a job of the local service. */
export async function measureHelveTrace(
  bench: AppWithJobs,
  trace: string,
  way: TraceOpenMode,
  limit: number,
): Promise<Measured | TimedOut> {
  if (way !== "stored") await bench.clearHost();
  await bench.closeTabs();
  const view = viewOf(trace, limit);
  const browser = await openBrowser();
  let hanging = true;
  try {
    const page = await openMeasuredPage(browser, bench.session);
    await page.addInitScript(watchScript(view));
    const address = bench.urlOf(trace);
    let found: Measured | TimedOut;
    if (way === "cold") {
      found = await measure(browser, page, view, () => page.goto(address, { waitUntil: "commit" }));
    } else if (way === "clicked") {
      await runUntilIdle(page, () => page.goto(bench.pipelineUrl));
      const before = await residentBytes(browser);
      const link = page.locator(`a[href="${new URL(address).pathname}"]`).first();
      await link.hover();
      await page.waitForTimeout(restMs);
      await page.evaluate(startWithClick);
      found = await measure(browser, page, view, () => link.click(), before);
    } else {
      const before = await openShort(browser, page, bench);
      found = await measure(browser, page, view, () => navigateTo(page, address, true), before);
    }
    hanging = "over" in found;
    return found;
  } finally {
    await closeBrowser(browser, hanging);
  }
}

/** Opens the log of a job that printed next to nothing. Returns the memory of the page then. */
export async function openShort(
  browser: Awaited<ReturnType<typeof openBrowser>>,
  page: Page,
  bench: AppWithJobs,
): Promise<Resident> {
  await runUntilIdle(page, () => page.goto(bench.urlOf("short")));
  return residentBytes(browser);
}
