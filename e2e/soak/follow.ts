import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import { startAppWithJobs } from "../fixtures/app-with-jobs.ts";
import { installedChromium, pageHeap } from "../fixtures/chromium.ts";
import { memoryOf, soakedOptions } from "./memory/soaked-process.ts";

/**
 * `npm run soak -- follow`: the log of a job that prints 10,000 lines a second is followed to its last line. Neither the
 * page nor the host may retain what was printed, some 400 KB a second.
 */
const { values } = parseArgs({
  options: {
    /** Seconds between the two measurements. */
    seconds: { type: "string", default: "600" },
  },
});
const seconds = Number(values.seconds);
if (!(seconds > 0)) throw new Error("--seconds is a number");

/** Maximum growth of a JavaScript heap in MiB, however long a log is followed. */
const allowedGrowth = 4;
/** Seconds before the first measurement: code is compiled then, and caches are full. */
const warmUpSeconds = 20;
/** Minimum number of lines a second for a run that says something. */
const minRate = 5_000;
/** Seconds that the job prints for beyond the run. */
const spareSeconds = 60;

interface Measured {
  /** Heaps in MiB. */
  readonly page: number;
  readonly host: number;
  /** Number of the last line that is shown, and its age in seconds. */
  readonly line: number;
  readonly lag: number;
  readonly at: number;
}

const app = await startAppWithJobs({}, warmUpSeconds + seconds + spareSeconds, soakedOptions);
const browser = await chromium.launch({
  ...(installedChromium ? { executablePath: installedChromium } : {}),
  args: ["--no-sandbox"],
});
try {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    storageState: app.session,
  });
  const page = await context.newPage();
  await page.goto(await app.startFollowed());
  await page
    .getByText(/^tick \d/)
    .first()
    .waitFor({ timeout: 60_000 });
  await delay(warmUpSeconds * 1000);
  const before = await measure(page);
  await delay(seconds * 1000);
  const after = await measure(page);
  const rate = (after.line - before.line) / ((after.at - before.at) / 1000);
  const broken = [
    ...(after.page - before.page <= allowedGrowth ? [] : ["the page retains what was printed"]),
    ...(after.host - before.host <= allowedGrowth ? [] : ["the host retains what was printed"]),
    ...(rate >= minRate ? [] : ["the machine is too slow for this run"]),
  ];
  const change = (of: "page" | "host") => `${before[of].toFixed(1)} → ${after[of].toFixed(1)}`;
  console.table({
    Following: {
      seconds: Math.round((after.at - before.at) / 1000),
      "lines/s": Math.round(rate),
      "lag s": after.lag.toFixed(1),
      "page's heap MiB": change("page"),
      "host's heap MiB": change("host"),
    },
  });
  for (const each of broken) console.error(each);
  console.log(broken.length === 0 ? "Every promise held." : `${broken.length} promises were broken.`);
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await app.stop();
}

async function measure(page: Page): Promise<Measured> {
  const tick = await (await page.waitForFunction(lastTick)).jsonValue();
  if (!tick) throw new Error("no line with a time was shown");
  const { line, printed } = tick;
  const [at, mebibyte] = [Date.now(), 2 ** 20];
  const { heap = Number.NaN } = await memoryOf(app.app.child);
  return { page: (await pageHeap(page)) / mebibyte, host: heap, line, lag: (at - printed) / 1000, at };
}

/** Runs in the page: returns the last line with a time, and the time at which it was printed; null while none is in view. */
function lastTick(): { line: number; printed: number } | null {
  const rows = [...document.querySelectorAll("[data-line]")];
  const row = rows.findLast(({ textContent }) => /tick \d+ at \d+/.test(textContent ?? ""));
  if (!row) return null;
  const printed = Number(/at (\d+)/.exec(row.textContent ?? "")?.[1]);
  return { line: Number(row.getAttribute("data-line")), printed };
}
