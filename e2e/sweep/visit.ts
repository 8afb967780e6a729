import { stripVTControlCharacters } from "node:util";
import { expect, type Page } from "@playwright/test";
import { forcedColourProblems } from "../fixtures/forced-colours.ts";
import { enter, leave, type SweptView } from "../fixtures/swept-view.ts";
import { accessibilityProblems } from "./accessibility.ts";
import { alignmentProblems } from "./alignment.ts";
import { layoutProblems, windowSizes } from "./layout-problems.ts";

/** Loads the app. */
export async function openSweptApp(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).first().waitFor();
}

/** Checks what the page shows. Returns a line for each problem, which begins with the name of the view or state. */
export async function problemsOf(page: Page, name: string): Promise<string[]> {
  const problems = [
    ...(await accessibilityProblems(page)),
    ...(await forcedColourProblems(page)),
    ...(await layoutProblems(page)),
    ...(await alignmentProblems(page, name)),
    ...(name.endsWith("-empty") ? await emptyStateProblems(page) : []),
  ];
  return problems.map((problem) => `${name}: ${problem}`);
}

/** Visits a view once for all checks. Returns a line for each problem, also where it could not be visited. */
export async function problemsOfView(page: Page, view: SweptView): Promise<string[]> {
  try {
    await enter(page, view);
    const problems = await problemsOf(page, view.name);
    await leave(page, view);
    return problems;
  } catch (error) {
    // The others are visited all the same.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.setViewportSize(windowSizes[0]);
    await page.emulateMedia({ colorScheme: "light", forcedColors: "none", reducedMotion: "no-preference" });
    await openSweptApp(page);
    return [`${view.name}: ${stripVTControlCharacters(String(error))}`];
  }
}

/** Returns a line for each size of the window where the view's empty state is not as far below what is above it as others. */
async function emptyStateProblems(page: Page): Promise<string[]> {
  const problems: string[] = [];
  const state = page.getByRole("main").locator("section:has(> span:first-child > svg)").first();
  for (const size of windowSizes.slice(0, 2)) {
    await page.setViewportSize(size);
    const expected = Math.round(size.height * 0.12);
    await expect
      .poll(() => state.evaluate(gapAbove))
      .toBe(expected)
      .catch(async () =>
        problems.push(
          `the empty state is ${await state.evaluate(gapAbove)} px below what is above it at ${size.width}, not ${expected}`,
        ),
      );
  }
  await page.setViewportSize(windowSizes[0]);
  return problems;
}

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
