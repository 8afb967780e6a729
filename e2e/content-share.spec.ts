import type { Locator, Page } from "@playwright/test";
import { hrefs } from "../renderer/features/addresses/hrefs.ts";
import { waitUntilSettled } from "./fixtures/go-to.ts";
import { expect, test } from "./fixtures/test.ts";

/*
 * The share of the window that is content: of the main area, which is the window right of the side bar, from the top of the
 * window to its bottom, the part from the top of the first content of the view down to the status line. What is above that is
 * bars: tabs of the window, the head of the page, a row of search and filters. The side bar is neither; a tree beside the
 * content of a view counts as content. So a bar of 40 px costs 5 % of a window of 800 px.
 */

interface MeasuredView {
  readonly href: string;
  /** The first content: a row of a list, a line of a text, a section. */
  readonly first: (main: Locator) => Locator;
  /** Pixels from the top of the window at which it begins at most, at 1280×800. */
  readonly top?: number;
  /** Share at 900×700 at least, where a tree beside a list leaves its filters two lines. */
  readonly narrowShare?: number;
}

const local = "local";
const lantern = "fjord/lantern";
const beacon = "fjord/beacon";
const list = (name: string) => (main: Locator) => main.getByRole("list", { name, exact: true });

const views: Readonly<Record<string, MeasuredView>> = {
  home: { href: hrefs.home, first: (main) => main.getByRole("region").first() },
  projects: { href: hrefs.projects(local), first: list("Projects"), narrowShare: 0.74 },
  tags: { href: hrefs.project(local, lantern, "tags"), first: list("Tags") },
  "merge requests": { href: hrefs.project(local, lantern, "merge_requests"), first: list("Merge requests") },
  commits: { href: hrefs.project(local, lantern, "commits"), first: list("Commits") },
  branches: { href: hrefs.project(local, lantern, "branches"), first: list("Branches") },
  pipelines: { href: hrefs.project(local, beacon, "pipelines"), first: list("Pipelines") },
  wiki: {
    href: hrefs.wiki(local, lantern),
    first: (main) => main.getByRole("region", { name: /^Text of / }),
  },
  file: {
    href: hrefs.project(local, lantern, "files", { ref: "main", path: "src/features/crew.ts" }),
    first: (main) => main.locator(".view-line").first(),
    top: 110,
  },
  changes: {
    href: hrefs.mergeRequest(local, lantern, 27, { tab: "changes" }),
    first: (main) => main.getByRole("article").first().locator("[data-kind]").first(),
    top: 130,
  },
  log: {
    href: hrefs.job(local, beacon, 267),
    first: (main) => main.getByRole("region", { name: "Log of unit" }),
    top: 130,
  },
};

/** Sizes of windows and the least share in each: 640×400 is 1280×800 at a zoom of 200 %. */
const floors = [
  { width: 1280, height: 800, share: 0.8 },
  { width: 900, height: 700, share: 0.75 },
  { width: 640, height: 400, share: 0.4 },
  { width: 320, height: 640, share: 0.5 },
] as const;

/** Shift of the layout from the first paint of a view to its rest at most. */
const maxShift = 0.02;

declare global {
  interface Window {
    /** Shifts of the layout since the page was loaded. */
    layoutShifts?: { readonly value: number; readonly isAfterInput: boolean; readonly of: string }[];
  }
}

