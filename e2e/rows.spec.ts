import type { Locator, Page } from "@playwright/test";
import { hrefs } from "../renderer/features/addresses/hrefs.ts";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { waitUntilSettled } from "./fixtures/go-to.ts";
import { expect, test } from "./fixtures/test.ts";

const project = (part: Parameters<typeof hrefs.project>[2], search?: Record<string, string>) =>
  hrefs.project("local", "fjord/lantern", part, search);

/** Rows that are in view as a whole, and the height of each. */
const rowsInView = (list: Locator) =>
  list.evaluate((element) => {
    const frame = element.getBoundingClientRect();
    const bottom = Math.min(frame.bottom, window.innerHeight);
    const rows = [...element.querySelectorAll<HTMLElement>('[role="listitem"]')]
      .filter((row) => row.querySelector("[title], a[href]") !== null)
      .map((row) => row.getBoundingClientRect())
      .filter((row) => row.top >= frame.top - 1 && row.bottom <= bottom + 1);
    return { count: rows.length, heights: [...new Set(rows.map(({ height }) => Math.round(height)))] };
  });

const setDensity = (page: Page, density: "comfortable" | "compact") =>
  page.evaluate((value) => {
    document.documentElement.dataset.density = value;
  }, density);

test.describe("rows of work", () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test("merge requests have one line of 36 px, 32 compact, with columns that are aligned", async ({
    page,
  }) => {
    await page.goto(project("merge_requests", { q: "state:all" }));
    const list = page.getByRole("main").getByRole("list", { name: "Merge requests" });
    await expect(list.getByRole("listitem").first()).toBeVisible();
    const { count, heights } = await rowsInView(list);
    expect(heights).toEqual([36]);
    expect(count).toBeGreaterThanOrEqual(15);
    const edges = (selector: string) =>
      list
        .locator(selector)
        .evaluateAll((all) => [
          ...new Set(all.map((each) => Math.round(each.getBoundingClientRect().right))),
        ]);
    expect(await edges("[role=listitem] time")).toHaveLength(1);
    await setDensity(page, "compact");
    await expect.poll(async () => (await rowsInView(list)).heights).toEqual([32]);
    expect((await rowsInView(list)).count).toBeGreaterThan(count);
  });

  test("commits have one line of 32 px, 28 compact, below a heading for each month", async ({ page }) => {
    await page.goto(project("commits"));
    const list = page.getByRole("main").getByRole("list", { name: "Commits" });
    await expect(list.getByRole("link", { name: /^Make the wall 1366 wide/ })).toBeVisible();
    const { count, heights } = await rowsInView(list);
    expect(heights).toEqual([32]);
    expect(count).toBeGreaterThanOrEqual(15);
    await expect(list.getByRole("heading", { level: 2 }).first()).toHaveText(/^[A-Z][a-z]+ \d{4}$/);
    await setDensity(page, "compact");
    await expect.poll(async () => (await rowsInView(list)).heights).toEqual([28]);
  });

  test("files of the tree have 26 px, 22 compact", async ({ page }) => {
    await page.goto(project("files", { path: "README.md" }));
    const row = page.getByRole("tree").first().getByRole("treeitem").first();
    const height = async () => Math.round((await row.boundingBox())?.height ?? 0);
    await expect.poll(height).toBe(26);
    await setDensity(page, "compact");
    await expect.poll(height).toBe(22);
  });
});

/** Views with a list, by what its first row is found by. */
const views: Readonly<Record<string, readonly [href: string, row: (main: Locator) => Locator]>> = {
  projects: [hrefs.projects("local"), (main) => rowOf(main, "Projects")],
  groups: [hrefs.groups("local"), (main) => rowOf(main, "Groups")],
  "merge requests": [project("merge_requests"), (main) => rowOf(main, "Merge requests")],
  issues: [project("issues"), (main) => rowOf(main, "Issues")],
  commits: [
    project("commits"),
    (main) => rowOf(main, "Commits").filter({ has: main.page().getByRole("link") }),
  ],
  branches: [
    project("branches"),
    (main) => rowOf(main, "Branches").filter({ has: main.page().getByRole("link") }),
  ],
  tags: [project("tags"), (main) => rowOf(main, "Tags")],
  pipelines: [hrefs.project("local", "fjord/beacon", "pipelines"), (main) => rowOf(main, "Pipelines")],
  jobs: [hrefs.project("local", "fjord/beacon", "jobs"), (main) => rowOf(main, "Jobs")],
  environments: [
    hrefs.project("local", "fjord/beacon", "environments"),
    (main) => rowOf(main, "Environments"),
  ],
  snippets: [hrefs.snippets("local"), (main) => rowOf(main, "Snippets")],
  runners: [hrefs.runners("local"), (main) => main.getByRole("grid").getByRole("row").nth(1)],
  users: [hrefs.admin("local", "users"), (main) => main.getByRole("grid").getByRole("row").nth(1)],
  folder: [project("files", { path: "src" }), (main) => rowOf(main, "Entries")],
};
const rowOf = (main: Locator, name: string) =>
  main.getByRole("list", { name, exact: true }).getByRole("listitem");

