import type { Locator, Page } from "@playwright/test";
import { waitUntilSettled } from "../fixtures/go-to.ts";
import { windowSizes } from "./layout-problems.ts";

const card = (page: Page) => page.getByRole("main").locator("article[data-file]").first();
const field = (name: string) => (page: Page) =>
  page.getByRole("main").getByRole("searchbox", { name }).locator("..");
const section = (page: Page) => page.getByRole("main").getByRole("region").first();

type Part = (page: Page) => Locator;
interface Aligned {
  readonly begin?: readonly Part[];
  /** Those that begin there only where no list is beside them. */
  readonly narrowBegin?: readonly Part[];
  readonly end?: readonly Part[];
}

/** Parts of views that begin and end where the head does. */
const aligned: Readonly<Record<string, Aligned>> = {
  home: { begin: [section] },
  changes: { narrowBegin: [card], end: [card] },
  commit: { narrowBegin: [card], end: [card] },
  compare: { narrowBegin: [card], end: [card] },
  "job-log": {},
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

/** Returns a line for each bar or file of a view that does not begin or end where the head of the view does. */
export async function alignmentProblems(page: Page, view: string): Promise<string[]> {
  if (view === "tag-new") return fieldProblems(page);
  const parts = aligned[view];
  if (!parts) return [];
  const problems: string[] = [];
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await waitUntilSettled(page);
    const head = page.getByRole("main").locator("header:has(h1)").first();
    if (!parts.narrowBegin && (await head.locator("> :first-child:not(:has(h1)) svg").count()) === 0)
      problems.push("no icon");
    const left = await head.evaluate(contentLeft);
    for (const part of [...(parts.begin ?? []), ...((width < 600 && parts.narrowBegin) || [])]) {
      const at = await part(page).evaluate(leftOf);
      if (at !== left) problems.push(`at ${width}: ${part(page)} begins at ${at}, the head at ${left}`);
    }
    // In a narrow window bars have several lines.
    if (width < 600) continue;
    const right = await head.evaluate(contentRight);
    for (const part of parts.end ?? []) {
      const at = await part(page).evaluate(rightOf);
      if (at !== right) problems.push(`${part(page)} ends at ${at}, the head at ${right}`);
    }
  }
  await page.setViewportSize(windowSizes[0]);
  return problems;
}

/** Returns a line where the fields of the dialog for a new tag have several widths. */
async function fieldProblems(page: Page): Promise<string[]> {
  const dialog = page.getByRole("dialog", { name: "New tag" });
  const fields = [
    dialog.getByRole("textbox", { name: "Name" }).locator(".."),
    dialog.getByRole("button", { name: /^Target/ }),
    dialog.getByRole("textbox", { name: "Annotation" }).locator(".."),
  ];
  const edges = await Promise.all(
    fields.map(async (field) => `${await field.evaluate(leftOf)} to ${await field.evaluate(rightOf)}`),
  );
  return new Set(edges).size === 1 ? [] : [`fields reach from ${edges.join(", ")}`];
}

// These run in the page.
const leftOf = (element: Element): number => Math.round(element.getBoundingClientRect().left);
const rightOf = (element: Element): number => Math.round(element.getBoundingClientRect().right);
const contentLeft = (element: Element): number =>
  Math.round(element.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(element).paddingLeft));
const contentRight = (element: Element): number =>
  Math.round(
    element.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(element).paddingRight),
  );
