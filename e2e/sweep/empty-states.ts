import { expect, type Page } from "@playwright/test";
import { sizes } from "./layout-problems.ts";

/** Returns a line for each size of the window where the view's empty state is not as far below what is above it as others. */
export async function emptyStateProblems(page: Page): Promise<string[]> {
  const problems: string[] = [];
  const state = page.getByRole("main").locator("section:has(> span:first-child > svg)").first();
  for (const size of sizes.slice(0, 2)) {
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
  await page.setViewportSize(sizes[0]);
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
