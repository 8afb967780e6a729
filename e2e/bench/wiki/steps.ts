import type { Page } from "@playwright/test";

/** Milliseconds after which a step is given up. */
const limitMs = 30_000;

/** Opens a wiki and navigates in it. Returns the milliseconds of each step. */
export async function steps(page: Page, root: string): Promise<Record<string, number>> {
  const text = (words: string) =>
    `document.querySelector('[aria-label^="Text of"] article')?.textContent.includes(${JSON.stringify(words)})`;
  const rows = `document.querySelectorAll('[role=tree] [role=treeitem]').length`;
  const open = await seen(page, `${rows} > 5 && ${text("Home")}`, goTo(root));
  const drawn = Number(await page.evaluate(rows));
  const again = await seen(
    page,
    text("Page 42 of"),
    goTo(`${root}/${encodeURIComponent("area-2/topic-1/Page-42")}`),
  );
  const filter = await seen(page, `${rows} > 0 && ${rows} < 9`, type("Filter pages", "page 4999"));
  const first = await seen(
    page,
    `document.querySelector('[aria-label="Matching pages"] [role=option]')`,
    goTo(`${root}/-/search?q=watch`),
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

/** Milliseconds until the page's own frames see `condition`, a script, after `act`. Throws after the limit. */
function seen(page: Page, condition: string, act: string): Promise<number> {
  return page.evaluate(`(async () => {
    const began = performance.now();
    ${act};
    for (;;) {
      if (${condition}) return performance.now() - began;
      if (performance.now() - began > ${limitMs}) throw new Error("Not seen: " + ${JSON.stringify(condition)});
      await new Promise((next) => requestAnimationFrame(next));
    }
  })()`);
}

/** Navigates to an address of the app as a link does. */
const goTo = (address: string): string =>
  `history.pushState(null, "", ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent("popstate"))`;

/** Writes into the field with a label. */
const type = (label: string, words: string): string => `
  const field = [...document.querySelectorAll("input")].find(({ labels }) => labels[0]?.textContent === ${JSON.stringify(label)});
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, ${JSON.stringify(words)});
  field.dispatchEvent(new Event("input", { bubbles: true }))`;
