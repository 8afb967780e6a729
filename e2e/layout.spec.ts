import type { Page } from "@playwright/test";
import { accessibilityProblems } from "./fixtures/accessibility.ts";
import { layoutProblems } from "./fixtures/layout-problems.ts";
import { expect, test } from "./fixtures/test.ts";
import { enter, leave, type View } from "./fixtures/view.ts";
import { views } from "./fixtures/views.ts";

/** The system's forced colours replace Helve's, light or dark. */
const forced = (["light", "dark"] as const).map(
  (colorScheme) => ({ colorScheme, forcedColors: "active" }) as const,
);

/** Views that one test visits; several small tests share the workers better than one that takes minutes. */
const viewsPerTest = 12;

test.describe("every view is accessible and fits any window, zoom and theme", () => {
  test.describe.configure({ mode: "parallel", timeout: 180_000 });
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
  for (const scheme of forced) {
    await page.emulateMedia(scheme);
    const invisible = await page.evaluate(findInvisibleText);
    problems.push(
      ...invisible.map((problem) => `${view.name} in ${scheme.colorScheme} forced colours: ${problem}`),
    );
  }
  await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
  problems.push(...(await layoutProblems(page, view.name)));
  await leave(page, view);
  return problems;
}

/** Runs in the page. Returns texts whose colour is hardly different from what is behind them. */
function findInvisibleText(): string[] {
  const backgroundOf = (element: Element): string | null => {
    for (let current: Element | null = element; current; current = current.parentElement) {
      const { backgroundColor } = getComputedStyle(current);
      if (!/^transparent$|^rgba\(.*, 0\)$/.test(backgroundColor)) return backgroundColor;
    }
    return null;
  };
  // By WCAG; forced colours are computed as red, green and blue.
  const luminance = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const contrast = (one: number, other: number) => Math.max(one, other) / Math.min(one, other);
  return [...document.querySelectorAll("#root *")]
    .filter((element) =>
      [...element.childNodes].some(
        ({ nodeType, data }: Node & { data?: string }) => nodeType === 3 && data?.trim(),
      ),
    )
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((element) => {
      const { color } = getComputedStyle(element);
      const background = backgroundOf(element);
      const isForced = /^rgb/.test(color) && /^rgb/.test(background ?? "");
      return isForced && contrast(luminance(color), luminance(background ?? "")) < 1.5;
    })
    .map((element) => `invisible: "${element.textContent?.slice(0, 40)}"`)
    .slice(0, 4);
}

test("tabs without room are in a menu, and the active one stays in view with its button", async ({
  page,
}) => {
  await page.goto("/a/local/projects");
  await page.getByRole("heading", { level: 1, name: "Projects" }).waitFor();
  expect(await page.evaluate(() => document.fonts.check('13px "Inter Variable"'))).toBe(true);
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^"Inter Variable"/);
  await page.setViewportSize({ width: 640, height: 400 });
  const tabs = page.getByRole("tablist", { name: "Tabs" });
  const before = await tabs.getByRole("tab").count();
  for (let count = 0; count < 6; count++) await page.keyboard.press("Alt+t");
  await expect(tabs.getByRole("tab")).toHaveCount(before + 6);
  await page.getByRole("button", { name: `All tabs (${before + 6})` }).click();
  // Other specs of the app may have left a tab of the same name.
  await page.getByRole("menuitem", { name: "Projects", exact: true }).first().click();
  const active = tabs.getByRole("tab", { selected: true });
  await expect(active).toHaveText("Projects");
  await expect.poll(() => isWithin(page)).toBe(true);
  await page.setViewportSize({ width: 320, height: 256 });
  await expect.poll(() => isWithin(page)).toBe(true);
});

/** Returns whether the active tab is all within the list of tabs. */
const isWithin = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const list = document.querySelector("[role=tablist]")?.getBoundingClientRect();
    const tab = document.querySelector("[role=tab][aria-selected=true]")?.getBoundingClientRect();
    return Boolean(list && tab && tab.left >= list.left && tab.right <= list.right + 1);
  });
