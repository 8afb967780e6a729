import type { Locator, Page } from "@playwright/test";
import { commitAsAnotherClient } from "../renderer/testing/page/commit-as-another-client.ts";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { beacon, findFailedUnit } from "../renderer/testing/page/sample-jobs.ts";
import { sampleCallsOf } from "./fixtures/call-project.ts";
import { goTo } from "./fixtures/go-to.ts";

import { expect, test } from "./fixtures/test.ts";

const lantern = (query: string) => `${projectPath("fjord/lantern", "files")}?${query}`;
const crew = "path=src%2Ffeatures%2Fcrew.ts";

/** Expects that a line is within so many pixels of the window's top. */
async function expectTop(line: Locator, most: number): Promise<void> {
  await expect(line).toBeVisible();
  await expect.poll(async () => (await line.boundingBox())?.y).toBeLessThanOrEqual(most);
}

test.describe("in a window of 1280 by 800", () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test("the first line of a file is at most 110 pixels down, of a log 130", async ({ page }) => {
    const first = page.locator(".view-line").filter({ hasText: /./ }).first();
    await page.goto(lantern(crew));
    await expectTop(first, 110);
    // A document that has a rendering shows its source as near.
    await goTo(page, lantern("path=README.md&plain=1"));
    await expect(first).toContainText("Lantern");
    await expectTop(first, 110);
    await goTo(page, lantern(`${crew}&blame=1`));
    const hunk = page.getByRole("group", { name: "Blame" }).getByRole("link").first();
    await expectTop(hunk, 110);
    await expectTop(first, 110);
    // Both begin at one height.
    expect((await hunk.boundingBox())?.y).toBe((await first.boundingBox())?.y);
    const unit = await findFailedUnit(sampleCallsOf(page));
    await goTo(page, `${projectPath(beacon, `jobs/${unit.id}`)}#L1`);
    await expectTop(page.getByRole("button", { name: "Line 1", exact: true }), 130);
    const head = page.getByRole("banner").or(page.locator("header")).last();
    await expect(head.getByRole("searchbox", { name: "Find in log" })).toBeVisible();
    await expect(head.getByRole("button", { name: "Retry" })).toBeVisible();
    expect((await head.boundingBox())?.height).toBeLessThanOrEqual(41);
  });

  test("what a search in a log found is over it: nothing moves", async ({ page }) => {
    const unit = await findFailedUnit(sampleCallsOf(page));
    await page.goto(`${projectPath(beacon, `jobs/${unit.id}`)}#L1`);
    const line = page.getByRole("button", { name: "Line 1", exact: true });
    await expect(line).toBeVisible();
    const before = await line.boundingBox();
    const find = page.getByRole("searchbox", { name: "Find in log" });
    await find.fill("no such words");
    await expect(page.getByRole("search", { name: "In the log" }).getByRole("status")).toHaveText(
      "No matches",
    );
    expect(await line.boundingBox()).toEqual(before);
    await page.getByRole("button", { name: "Clear search" }).click();
    await expect(find).toHaveValue("");
  });
});

/** Returns how far parts of documents have moved without the user's doing. */
const shiftOfDocuments = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          let sum = 0;
          for (const entry of list.getEntries()) {
            const sources: unknown = Reflect.get(entry, "sources");
            const isDocument = (source: unknown) => {
              const node: unknown = typeof source === "object" && source ? Reflect.get(source, "node") : null;
              return node instanceof Node && node.parentElement?.closest("article") != null;
            };
            if (Array.isArray(sources) && sources.some(isDocument))
              sum += Number(Reflect.get(entry, "value"));
          }
          resolve(sum);
        });
        observer.observe({ type: "layout-shift", buffered: true });
        // The observer is not called where nothing has moved.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
      }),
  );

test("the text of a README does not move when its image is read", async ({ page }) => {
  // Slower than the text.
  await page.route(/lantern\.svg\/raw/, async (route) => {
    const response = await route.fetch();
    setTimeout(() => void route.fulfill({ response }), 150);
  });
  await page.goto(lantern("path=README.md"));
  const image = page.getByRole("region", { name: "README.md" }).getByRole("img").first();
  await expect(image).toBeVisible();
  await expect.poll(async () => (await image.boundingBox())?.height).toBeGreaterThan(40);
  expect(await shiftOfDocuments(page)).toBe(0);
});

test("a list of files is round where its dialog is", async ({ page }) => {
  await page.goto(lantern(crew));
  await expect(page.locator(".view-line").first()).toBeVisible();
  for (const [key, name] of [
    ["t", "Go to file"],
    ["ControlOrMeta+Shift+o", "Go to symbol"],
  ] as const) {
    await page.keyboard.press(key);
    const dialog = page.getByRole("dialog", { name });
    await expect(dialog.getByRole("option").first()).toBeVisible();
    // What is hit at the very corner is behind the dialog.
    const isRound = () =>
      dialog.evaluate((element) => {
        const { left, bottom } = element.getBoundingClientRect();
        return !element.contains(document.elementFromPoint(left + 1, bottom - 1));
      });
    await expect.poll(isRound).toBe(true);
    await page.keyboard.press("Escape");
  }
});

/** Names of the boxes of the page that scroll vertically. */
const scrollersOf = (page: Page) =>
  page.locator("#main, #main *").evaluateAll((all) =>
    all
      .filter((each) => each.scrollHeight > each.clientHeight + 1)
      .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowY))
      .map((each) => each.getAttribute("aria-label") ?? each.id),
  );

for (const [width, height] of [
  [1280, 800],
  [900, 700],
] as const) {
  test(`CI of all accounts has one scroller in a window of ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    // Every project has the failed jobs of one.
    await page.route(/\/projects\/[^/]+\/jobs\?/, async (route) => {
      const url = route
        .request()
        .url()
        .replace(/projects\/[^/]+\/jobs/, "projects/fjord%2Fbeacon/jobs");
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    await page.goto("/ci?of=everyone");
    await expect(page.getByRole("checkbox", { name: /^Select / }).nth(20)).toBeAttached();
    expect(await scrollersOf(page)).toEqual(["Accounts"]);
  });
}

test("the blame before a change is that of its parent", async ({ page }) => {
  const path = `blamed/${Math.random().toString(36).slice(2, 8)}.txt`;
  const calls = sampleCallsOf(page);
  await commitAsAnotherClient(calls, "fjord/handbook", { [path]: "one\ntwo\n" });
  await calls.callProject("fjord/handbook", "POST", "/repository/commits", {
    branch: "main",
    commit_message: "Count in figures",
    actions: [{ action: "update", file_path: path, content: "one\n2\n" }],
  });
  await page.goto(`${projectPath("fjord/handbook", "files")}?path=${encodeURIComponent(path)}&blame=1`);
  const column = page.getByRole("group", { name: "Blame" });
  await expect(column.getByRole("link")).toHaveCount(2);
  // By keyboard: one stop, arrows between the hunks.
  await column.getByRole("link").first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(column.getByRole("link").nth(1)).toBeFocused();
  await page.keyboard.press("Tab");
  const before = column.getByRole("button", { name: "Blame before this change" }).nth(1);
  await expect(before).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/ref=[0-9a-f]{40}.*blame=1#L2$/);
  await expect(column.getByRole("link")).toHaveCount(1);
  await expect(page.locator(".view-line").filter({ hasText: "two" })).toBeVisible();
  await column.getByRole("link").hover();
  await column.getByRole("button", { name: "Blame before this change" }).click();
  await expect(page.getByText("This commit created the file")).toBeVisible();
});