/** A `layout-shift` entry, which TypeScript's library lacks. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

/** Runs in the page before its script. */
function watchShifts(): void {
  const shifts: NonNullable<Window["layoutShifts"]> = [];
  window.layoutShifts = shifts;
  new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries() as LayoutShift[]) {
      const of = entry.sources.map(({ node }) =>
        (node instanceof Element ? node.outerHTML : "").slice(0, 90),
      );
      shifts.push({ value: entry.value, isAfterInput: entry.hadRecentInput, of: of.join(" ") });
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Returns the top of the first content, and the share of the window that is content. */
async function measure(page: Page, view: MeasuredView): Promise<{ top: number; share: number }> {
  const first = view.first(page.getByRole("main"));
  // The editor makes its lines anew when its size changes.
  await expect(() => first.scrollIntoViewIfNeeded({ timeout: 1_000 })).toPass();
  const box = await first.boundingBox();
  const status = await page.getByRole("contentinfo").boundingBox();
  const { height } = page.viewportSize() ?? { height: 0 };
  if (!box || !status) throw new Error("not drawn");
  return { top: box.y, share: (status.y - box.y) / height };
}

for (const [name, view] of Object.entries(views))
  test(`most of the window is content, and nothing moves while it loads: ${name}`, async ({ page }) => {
    await page.addInitScript(watchShifts);
    await page.goto(view.href);
    await expect(view.first(page.getByRole("main"))).toBeVisible();
    await waitUntilSettled(page);
    const shifts = await page.evaluate(() => window.layoutShifts ?? []);
    const shift = shifts.reduce((sum, { value, isAfterInput }) => sum + (isAfterInput ? 0 : value), 0);
    const shares: string[] = [];
    for (const { width, height, share } of floors) {
      await page.setViewportSize({ width, height });
      await waitUntilSettled(page);
      const measured = await measure(page, view);
      shares.push(`${width}×${height}: ${measured.share.toFixed(3)} from ${Math.round(measured.top)}`);
      expect
        .soft(measured.share, `share at ${width}×${height}`)
        .toBeGreaterThanOrEqual(width === 900 ? (view.narrowShare ?? share) : share);
      if (width === 1280 && view.top) expect.soft(measured.top).toBeLessThanOrEqual(view.top);
    }
    test
      .info()
      .annotations.push({ type: "share", description: `${shares.join(", ")}; shift ${shift.toFixed(4)}` });
    expect
      .soft(shift, shifts.map(({ value, of }) => `${value.toFixed(4)} ${of}`).join("\n"))
      .toBeLessThan(maxShift);
  });

test("the head of a log scrolls away in a short window, and comes back at the beginning", async ({
  page,
}) => {
  await page.setViewportSize({ width: 640, height: 400 });
  await page.goto(hrefs.job(local, beacon, 267));
  const log = page.getByRole("region", { name: "Log of unit" });
  await expect(log.getByRole("button", { name: /^Line / }).first()).toBeVisible();
  await waitUntilSettled(page);
  const top = async () => (await log.boundingBox())?.y ?? Number.NaN;
  // It opens at its end.
  await expect.poll(top).toBeLessThan(48);
  await log.evaluate((scroller) => scroller.scrollTo(0, 0));
  await expect.poll(top).toBeGreaterThan(76);
  const begin = await top();
  await log.evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
  await expect.poll(top).toBeLessThan(48);
  // It stays at its end, and away.
  await waitUntilSettled(page);
  expect(await top()).toBeLessThan(48);
  expect(
    await log.evaluate(
      ({ scrollTop, scrollHeight, clientHeight }) => scrollHeight - clientHeight - scrollTop,
    ),
  ).toBeLessThan(24);
  await log.evaluate((scroller) => scroller.scrollTo(0, 0));
  await expect.poll(top).toBe(begin);
});

test("nothing moves while a toast comes and goes", async ({ page }) => {
  await page.route(/\/repository\/tags\//, (route) =>
    route.request().method() === "DELETE"
      ? route.fulfill({
          status: 403,
          contentType: "application/problem+json",
          json: { code: "refused", message: "The harbour is closed.", status: 403 },
        })
      : route.fallback(),
  );
  await page.addInitScript(watchShifts);
  await page.goto(hrefs.project(local, lantern, "tags"));
  const remove = page.getByRole("button", { name: /^Delete the tag / }).first();
  await expect(remove).toBeVisible();
  await waitUntilSettled(page);
  const before = await page.evaluate(() => window.layoutShifts?.length);
  await remove.press("Enter");
  const toast = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
  await expect(toast).toHaveCSS("opacity", "1");
  await toast.getByRole("button", { name: "Dismiss" }).click();
  await expect(toast).toHaveCount(0);
  await waitUntilSettled(page);
  // Also those right after a key or a click.
  expect((await page.evaluate(() => window.layoutShifts ?? [])).slice(before)).toEqual([]);
});
