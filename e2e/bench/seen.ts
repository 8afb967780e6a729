import type { Page } from "@playwright/test";

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
