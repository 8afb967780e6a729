import { goTo } from "./fixtures/go-to.ts";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

test("commits are listed by day and loaded while one scrolls", async ({ page }) => {
  await page.goto(projectPath("fjord/lantern", "commits"));
  const list = page.getByRole("list", { name: "Commits" });
  await expect(list.getByRole("listitem").first()).toBeVisible();
  await expect(list.getByText(/^(Today, |Yesterday, )?\w+day, .* 20\d\d$/).first()).toBeVisible();
  await expect(list.getByRole("img", { name: "Checks passed" }).first()).toBeVisible();
  await list.focus();
  await expect(async () => {
    await page.keyboard.press("End");
    await expect(list.getByRole("link", { name: "Start the project" })).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.reload();
  await expect(list.getByRole("link", { name: "Start the project" })).toBeVisible();
});

test("filters are part of the address", async ({ page }) => {
  await page.goto(projectPath("fjord/lantern", "commits"));
  await page.getByRole("textbox", { name: "Author" }).fill("Åsa");
  await expect(page).toHaveURL(/author=/);
  await expect(
    page
      .getByRole("list", { name: "Commits" })
      .getByText(/Åsa Lindqvist/)
      .first(),
  ).toBeVisible();
  await page.getByRole("textbox", { name: "Path" }).fill("no/such/file");
  await expect(page.getByRole("heading", { name: "No matches" })).toBeVisible();
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  const list = page.getByRole("list", { name: "Commits" });
  await expect(list.getByTitle("Branch main")).toBeVisible();
  await page.getByRole("searchbox", { name: "Message" }).fill("start PROJECT");
  await page.getByRole("button", { name: "Any date" }).click();
  const dates = page.getByRole("dialog", { name: "Dates" });
  await expectAccessible(page);
  await dates.getByLabel("To").fill("2001-01-31");
  await expect(page.getByRole("heading", { name: "No matches" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Until .*2001/ })).toBeVisible();
  await dates.getByRole("button", { name: "Last 7 days" }).click();
  await expect(page).toHaveURL(/since=\d{4}-\d\d-\d\d/);
  await expect(page).not.toHaveURL(/until=/);
  await dates.getByRole("button", { name: "Any date" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Any date" })).toBeFocused();
  await list.getByRole("link", { name: "Start the project" }).click();
  // The refs that contain a commit are folded after three.
  const branches = page.locator("dt", { hasText: /^In [\d,]* ?branches/ }).locator("+ dd");
  await expect(branches.getByRole("link")).toHaveCount(3);
  await branches.getByRole("button", { name: /more: In branches$/ }).click();
  await expect(branches.getByRole("link").nth(4)).toBeVisible();
});

test("a commit shows its message, parents, stats and changes", async ({ page }) => {
  await page.goto(projectPath("fjord/lantern", "commits"));
  const top = async () => (await page.getByRole("heading", { level: 1 }).boundingBox())?.y;
  const listTop = await top();
  await page.getByRole("list", { name: "Commits" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/commits\/[0-9a-f]{40}/);
  await expect(page.getByText("Parent", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy the commit's hash" })).toBeVisible();
  // The content above the files is aligned with the head, as in every view.
  const files = await page.getByText(/^\d+ files?/).boundingBox();
  expect(files?.x).toBe((await page.getByText("Commit", { exact: true }).boundingBox())?.x);
  expect(await top()).toBe(listTop);
});

test("a line of a commit is commented, and the draft survives a reload", async ({ page }) => {
  await page.goto(`${projectPath("fjord/lantern", "commits")}?path=README.md`);
  await page.getByRole("list", { name: "Commits" }).getByRole("link").first().click();
  const words = `About this line ${Math.random().toString(36).slice(2, 8)}`;
  const changes = page.getByRole("region", { name: /^Changes of/ });
  await changes
    .getByRole("button", { name: /^Comment on (old )?line \d+$/ })
    .first()
    .hover();
  await changes
    .getByRole("button", { name: /^Comment on (old )?line \d+$/ })
    .first()
    .click();
  const box = page.getByRole("textbox", { name: /^Comment on (old )?line/ });
  await box.fill(words);
  await page.reload();
  await expect(box).toHaveValue(words);
  await expectAccessible(page);
  await box.press("ControlOrMeta+Enter");
  await expect(box).toHaveCount(0);
  await expect(changes.getByRole("region", { name: /^Comment on line/ }).getByText(words)).toBeVisible();
});

test("lines are chosen and commented by the user's keys", async ({ page }) => {
  await page.goto("/settings/keyboard");
  await page.getByRole("button", { name: "Change keys of Next change", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Keys of “Next change”" });
  await expect(dialog.getByRole("textbox", { name: "New keys" })).toBeFocused();
  await page.keyboard.press("j");
  await expect(dialog.getByRole("status")).toHaveText(
    "Also used by Next file.Fixed keys also use them: Next or previous entry (Lists and trees).",
  );
  await page.keyboard.press("Backspace");
  await page.keyboard.press("q");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await goTo(page, `${projectPath("fjord/lantern", "commits")}?path=README.md`);
  await page.getByRole("list", { name: "Commits" }).getByRole("link").first().click();
  const changes = page.getByRole("region", { name: /^Changes of/ });
  await expect(changes.getByText(/^@@/).first()).toBeVisible();
  const box = page.getByRole("textbox", { name: /^Comment on (old )?line/ });
  const current = changes.locator("[aria-live]");
  await changes.focus();
  await page.keyboard.press("n");
  await expect(current).toHaveText("");
  await page.keyboard.press("q");
  await expect(current).toHaveText(/^Change in /);
  await page.keyboard.press("c");
  await expect(box).toBeFocused();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(box).toHaveCount(0);

  await goTo(page, "/settings/keyboard");
  const singleKeys = page.getByRole("switch", { name: "Shortcuts without a modifier key" });
  await singleKeys.click();
  await page.getByRole("button", { name: "Reset all" }).click();
  await page.goBack();
  await expect(changes.getByText(/^@@/).first()).toBeVisible();
  await changes.focus();
  await page.keyboard.press("n");
  await expect(current).toHaveText("");
  await page.keyboard.press("F7");
  await expect(current).toHaveText(/^Change in /);
  await page.goForward();
  await singleKeys.click();
});

test("a file's lines of a diff leave the border of its box free", async ({ page }) => {
  await page.goto(projectPath("fjord/lantern", "commits/main"));
  const file = page.getByRole("main").getByRole("article", { name: /wall-width\.ts/ });
  await expect(file).toBeVisible();
  const over = await file.evaluate((box) => {
    const border =
      box.getBoundingClientRect().bottom - Number.parseFloat(getComputedStyle(box).borderBottomWidth);
    const lines = [...box.querySelectorAll("*")].map((line) => line.getBoundingClientRect().bottom);
    return Math.max(...lines) - border;
  });
  expect(over).toBeLessThanOrEqual(0);
});

test("a commit of a tag has its name", async ({ page }) => {
  await page.goto(`${projectPath("fjord/lantern", "commits")}?ref=v0.1.0`);
  await expect(page.getByRole("list", { name: "Commits" }).getByTitle("Tag v0.1.0")).toBeVisible();
});
