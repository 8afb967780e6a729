import type { Locator } from "@playwright/test";
import { hrefs } from "../renderer/features/addresses/hrefs.ts";
import { callProject } from "./fixtures/call-project.ts";
import { waitUntilSettled } from "./fixtures/go-to.ts";
import { roomBesidePlaceholder } from "./fixtures/placeholder-room.ts";
import { expect, test } from "./fixtures/test.ts";

const lantern = (part: Parameters<typeof hrefs.project>[2], search?: Record<string, string>) =>
  hrefs.project("local", "fjord/lantern", part, search);

/** Pixels by which the text of each element is wider than the element. */
const cutOff = (elements: Locator) =>
  elements.evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));

test("refs that are compared are named whole where there is room for both", async ({ page }) => {
  await page.goto(lantern("compare", { from: "v0.1.0", to: "v0.2.0" }));
  const refs = page.getByRole("main").getByRole("button", { name: /: v0\.\d\.0$/ });
  await expect(refs).toHaveCount(2);
  expect(await cutOff(refs.locator("bdi"))).toEqual([0, 0]);
});

test("fields in a narrow column leave their values more room than their names", async ({ page }) => {
  await page.goto(hrefs.project("local", "fjord/lantern"));
  await page.getByRole("button", { name: "Details", exact: true }).click();
  const value = page.getByRole("main").locator("dl > div").filter({ hasText: "Web address" }).locator("dd");
  await expect(value).toBeVisible();
  expect((await value.boundingBox())?.width).toBeGreaterThan(180);
});

test("crumbs beside tabs are whole words", async ({ page }) => {
  const crumbs = page.getByRole("main").getByRole("navigation", { name: "Breadcrumbs" });
  const expectWhole = async () => {
    await expect(crumbs.getByRole("link", { name: "Merge requests" })).toBeVisible();
    await waitUntilSettled(page);
    const place = await crumbs.locator("..").boundingBox();
    const last = await crumbs.getByRole("listitem").last().boundingBox();
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(
      (place?.x ?? 0) + (place?.width ?? 0) + 1,
    );
  };
  await page.setViewportSize({ width: 900, height: 700 });
  await page.goto(hrefs.mergeRequest("local", "fjord/platform/toolbox", 2, { tab: "changes" }));
  await expectWhole();
  // Beside several badges there is less room.
  await page.setViewportSize({ width: 1280, height: 800 });
  const branch = `crumbs-${Date.now()}`;
  await callProject(page, "fjord/beacon", "POST", "/repository/commits", {
    ...{ branch, start_branch: "main", commit_message: "Add a lamp" },
    actions: [{ action: "create", file_path: `${branch}.txt`, content: "lamp" }],
  });
  const { iid } = await callProject<{ iid: number }>(page, "fjord/beacon", "POST", "/merge_requests", {
    ...{ source_branch: branch, target_branch: "main", title: "A lamp that has two reviewers" },
    reviewer_ids: [2, 3],
  });
  await page.goto(hrefs.mergeRequest("local", "fjord/beacon", iid));
  await expect(page.getByText("0 of 2 reviewed")).toBeVisible();
  await expectWhole();
});

test("the filters of commits say what they are for", async ({ page }) => {
  for (const width of [1280, 900]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(lantern("commits", { all: "1" }));
    const filters = page.getByRole("search", { name: "Commits" });
    await expect(filters.getByRole("button", { name: "Clear" })).toBeVisible();
    expect((await filters.boundingBox())?.height, `at ${width}`).toBeLessThanOrEqual(41);
    for (const field of await filters.locator("input[placeholder]").all())
      expect(await field.evaluate(roomBesidePlaceholder), `at ${width}`).toBeGreaterThanOrEqual(0);
  }
});

test("rows of a list of all accounts have one line between them", async ({ page }) => {
  await page.goto(hrefs.allProjects());
  const rows = page.getByRole("list", { name: /^projects of / }).getByRole("listitem");
  await expect(rows.nth(1)).toBeVisible();
  const lines = await rows.evaluateAll((all) =>
    all.map((row) =>
      [row, ...row.children].reduce((sum, element) => {
        const { borderTopWidth, borderBottomWidth } = getComputedStyle(element);
        return sum + Number.parseFloat(borderTopWidth) + Number.parseFloat(borderBottomWidth);
      }, 0),
    ),
  );
  expect(Math.max(...lines)).toBe(1);
});

test("the tools of an editor beside another one share one line", async ({ page }) => {
  await page.goto(lantern("edit", { ref: "main", path: "README.md" }));
  await expect(page.getByRole("textbox", { name: "Content of README.md" })).toBeAttached();
  const tree = page.getByRole("tree", { name: "Files" });
  await waitUntilSettled(page);
  await tree.getByRole("treeitem", { name: "CONTRIBUTING.md" }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Open to the side" }).click();
  const bar = page.getByRole("toolbar", { name: "Editing" }).last();
  await expect(bar.getByRole("status")).toBeVisible();
  await waitUntilSettled(page);
  expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(41);
});

test("the button that copies the address of a page has no row of its own in a narrow window", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const href of [
    hrefs.mergeRequests("local"),
    hrefs.commit("local", "fjord/lantern", "main"),
    lantern("search", { q: "berth" }),
  ]) {
    await page.goto(href);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
    await waitUntilSettled(page);
    const copy = await main.getByRole("button", { name: "Copy link" }).boundingBox();
    const first = await main
      .getByRole("navigation", { name: "Breadcrumbs" })
      .or(main.getByRole("heading", { level: 1 }))
      .first()
      .boundingBox();
    const middle = (box: typeof copy) => (box?.y ?? 0) + (box?.height ?? 0) / 2;
    expect(Math.abs(middle(copy) - middle(first)), href).toBeLessThanOrEqual(4);
    expect((copy?.x ?? 0) + (copy?.width ?? 0)).toBeLessThanOrEqual(320);
  }
});
