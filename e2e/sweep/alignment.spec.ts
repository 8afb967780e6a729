import type { Locator } from "@playwright/test";
import { hrefs } from "../../renderer/features/addresses/hrefs.ts";
import { waitUntilSettled } from "../fixtures/go-to.ts";
import { expect, test } from "../fixtures/test.ts";

test("the values of a group's lists are in one column, in rows of one height", async ({ page }) => {
  await page.goto(hrefs.group("local", "fjord", { tab: "details" }));
  const values = page.getByRole("main").getByRole("definition");
  await expect(values.filter({ hasText: "Boats, boards" })).toBeVisible();
  const lefts = await values.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
  expect(lefts.length).toBeGreaterThan(6);
  expect(new Set(lefts).size).toBe(1);
  const heights = await values.evaluateAll((all) => all.map((each) => each.parentElement?.clientHeight));
  expect(new Set(heights).size).toBe(1);
});

test("the order of a list has other controls on its line, however narrow the window is", async ({ page }) => {
  const lists = [hrefs.projects("local"), hrefs.groups("local"), hrefs.snippets("local")];
  for (const href of lists) {
    await page.goto(href);
    const order = page.getByRole("main").getByRole("combobox", { name: /^Order/ });
    for (const width of [1280, 900, 640, 320]) {
      await page.setViewportSize({ width, height: 700 });
      await waitUntilSettled(page);
      const line = await middleOf(order);
      const controls = page.getByRole("main").locator("button, input");
      const lines = await controls.evaluateAll((all) =>
        all
          .map((control) => control.getBoundingClientRect())
          .filter(({ width: size }) => size > 0)
          .map(({ top, height }) => Math.round(top + height / 2)),
      );
      expect(
        lines.filter((each) => Math.abs(each - line) <= 2).length,
        `${href} at ${width}`,
      ).toBeGreaterThan(1);
      const box = await order.boundingBox();
      expect(box?.width, `${href} at ${width}`).toBeGreaterThan(75);
    }
  }
});

test("the shares of failures of runners are on the line of the words beside them", async ({ page }) => {
  await page.goto(hrefs.runners("local"));
  const rows = page.getByRole("grid", { name: "Runners" }).getByRole("row");
  // The bottoms of both texts in the first row that has them, in pixels.
  const bottoms = () =>
    rows.evaluateAll((all) => {
      const bottomOf = (row: Element, pattern: RegExp) => {
        const range = document.createRange();
        const cell = [...row.querySelectorAll("span")].find(({ textContent }) => pattern.test(textContent));
        if (!cell) return null;
        range.selectNodeContents(cell);
        return Math.round(range.getBoundingClientRect().bottom);
      };
      const found = all.map((row) => [bottomOf(row, /^Idle$/), bottomOf(row, /^\d+\s?%$/)]);
      return found.find((pair) => !pair.includes(null)) ?? null;
    });
  await expect.poll(bottoms).not.toBeNull();
  const [idle, share] = (await bottoms()) ?? [];
  expect(share).toBe(idle);
});

/** Returns the vertical middle of an element, in pixels. */
async function middleOf(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
}
