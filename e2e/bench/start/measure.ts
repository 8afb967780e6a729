import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { openProfile } from "../browser.ts";
import { watchScript } from "../watch.ts";
import type { View } from "./views.ts";

/** Measurements of one load of a page; times in milliseconds since the navigation. */
export interface Load {
  /** Time of the first paint. */
  readonly paint: number;
  readonly usable: number;
  /** The longest task of the main thread until half a second later; 0 under 50 ms. */
  readonly longest: number;
  /** Bytes of the scripts that the page had requested by then, uncompressed and as transferred. */
  readonly script: number;
  readonly transferred: number;
}

/** A page's load in a browser that has never seen it, and in one that has seen it twice. */
export interface Loads {
  readonly cold: Load;
  readonly warm: Load;
}

/** Milliseconds after which a new browser is idle. */
const settleMs = 1_500;
/** Milliseconds after the page is usable for which long tasks are counted. */
const tailMs = 500;

/** Opens a view in a browser of its own. */
export async function measure({ url, usable, session }: View): Promise<Loads> {
  const profile = mkdtempSync(join(tmpdir(), "helve-bench-"));
  const context = await openProfile(profile, { viewport: { width: 1280, height: 800 }, locale: "en-US" });
  try {
    await context.addCookies(session.cookies);
    const page = await context.newPage();
    await page.addInitScript(watchScript({ first: usable, all: usable }));
    // The browser's own start is not the page's.
    await page.waitForTimeout(settleMs);
    const cold = await load(page, url);
    // The third load: browsers may cache compiled code once a script was loaded twice.
    await load(page, url);
    return { cold, warm: await load(page, url) };
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function load(page: Page, url: string): Promise<Load> {
  await page.goto("about:blank");
  const ready = page.waitForEvent("console", (message) => message.text().startsWith("bench all "));
  await page.goto(url, { waitUntil: "commit" });
  const usable = Number((await ready).text().split(" ")[2]);
  await page.waitForTimeout(tailMs);
  return page.evaluate((usable) => {
    const scripts = performance
      .getEntriesByType("resource")
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name, startTime }) => name.endsWith(".js") && startTime < usable);
    const sum = (sizes: number[]) => sizes.reduce((all, size) => all + size, 0);
    return {
      paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
      usable,
      longest: globalThis.bench.longest,
      script: sum(scripts.map(({ decodedBodySize }) => decodedBodySize)),
      transferred: sum(scripts.map(({ transferSize }) => transferSize)),
    };
  }, usable);
}
