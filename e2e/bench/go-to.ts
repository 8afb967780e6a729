import type { Page, Request } from "@playwright/test";

/** Navigates to another route of the app, as a link does: its router listens to `pushState`. A measurement may begin here. */
export const goTo = (page: Page, address: string, timed = false): Promise<void> =>
  page.evaluate(
    ([path, begins]) => {
      if (begins) Object.assign(globalThis.bench, { began: performance.now(), longest: 0 });
      history.pushState(null, "", path);
    },
    [address, timed] as const,
  );

/** Milliseconds without a response after which a page counts as idle. */
const idleMs = 1_000;

/** Goes to a route and waits until the page is idle. */
export async function quiet(page: Page, go: () => Promise<unknown>): Promise<void> {
  let last = performance.now();
  const running = new Set<Request>();
  const note = (request: Request, on: boolean) => {
    // The host's events never end, and of a shared worker's script no end is reported.
    if (/\/-\/events$|\/event-relay\.worker/.test(request.url())) return;
    if (on) running.add(request);
    else running.delete(request);
    last = performance.now();
  };
  page.on("request", (request) => note(request, true));
  page.on("requestfinished", (request) => note(request, false));
  page.on("requestfailed", (request) => note(request, false));
  await go();
  while (running.size > 0 || performance.now() - last < idleMs) await page.waitForTimeout(50);
}
