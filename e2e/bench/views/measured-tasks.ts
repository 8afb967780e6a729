import type { Page } from "@playwright/test";
import { linkTo, seen } from "../measuring/navigate.ts";
import type { Task } from "./task.ts";
import { coloursOfDiff, visitsOfViews } from "./visits.ts";

const history: Task = {
  name: "history",
  async run(page, root) {
    const count = counting(page);
    await page.goto(`${root}/commits`);
    await page.locator('[aria-label="Commits"] [role=listitem]').first().waitFor();
    const scroll = `const list = document.querySelector('[role=list][aria-label="Commits"]')`;
    const loaded = `(() => { ${scroll}; list.scrollTop = list.scrollHeight; return [...list.querySelectorAll("a")].some((a) => Number(a.closest("[role=listitem]").ariaPosInSet) >= 5000); })()`;
    return { "5,000 commits by scrolling (ms)": await seen(page, loaded), requests: count() };
  },
};

const branches: Task = {
  name: "branches",
  async run(page, root) {
    const count = counting(page);
    const shown = `(() => {
      const list = document.querySelector('[role=list][aria-label="Branches"]');
      const bottom = list?.getBoundingClientRect().bottom ?? 0;
      // Rows below the edge are drawn already, but nothing is requested for them.
      const visible = [...(list?.querySelectorAll("[role=listitem]") ?? [])].filter((row) => row.getBoundingClientRect().top < bottom);
      const isReady = (row) => row.querySelector("h2") || /↓ [0-9]+.*↑ [0-9]+|default/.test(row.textContent);
      return visible.length > 5 && visible.every(isReady);
    })()`;
    const ready = await seen(page, shown, linkTo(`${root}/branches`));
    const requests = count();
    const scroll = `(() => { const list = document.querySelector('[role=list][aria-label="Branches"]'); list.scrollTop += 1500; return list.scrollTop + list.clientHeight >= list.scrollHeight - 2; })()`;
    await seen(page, scroll);
    const tags = await seen(
      page,
      `document.querySelector('[role=list][aria-label="Tags"] [role=listitem]')`,
      linkTo(`${root}/tags`),
    );
    return { "visible rows (ms)": ready, requests, "then tags (ms)": tags };
  },
};

const goToFile: Task = {
  name: "go to file",
  async run(page, root) {
    await page.goto(`${root}/files?ref=main`);
    await page.getByRole("treeitem").first().waitFor();
    await page.waitForTimeout(500);
    await page.keyboard.press("t");
    await page.keyboard.type("big.ts", { delay: 40 });
    await page
      .getByRole("option", { name: /big\.ts/ })
      .first()
      .waitFor();
    await page.waitForTimeout(300);
    const lines = `document.querySelector(".view-line")?.textContent.includes("const")`;
    // The listener is added before the key is pressed.
    await page.evaluate(`(() => {
      globalThis.reached = new Promise((done) => addEventListener("keydown", () => {
        const pressed = performance.now();
        const look = () => ${lines} ? done(performance.now() - pressed) : requestAnimationFrame(look);
        look();
      }, { once: true, capture: true }));
    })()`);
    await page.keyboard.press("Enter");
    return { "Enter to lines (ms)": await page.evaluate<number>("globalThis.reached") };
  },
};

const compare: Task = {
  name: "compare",
  async run(page, root) {
    await page.goto(`${root}/branches`);
    await page.getByRole("listitem").first().waitFor();
    await page.waitForTimeout(1_000);
    const address = linkTo(`${root}/compare?from=main&to=many-files`);
    const line = `[...document.querySelectorAll("main *")].some(({ shadowRoot, children, textContent }) => !children.length && textContent.startsWith("const ") )`;
    return { "first file of 1,736 (ms)": await seen(page, line, address) };
  },
};

const search: Task = {
  name: "search",
  async run(page, root) {
    await page.goto(`${root}/search?ref=main`);
    await page.getByRole("searchbox", { name: "Search in files" }).waitFor();
    await page.waitForTimeout(500);
    const results = `document.querySelector('[role=listbox][aria-label="Results"]')`;
    const ended = `${results} && !document.querySelector('[role=progressbar]') && document.querySelector("output")`;
    const first = await seen(page, results, linkTo(`${root}/search?ref=main&q=alpha12`));
    const all = first + (await seen(page, ended));
    const again = await seen(
      page,
      `${ended} && ${results}.textContent.includes("gamma1")`,
      linkTo(`${root}/search?ref=main&q=gamma1`),
    );
    return { "first results (ms)": first, "all files (ms)": all, "a second search (ms)": again };
  },
};

/** Counts the operations that the page requests from now on. */
function counting(page: Page): () => number {
  let requests = 0;
  page.on("request", (request) => {
    if (request.url().includes("/operations/")) requests++;
  });
  return () => requests;
}

export const tasks: readonly Task[] = [
  history,
  branches,
  goToFile,
  compare,
  search,
  visitsOfViews,
  coloursOfDiff,
];
