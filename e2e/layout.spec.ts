import type { Page } from "@playwright/test";
import { goTo, settle } from "./fixtures/go-to.ts";
import { expect, test, violationsOf } from "./fixtures/test.ts";
import { type View, views } from "./fixtures/views.ts";

/** A common window, a small one, and a window of 1280×800 at a zoom of 200 % and of 400 % (WCAG 1.4.10). */
const sizes = [
  { width: 1280, height: 800 },
  { width: 900, height: 700 },
  { width: 640, height: 400 },
  { width: 320, height: 256 },
] as const;

/** The themes whose colours axe judges, beside the light one. */
const themes = [
  { colorScheme: "dark", forcedColors: "none" },
  { colorScheme: "light", forcedColors: "active" },
  { colorScheme: "dark", forcedColors: "active" },
] as const;

test("every view is accessible, and fits any window, zoom and theme", async ({ page }) => {
  test.setTimeout(240_000);
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  const problems: string[] = [];
  for (const view of views) problems.push(...(await problemsOf(page, view)));
  expect(problems).toEqual([]);
});

async function problemsOf(page: Page, view: View): Promise<string[]> {
  await page.setViewportSize(sizes[0]);
  await goTo(page, view.href);
  await view.open?.(page);
  const problems = await accessibilityProblems(page, view);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    const found = await page.evaluate(findLayoutProblems);
    problems.push(...found.map((problem) => `${view.name} at ${size.width}: ${problem}`));
  }
  if (view.open) {
    await page.setViewportSize(sizes[0]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  return problems;
}

/** In the common window; of all rules, color-contrast is the one that a theme decides. */
async function accessibilityProblems(page: Page, { name }: View): Promise<string[]> {
  const problems = (await violationsOf(page)).map((problem) => `${name}: ${problem}`);
  for (const theme of themes) {
    await page.emulateMedia(theme);
    await settle(page);
    const found = await violationsOf(page, "color-contrast");
    const scheme = `${theme.forcedColors === "active" ? "forced " : ""}${theme.colorScheme}`;
    problems.push(...found.map((problem) => `${name} in ${scheme}: ${problem}`));
  }
  await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
  await settle(page);
  return problems;
}

/** Runs in the page. Returns what is too large for it, described by role, class and text. */
function findLayoutProblems(): string[] {
  const problems: string[] = [];
  const nameOf = (element: Element) =>
    `<${element.tagName.toLowerCase()} class="${element.getAttribute("class") ?? ""}"> ${(
      element.getAttribute("aria-label") ?? element.textContent ?? ""
    ).slice(0, 40)}`;
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
  if (scrollWidth > clientWidth) problems.push(`page is ${scrollWidth - clientWidth} px too wide`);
  if (scrollHeight > clientHeight) problems.push(`page is ${scrollHeight - clientHeight} px too high`);
  // Code, tables of data and graphs are the content that may scroll in two dimensions: the first two are the bytes of a
  // file and its table, then the lines of a diff and of a log, and a pipeline's graph.
  const mayScroll = [
    "pre",
    "code",
    "table",
    ".monaco-editor",
    "[aria-label$=', bytes']",
    "[aria-label^='Table ']",
    "[aria-label^='Changes in ']",
    "[aria-label^='Log of ']",
    "[aria-label='Stage graph']",
  ].join();
  const visible = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.closest("[aria-hidden=true]") === null;
  for (const element of document.querySelectorAll("body *")) {
    if (element.scrollWidth <= element.clientWidth + 1 || element.closest(mayScroll)) continue;
    const { overflowX } = getComputedStyle(element);
    if ((overflowX !== "auto" && overflowX !== "scroll") || !visible(element)) continue;
    if (element.querySelector(mayScroll)?.scrollWidth === element.scrollWidth) continue;
    problems.push(`scrolls sideways by ${element.scrollWidth - element.clientWidth} px: ${nameOf(element)}`);
  }
  for (const element of document.querySelectorAll(
    "button, a[href], input, select, textarea, [role=tab], h1",
  )) {
    if (element.closest(mayScroll) || !visible(element)) continue;
    const { left, right, width, height } = element.getBoundingClientRect();
    const isClipped = getComputedStyle(element).clipPath !== "none" || width <= 1;
    if (isClipped || height === 0 || right <= 0 || left >= clientWidth) continue;
    if (right > clientWidth + 1 || left < -1) problems.push(`reaches out of the window: ${nameOf(element)}`);
  }
  return problems.slice(0, 6);
}
