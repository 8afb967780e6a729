import type { Page, Request } from "@playwright/test";

/**
 * Navigates to another route of the app, as a link does: its router listens to `pushState`. `timed` begins a
 * measurement.
 */
export const navigateTo = (page: Page, address: string, timed = false): Promise<void> =>
  page.evaluate(
    ([path, begins]) => {
      if (begins) Object.assign(globalThis.bench, { began: performance.now(), longest: 0 });
      history.pushState(null, "", path);
    },
    [address, timed] as const,
  );

/** Milliseconds without a response after which a page counts as idle. */
const idleMs = 1_000;

/** Runs a navigation and waits until the page has sent no request for {@link idleMs}. */
export async function runUntilIdle(page: Page, go: () => Promise<unknown>): Promise<void> {
  let last = performance.now();
  const running = new Set<Request>();
  const track = (request: Request, on: boolean) => {
    // The host's event stream never ends, and Playwright reports no end of a shared worker's script.
    if (/\/-\/events$|\/event-relay\.worker/.test(request.url())) return;
    if (on) running.add(request);
    else running.delete(request);
    last = performance.now();
  };
  page.on("request", (request) => track(request, true));
  page.on("requestfinished", (request) => track(request, false));
  page.on("requestfailed", (request) => track(request, false));
  await go();
  while (running.size > 0 || performance.now() - last < idleMs) await page.waitForTimeout(50);
}

/** Milliseconds after which a step is given up. */
const limitMs = 30_000;

/**
 * Returns the milliseconds until the page's own frames see `condition`, after `act`; both are scripts. Throws after the
 * limit.
 */
export const seen = (page: Page, condition: string, act = ""): Promise<number> =>
  page.evaluate(`(async () => {
    const began = performance.now();
    ${act};
    for (;;) {
      if (${condition}) return performance.now() - began;
      if (performance.now() - began > ${limitMs}) throw new Error("Not seen: " + ${JSON.stringify(condition)});
      await new Promise((next) => requestAnimationFrame(next));
    }
  })()`);

/** Returns the script that navigates to an address of the app as a link does. */
export const linkTo = (address: string): string =>
  `history.pushState(null, "", ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent("popstate"))`;
