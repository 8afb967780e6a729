import type { Page } from "@playwright/test";
import { linkTo, seen } from "../seen.ts";

/** Opens a wiki and navigates in it. Returns the milliseconds of each step. */
export async function steps(page: Page, root: string): Promise<Record<string, number>> {
  const text = (words: string) =>
    `document.querySelector('[aria-label^="Text of"] article')?.textContent.includes(${JSON.stringify(words)})`;
  const rows = `document.querySelectorAll('[role=tree] [role=treeitem]').length`;
  const open = await seen(page, `${rows} > 5 && ${text("Home")}`, linkTo(root));
  const drawn = Number(await page.evaluate(rows));
  const again = await seen(
    page,
    text("Page 42 of"),
    linkTo(`${root}/${encodeURIComponent("area-2/topic-1/Page-42")}`),
  );
  const filter = await seen(page, `${rows} > 0 && ${rows} < 9`, type("Filter pages", "page 4999"));
  const first = await seen(
    page,
    `document.querySelector('[aria-label="Matching pages"] [role=option]')`,
    linkTo(`${root}/-/search?q=watch`),
  );
  const next = await seen(
    page,
    `document.querySelector('[aria-label="Matching pages"] [role=option]')?.textContent.includes("Page 1234")`,
    type("Search titles and texts", "page 1234 watch"),
  );
  return {
    "first page and tree (ms)": open,
    "rows drawn": drawn,
    "another page (ms)": again,
    "filter (ms)": filter,
    "first search, reads all texts (ms)": first,
    "further search (ms)": next,
  };
}

/** Writes into the field with a label. */
const type = (label: string, words: string): string => `
  const field = [...document.querySelectorAll("input")].find(({ labels }) => labels[0]?.textContent === ${JSON.stringify(label)});
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, ${JSON.stringify(words)});
  field.dispatchEvent(new Event("input", { bubbles: true }))`;
