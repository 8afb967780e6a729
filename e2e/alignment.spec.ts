import type { Locator, Page } from "@playwright/test";
import { hrefs } from "../renderer/features/addresses/hrefs.ts";
import { settle } from "./fixtures/go-to.ts";
import { expect, test } from "./fixtures/test.ts";
import { enter, leave } from "./fixtures/view.ts";
import { views } from "./fixtures/views.ts";

const count = (page: Page) =>
  page
    .getByRole("main")
    .getByText(/^\d+ files?/)
    .first();
const card = (page: Page) => page.getByRole("main").locator("article[data-file]").first();
const field = (name: string) => (page: Page) =>
  page.getByRole("main").getByRole("searchbox", { name }).locator("..");
const crumb = (page: Page) => page.getByRole("navigation", { name: "Breadcrumb" }).locator("li").first();

type Part = (page: Page) => Locator;
interface Aligned {
  readonly begin?: readonly Part[];
  readonly end?: readonly Part[];
}

/** Parts of views that begin and end where the head does. */
const aligned: Readonly<Record<string, Aligned>> = {
  home: { begin: [crumb] },
  changes: { begin: [count, card], end: [card] },
  commit: { begin: [count, card], end: [card] },
  compare: { begin: [count, card], end: [card] },
  "job-log": { begin: [field("Find in log")] },
  "job-tests": {
    begin: [(page) => page.getByRole("search", { name: "Tests" }).locator("> :first-child")],
    end: [(page) => page.getByText(/in 1 report$/)],
  },
  groups: {
    begin: [field("Search groups")],
    end: [(page) => page.getByRole("combobox", { name: "Order by" })],
  },
  pipeline: {},
  projects: { end: [(page) => page.getByRole("combobox", { name: "Order by" })] },
};

test("bars and files begin and end where the head of their view does", async ({ page }) => {
  page.setDefaultTimeout(10_000);
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  const problems: string[] = [];
  for (const [name, { begin = [], end = [] }] of Object.entries(aligned)) {
    const view = views.find((each) => each.name === name);
    if (!view) throw new Error(`There is no view "${name}".`);
    await enter(page, view);
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await settle(page);
      const head = page.getByRole("main").locator("header:has(h1)").first();
      if ((await head.locator("> :first-child:not(:has(h1)) svg").count()) === 0)
        problems.push(`${name}: no icon`);
      const left = await head.evaluate(contentLeft);
      for (const part of begin) {
        const at = await part(page).evaluate(leftOf);
        if (at !== left)
          problems.push(`${name} at ${width}: ${part(page)} begins at ${at}, the head at ${left}`);
      }
      // In a narrow window bars have several lines.
      if (width < 600) continue;
      const right = await head.evaluate(contentRight);
      for (const part of end) {
        const at = await part(page).evaluate(rightOf);
        if (at !== right) problems.push(`${name}: ${part(page)} ends at ${at}, the head at ${right}`);
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await leave(page, view);
  }
  expect(problems).toEqual([]);
});

test("the fields of a dialog have one width", async ({ page }) => {
  const view = views.find(({ name }) => name === "tag-new");
  if (!view) throw new Error("There is no dialog of a new tag.");
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await enter(page, view);
  const dialog = page.getByRole("dialog", { name: "New tag" });
  const fields = [
    dialog.getByRole("textbox", { name: "Name" }).locator(".."),
    dialog.getByRole("button", { name: /^Target/ }),
    dialog.getByRole("textbox", { name: "Annotation" }).locator(".."),
  ];
  const edges = await Promise.all(
    fields.map(async (field) => [await field.evaluate(leftOf), await field.evaluate(rightOf)]),
  );
  expect(edges).toEqual(edges.map(() => edges[0]));
});

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

// These run in the page.
const leftOf = (element: Element): number => Math.round(element.getBoundingClientRect().left);
const rightOf = (element: Element): number => Math.round(element.getBoundingClientRect().right);
const contentLeft = (element: Element): number =>
  Math.round(element.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(element).paddingLeft));
const contentRight = (element: Element): number =>
  Math.round(
    element.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(element).paddingRight),
  );

test("the order of a list has other controls on its line, however narrow the window is", async ({ page }) => {
  const lists = [hrefs.projects("local"), hrefs.groups("local"), hrefs.snippets("local")];
  for (const href of lists) {
    await page.goto(href);
    const order = page.getByRole("main").getByRole("combobox", { name: /^Order/ });
    for (const width of [1280, 900, 640, 320]) {
      await page.setViewportSize({ width, height: 700 });
      await settle(page);
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
