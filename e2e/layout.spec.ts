import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures/test.ts";

test("of 15 tabs those without room are in a menu, and the active one stays in view with its button", async ({
  page,
}) => {
  await page.goto("/a/local/projects");
  await page.getByRole("heading", { level: 1, name: "Projects" }).waitFor();
  expect(await page.evaluate(() => document.fonts.check('13px "Inter Variable"'))).toBe(true);
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^"Inter Variable"/);
  const tabs = page.getByRole("tablist", { name: "Tabs" });
  const active = tabs.getByRole("tab", { selected: true });
  // Other specs of the app have left theirs.
  await active.click({ button: "right" });
  const others = page.getByRole("menuitem", { name: "Close others" });
  if (await others.isEnabled()) await others.click();
  else await page.keyboard.press("Escape");
  await expect(tabs.getByRole("tab")).toHaveCount(1);
  for (let count = 1; count < 15; count++) await page.keyboard.press("Alt+t");
  await expect(tabs.getByRole("tab")).toHaveCount(15);
  await page.setViewportSize({ width: 900, height: 700 });
  for (const key of ["Home", "Projects"]) {
    await page.getByRole("button", { name: "All tabs (15)" }).click();
    await page.getByRole("menuitem", { name: key, exact: true }).first().click();
    await expect(active).toHaveText(key);
    for (const [width, height] of [
      [320, 256],
      [640, 400],
      [900, 700],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => isWithin(page), `${key} at ${width}`).toBe(true);
      await expect.poll(() => tabs.evaluate(fadesBeyondEnds), `ends of the strip at ${width}`).toBe(true);
    }
  }
  // Walked to by keyboard, too.
  await active.focus();
  for (let step = 0; step < 14; step++) {
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => isWithin(page)).toBe(true);
  }
});

/** Runs in the page. Returns whether the strip fades at those of its ends beyond which there are tabs. */
function fadesBeyondEnds(strip: Element): boolean {
  const { scrollLeft, scrollWidth, clientWidth } = strip;
  const style = getComputedStyle(strip);
  const isFaded = (end: string) => style.getPropertyValue(`--fade-${end}`) !== "0px";
  const hidden = [scrollLeft > 0, scrollLeft + clientWidth < scrollWidth - 1];
  return hidden.some(Boolean) && isFaded("before") === hidden[0] && isFaded("after") === hidden[1];
}

/** Returns whether the active tab is all within the list of tabs, and its Close button is what a click there meets. */
const isWithin = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const list = document.querySelector("[role=tablist]")?.getBoundingClientRect();
    const active = document.querySelector("[role=tab][aria-selected=true]");
    const tab = active?.getBoundingClientRect();
    const close = active?.lastElementChild;
    const button = close?.getBoundingClientRect();
    if (!(list && tab && close && button) || getComputedStyle(close).opacity !== "1") return false;
    const hit = document.elementFromPoint(button.x + button.width / 2, button.y + button.height / 2);
    return close.contains(hit) && tab.left >= list.left && tab.right <= list.right + 1;
  });