test("Compact makes the rows of every list lower", async ({ page }) => {
  const choose = async (name: string) => {
    await page.goto(hrefs.settings("appearance"));
    await page.getByRole("radiogroup", { name: "Density" }).getByRole("radio", { name }).click();
  };
  const heights = async () => {
    const found = new Map<string, number>();
    for (const [name, [href, row]] of Object.entries(views)) {
      await page.goto(href);
      const first = row(page.getByRole("main")).first();
      await expect(first, name).toBeVisible();
      await waitUntilSettled(page);
      found.set(name, Math.round((await first.boundingBox())?.height ?? 0));
    }
    return found;
  };
  await choose("Comfortable");
  const comfortable = await heights();
  await choose("Compact");
  const compact = await heights();
  await choose("Comfortable");
  for (const [name, height] of comfortable)
    expect.soft(compact.get(name), `${name}: ${height} px at first`).toBeLessThan(height);
});

test("rows of two lines in a narrow window leave nothing out", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(hrefs.mergeRequests("local", undefined, { q: "state:all" }));
  const list = page.getByRole("main").getByRole("list", { name: "Merge requests" });
  await expect(list.getByRole("listitem").first()).toBeVisible();
  expect((await rowsInView(list)).heights).toEqual([56]);
  expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  // Labels without room are counted and, as people and branches, in the description of the link.
  const row = list.getByRole("listitem").filter({ hasText: "Say it in Spanish" });
  await expect(row.getByText(/^\+\d$/)).toBeInViewport({ ratio: 1 });
  const link = row.getByRole("link", { name: "Say it in Spanish" });
  for (const text of [/Labels: feature, good first issue/, /Author: /, / → main/])
    await expect(link).toHaveAccessibleDescription(text);
});

test("labels of a row are shown whole, or counted where they have no room beside the title", async ({
  page,
}) => {
  for (const [width, href] of [
    [1280, project("merge_requests", { q: "state:all" })],
    [900, project("merge_requests", { q: "state:all" })],
    [900, hrefs.mergeRequests("local", undefined, { q: "state:all" })],
    [320, hrefs.mergeRequests("local", undefined, { q: "state:all" })],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(href);
    const list = page.getByRole("main").getByRole("list", { name: "Merge requests" });
    await expect(list.getByRole("listitem").first()).toBeVisible();
    await waitUntilSettled(page);
    // What is cut off, and rows that count a label that has room: of 150 px, the widest one.
    const found = await list.getByRole("listitem").evaluateAll((rows) =>
      rows.flatMap((row) => {
        const link = row.querySelector("a[href]");
        const main = link?.parentElement;
        if (!link || !main) return [];
        const end = main.getBoundingClientRect().right;
        const last = [...main.children].at(-1)?.lastElementChild ?? main.lastElementChild ?? link;
        const { right } = last.getBoundingClientRect();
        const isCounted = /^\+\d+$/.test(last.textContent ?? "");
        if (right > end + 1) return [`${link.textContent}: cut off at ${end} of ${right}`];
        return isCounted && end - right > 150 ? [`${link.textContent}: ${end - right} free`] : [];
      }),
    );
    expect(found, `at ${width}`).toEqual([]);
  }
});

test("avatars are the pictures that the service serves", async ({ page }) => {
  await page.goto(project("merge_requests"));
  const list = page.getByRole("main").getByRole("list", { name: "Merge requests" });
  const author = list
    .getByRole("listitem")
    .filter({ hasText: "Say it in Spanish" })
    .getByRole("img", { name: /^Author: / });
  await expect(author.locator("img")).toBeVisible();
  const picture = await author.locator("img").evaluate((image) => {
    if (!(image instanceof HTMLImageElement)) return null;
    return { scheme: image.src.split(":")[0], width: image.naturalWidth };
  });
  expect(picture?.scheme).toBe("data");
  expect(picture?.width).toBeLessThanOrEqual(96);
  // Also beside who opened a merge request or an issue.
  const opener = page
    .getByRole("main")
    .getByText(/^opened /)
    .locator("xpath=..")
    .locator("img");
  for (const path of ["merge_requests/29", "issues/1"]) {
    await page.goto(projectPath("fjord/lantern", path));
    await expect(opener).toHaveAttribute("src", /^data:/);
  }
});

/** Lists from which several things are selected, by their role and the part of the page with the actions on those. */
const selections = {
  "merge requests": [project("merge_requests"), "list", "region", ["Close", "Add", "Compare changes…"]],
  jobs: [hrefs.project("local", "fjord/beacon", "jobs"), "list", "region", ["Retry", "Erase"]],
  runners: [hrefs.runners("local"), "grid", "toolbar", ["Pause…", "Delete…"]],
} as const;

for (const [things, [href, role, part, actions]] of Object.entries(selections))
  test(`the actions on selected ${things} share one line, the last ones behind a button without room`, async ({
    page,
  }) => {
    await page.goto(href);
    const list = page.getByRole("main").getByRole(role, { name: new RegExp(`^${things}$`, "i") });
    await expect(list.getByRole("checkbox").nth(1)).toBeAttached();
    await list.focus();
    await page.keyboard.press("Control+A");
    const bar = page.getByRole(part, { name: `Selected ${things}` });
    await expect(bar).toBeVisible();
    for (const width of [1280, 900, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await waitUntilSettled(page);
      const box = await bar.boundingBox();
      expect(box?.height, `at ${width}`).toBeLessThanOrEqual(45);
      for (const button of await bar.getByRole("button").all())
        await expect(button, `at ${width}`).toBeInViewport({ ratio: 1 });
      for (const name of actions) {
        // Rows have actions of the same names.
        const action = page.getByRole("dialog", { name: "Other actions" }).getByRole("button", { name });
        if (await bar.getByRole("button", { name }).count()) continue;
        await bar.getByRole("button", { name: "Other actions" }).click();
        await expect(action.first(), `${name} at ${width}`).toBeInViewport({ ratio: 1 });
        await page.keyboard.press("Escape");
      }
    }
  });
