import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "@playwright/test";
import { openProfile } from "../measuring/browser.ts";
import { middle, watchScript } from "../measuring/measure.ts";
import { countScript, type Renders } from "./count-renders.ts";
import { type StartView, withViews } from "./started-views.ts";

const { values } = parseArgs({
  options: {
    /** Browsers in which each view is opened; medians are reported. */
    runs: { type: "string", default: "7" },
    /** Names of the views beside the empty page. */
    views: { type: "string", default: "home,projects,files,review,changes,log" },
    /** `limits` or `renders`: see the README of the benchmarks. */
    experiment: { type: "string", default: "none" },
    cache: { type: "string", default: join(".helve", "bench") },
    out: { type: "string", default: join(".helve", "bench", "start.json") },
  },
});
const runs = Number(values.runs);
const { experiment } = values;
if (!["none", "limits", "renders"].includes(experiment))
  throw new Error(`There is no experiment ${experiment}`);
const cache = join(process.cwd(), values.cache);
mkdirSync(cache, { recursive: true });

/** Milliseconds after which a new browser is idle. */
const settleMs = 1_500;
/** Milliseconds after the page is usable for which long tasks are counted. */
const tailMs = 500;

// An interrupted benchmark takes its processes with it.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const found = await withViews({ cache, limits: experiment === "limits" }, async (all) => {
  const chosen = experiment === "limits" ? ["router", "window"] : values.views.split(",");
  const views = all.filter(({ name }, index) => index === 0 || chosen.includes(name));
  const done = views.map(({ name, target }) => ({ name, target, runs: [] as Loads[] }));
  // In turns, so that a noisy machine affects all alike; the first round warms the servers up and is not reported.
  for (let round = 0; round <= runs; round++) {
    console.error(round === 0 ? "warming up" : `run ${round} of ${runs}`);
    for (const [index, view] of views.entries()) {
      const loads = await measure(view);
      if (round > 0) done[index]?.runs.push(loads);
    }
  }
  return done;
});

/** Milliseconds of a task that delays nothing that a person notices. */
const longestTask = 50;
/** Kilobytes of script until a view is usable. */
const scriptTarget = 500;
/** Largest ratio of the first paint of anything to the empty page's. */
const paintTarget = 1.3;

for (const way of ["cold", "warm"] as const) {
  const rows = found.map(({ name, target, runs }) => ({
    name,
    target,
    ...medianOf(runs.map((loads) => loads[way])),
  }));
  const [base] = rows;
  const ofEmpty = (value: number, empty: number | undefined, target: number) =>
    `${Math.round(value)} (${(value / (empty ?? Number.NaN)).toFixed(2)}×, target ${target}×)`;
  console.log(`\n${way}`);
  console.table(
    Object.fromEntries(
      rows.map(
        ({ name, target, paint, usable, longest, script, transferred, requests, reads, chain, renders }) => [
          name,
          {
            "first paint": ofEmpty(paint, base?.paint, name === base?.name ? 1 : paintTarget),
            usable: ofEmpty(usable, base?.usable, target[way]),
            "longest task": `${Math.round(longest)} (target ${longestTask})`,
            "script kB": `${Math.round(script / 1_000)} (target ${scriptTarget})`,
            "transferred kB": Math.round(transferred / 1_000),
            requests,
            "reads of the host": reads,
            "one after the other": chain,
            ...(experiment === "renders"
              ? { commits: renders.commits, mounted: renders.mounted, "drawn again": renders.again }
              : {}),
          },
        ],
      ),
    ),
  );
}
writeFileSync(values.out, `${JSON.stringify({ runs, found }, null, 2)}\n`);
console.log(`\nMedians of ${runs} runs, milliseconds; written to ${values.out}`);

function medianOf(loads: readonly Load[]): Load {
  const over = (pick: (load: Load) => number) => middle(loads.map(pick));
  return {
    paint: over(({ paint }) => paint),
    usable: over(({ usable }) => usable),
    longest: over(({ longest }) => longest),
    script: over(({ script }) => script),
    transferred: over(({ transferred }) => transferred),
    requests: over(({ requests }) => requests),
    reads: over(({ reads }) => reads),
    chain: over(({ chain }) => chain),
    renders: {
      commits: over(({ renders }) => renders.commits),
      mounted: over(({ renders }) => renders.mounted),
      again: over(({ renders }) => renders.again),
    },
  };
}

/** Measurements of one load of a page; times in milliseconds since the navigation. */
interface Load {
  /** Time of the first paint. */
  readonly paint: number;
  readonly usable: number;
  /** The longest task of the main thread until half a second later; 0 under 50 ms. */
  readonly longest: number;
  /** Bytes of the scripts that the page had requested by then, uncompressed and as transferred. */
  readonly script: number;
  readonly transferred: number;
  /** Requests that the page itself had sent by then, and those of them to the host. */
  readonly requests: number;
  readonly reads: number;
  /** Most requests to the host of which each was sent after the one before had ended. */
  readonly chain: number;
  /** Work of React by then; nothing without the experiment that counts it. */
  readonly renders: Renders;
}

/** A page's load in a browser that has never seen it, and in one that has seen it twice. */
interface Loads {
  readonly cold: Load;
  readonly warm: Load;
}

/** Opens a view in a browser of its own. */
async function measure({ url, usable, session, reset }: StartView): Promise<Loads> {
  await reset();
  const profile = mkdtempSync(join(tmpdir(), "helve-bench-"));
  const context = await openProfile(profile, { viewport: { width: 1280, height: 800 }, locale: "en-US" });
  try {
    await context.addCookies(session.cookies);
    const page = await context.newPage();
    await page.addInitScript(watchScript({ first: usable, all: usable }));
    if (experiment === "renders") await page.addInitScript(countScript());
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
    const sent = performance
      .getEntriesByType("resource")
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ startTime }) => startTime < usable);
    const scripts = sent.filter(({ name }) => name.endsWith(".js"));
    const reads = sent.filter(({ name }) => new URL(name).pathname.startsWith("/-/"));
    // Taking the one that ends first each time gives the longest chain.
    let [chain, end] = [0, 0];
    for (const { startTime, responseEnd } of reads.toSorted((a, b) => a.responseEnd - b.responseEnd)) {
      if (responseEnd === 0 || startTime < end) continue;
      chain += 1;
      end = responseEnd;
    }
    const commits = (globalThis.renders ?? []).filter(({ at }) => at < usable);
    const sum = (sizes: number[]) => sizes.reduce((all, size) => all + size, 0);
    return {
      paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
      usable,
      longest: globalThis.bench.longest,
      script: sum(scripts.map(({ decodedBodySize }) => decodedBodySize)),
      transferred: sum(scripts.map(({ transferSize }) => transferSize)),
      requests: sent.length,
      reads: reads.length,
      chain,
      renders: {
        commits: commits.length,
        mounted: sum(commits.map(({ mounted }) => mounted)),
        again: sum(commits.map(({ again }) => again)),
      },
    };
  }, usable);
}
