import type { Page } from "@playwright/test";
import { accessibilityProblems } from "./fixtures/accessibility.ts";
import { forcedColourProblems } from "./fixtures/forced-colours.ts";
import { layoutProblems, sizes } from "./fixtures/layout-problems.ts";
import { expect, test } from "./fixtures/test.ts";
import { enter, leave, type View } from "./fixtures/view.ts";
import { views } from "./fixtures/views.ts";

/** Views that one test visits; several small tests share the workers better than one that takes minutes. */
const viewsPerTest = 12;

test.describe("every view is accessible and fits any window, zoom and theme", () => {
  test.describe.configure({ mode: "parallel", timeout: 300_000 });
  for (let first = 0; first < views.length; first += viewsPerTest) {
    const some = views.slice(first, first + viewsPerTest);
    test(`from ${some.at(0)?.name} to ${some.at(-1)?.name}`, async ({ page }) => {
      await page.goto("/");
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await page.evaluate(addDiagnostic);
      const problems: string[] = [];
      for (const view of some) problems.push(...(await problemsOf(page, view)));
      expect(problems).toEqual([]);
    });
  }
});

/** Runs in the page. Diagnostics has an entry with a name of an operation that does not break. */
async function addDiagnostic(): Promise<void> {
  const operation = "GET /projects/:id/repository/files/:file_path/raw_and_everything_else_that_has_no_space";
  await fetch("/-/diagnostics", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      kind: "mismatch",
      accountId: "local",
      operation,
      message: "id: expected a number",
    }),
  });
}

async function problemsOf(page: Page, view: View): Promise<string[]> {
  await enter(page, view);
  const problems = (await accessibilityProblems(page)).map((problem) => `${view.name}: ${problem}`);
  for (const problem of await forcedColourProblems(page)) problems.push(`${view.name} in ${problem}`);
  problems.push(...(await layoutProblems(page, view.name)));
  await leave(page, view);
  return problems;
}

test("empty states are equally far below what is above them in every view", async ({ page }) => {
  const empty = views.filter(({ name }) => name.endsWith("-empty"));
  expect(empty.length).toBeGreaterThan(6);
  for (const { name, href } of empty) {
    // Loaded anew, so that none of the view before is left.
    await page.goto(href);
    const state = page.getByRole("main").locator("section:has(> span:first-child > svg)");
    for (const size of [sizes[0], sizes[1]]) {
      await page.setViewportSize(size);
      const expected = Math.round(size.height * 0.12);
      await expect.poll(() => state.first().evaluate(gapAbove), `${name} at ${size.width}`).toBe(expected);
    }
  }
});

/** Runs in the page. Returns the pixels between an empty state's icon and the element above it. */
function gapAbove(state: Element): number {
  const { top = Number.NaN, left = 0, right = 0 } = state.firstElementChild?.getBoundingClientRect() ?? {};
  const above = [...(state.closest("main")?.querySelectorAll("*") ?? [])]
    .filter((element) => !element.contains(state) && element.checkVisibility())
    .map((element) => element.getBoundingClientRect())
    .filter((box) => box.height > 1 && box.bottom <= top && box.left < right && box.right > left)
    .map(({ bottom }) => bottom)
    .concat(state.closest("main")?.getBoundingClientRect().top ?? 0);
  return Math.round(top - Math.max(...above));
}

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
