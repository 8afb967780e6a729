import type { Locator } from "@playwright/test";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { postToProject } from "./fixtures/call-project.ts";
import { goTo } from "./fixtures/go-to.ts";
import { expect, test } from "./fixtures/test.ts";

test.describe("repository", () => {
  const lantern = projectPath("fjord/lantern", "files");
  const toolbox = projectPath("fjord/platform/toolbox", "files");

  test("the tree is walked by keyboard and opens files", async ({ page }) => {
    await page.goto(`${lantern}?ref=main`);
    const tree = page.getByRole("tree");
    await expect(tree.getByRole("treeitem", { name: "docs" })).toBeVisible();
    await tree.getByRole("treeitem", { name: "docs" }).click();
    await expect(tree.getByRole("treeitem", { name: "architecture.md" })).toBeVisible();
    // Into the open folder, down and up again.
    for (const key of ["ArrowRight", "ArrowDown", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    await expect(page).toHaveURL(/path=docs%2Farchitecture\.md/);
  });

  test("a file is shown with its language, and lines are part of its address", { tag: "@smoke" }, async ({
    page,
  }) => {
    await page.goto(`${lantern}?ref=main&path=src%2Fmain.tsx#L2-3`);
    await expect(page.getByText("createRoot").first()).toBeVisible();
  });

  test("a file of another branch is shown", async ({ page }) => {
    await page.goto(`${lantern}?ref=feature%2Fgr%C3%B6%C3%9Fere-schrift&path=src%2Fwall.css`);
    await expect(page.getByText("22px").first()).toBeVisible();
  });

  test("a text of 20 MB opens and scrolls", async ({ page }) => {
    await page.goto(`${toolbox}?ref=main&path=logs%2Fpumps.log`);
    await expect(page.getByText("0000001").first()).toBeVisible({ timeout: 30_000 });
  });

  test("a picture is drawn, a binary is offered as a download and replaced by another file", async ({
    page,
  }) => {
    await page.goto(`${toolbox}?ref=main&path=assets%2Fpattern.png`);
    await expect(page.getByRole("img", { name: /pattern\.png/ })).toBeVisible();
    await goTo(page, `${toolbox}?ref=main&path=assets%2Ffirmware.bin`);
    await expect(page.getByRole("button", { name: /download/i }).first()).toBeVisible();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Replace file…" }).click();
    const other = {
      name: "other.bin",
      mimeType: "application/octet-stream",
      buffer: Buffer.from([0, 255, 1]),
    };
    await (await chooser).setFiles(other);
    await expect(page.getByRole("treeitem", { name: /firmware\.bin Modified/ })).toBeVisible();
    await page.getByRole("note", { name: "Draft" }).getByRole("button", { name: "Discard" }).click();
  });

  test("the tree reveals the open file, however it was opened", async ({ page }) => {
    const row = (name: string) => page.getByRole("treeitem", { name, exact: true });
    const expectRevealed = async (name: string) => {
      await expect(row(name)).toBeInViewport({ timeout: 30_000 });
      await expect(row(name)).toHaveAttribute("aria-selected", "true");
    };
    // A link into a folder of thousands, most of which come with later pages.
    await page.goto(`${toolbox}?ref=main&path=buoys%2Fbuoy-4321.json`);
    await expectRevealed("buoy-4321.json");
    // Go to file, from one end of the tree to the other.
    await page.keyboard.press("t");
    await page.keyboard.type("pumps.log");
    await page
      .getByRole("option", { name: /pumps\.log/ })
      .first()
      .click();
    await expectRevealed("pumps.log");
    // Back and forward.
    await page.goBack();
    await expectRevealed("buoy-4321.json");
    await page.goForward();
    await expectRevealed("pumps.log");
    // Folded by the user, then opened again from elsewhere.
    await row("logs").click();
    await row("logs").press("ArrowLeft");
    await expect(row("pumps.log")).toHaveCount(0);
    await page.goBack();
    await expectRevealed("pumps.log");
    // While the tree is hidden.
    await page.getByRole("button", { name: "Hide file tree" }).click();
    await page.goBack();
    await expect(page.getByRole("main").getByText("buoy-4321.json").first()).toBeVisible();
    await page.getByRole("button", { name: "Show file tree" }).click();
    await expectRevealed("buoy-4321.json");
    // A filter gives way to a file that it would hide, and reveals one that it lists.
    await page.getByRole("searchbox", { name: "Filter files" }).fill("buoy-4320");
    await page
      .getByRole("option", { name: /buoy-4320/ })
      .first()
      .click();
    await expect(page.getByRole("option", { name: /buoy-4320/, selected: true }).first()).toBeInViewport();
    await page.keyboard.press("t");
    await page.keyboard.type("pumps.log");
    await page
      .getByRole("option", { name: /pumps\.log/ })
      .first()
      .click();
    await expectRevealed("pumps.log");
    // Another ref, and a new name.
    await goTo(page, `${lantern}?ref=main&path=src%2Fmain.tsx`);
    await expectRevealed("main.tsx");
    await page
      .getByRole("button", { name: /^Ref: / })
      .first()
      .click();
    await page.getByRole("combobox", { name: "Branch, tag or commit" }).fill("schrift");
    await page.getByRole("option", { name: /schrift/ }).click();
    await expect(page).toHaveURL(/schrift/);
    await expectRevealed("main.tsx");
    await row("main.tsx").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Edit" }).click();
    const path = page.getByRole("textbox", { name: "Path" });
    await path.fill("docs/deep/main-2.tsx");
    await path.press("Enter");
    await expect(page.getByRole("treeitem", { name: /^main-2\.tsx/ })).toBeInViewport();
    await page.getByRole("button", { name: "Discard", exact: true }).click();
    await expectRevealed("main.tsx");
  });

  test("a file of the tree opens in another tab, and is dragged out as a download", async ({ page }) => {
    await page.goto(`${projectPath("fjord/lantern", "files")}?path=src`);
    const file = page.getByRole("treeitem", { name: "README.md" });
    const url = await file.evaluate((item) => {
      const dataTransfer = new DataTransfer();
      item.dispatchEvent(new DragEvent("dragstart", { bubbles: true, dataTransfer }));
      return dataTransfer.getData("DownloadURL");
    });
    expect(url).toMatch(/^application\/octet-stream:README\.md:http:\/\//);
    const bytes = await page.evaluate(
      async (address) => (await (await fetch(address)).text()).length,
      url.split(":").slice(2).join(":"),
    );
    expect(bytes).toBeGreaterThan(0);
    const tabs = page.getByRole("tab");
    const before = await tabs.count();
    await file.click({ button: "middle" });
    await expect(tabs).toHaveCount(before + 1);
  });
});

test("the bars of contributors' charts and of their table have one colour in forced colours", async ({
  page,
}) => {
  await page.goto(projectPath("fjord/lantern", "contributors"));
  const chart = page.getByRole("slider", { name: "Commits by week" });
  await expect(chart).toBeVisible();
  await expect(page.getByRole("slider", { name: /by week$/ })).toHaveCount(9);
  await chart.focus();
  await page.keyboard.press("ArrowRight");
  await expect(chart).toHaveAttribute("aria-valuetext", /in the week of/);
  await page.emulateMedia({ forcedColors: "active" });
  const colours = (bars: Locator) =>
    bars.evaluateAll((all) => [
      ...new Set(
        all.map((bar) => getComputedStyle(bar).backgroundColor).filter((one) => one !== "rgba(0, 0, 0, 0)"),
      ),
    ]);
  const inTable = await colours(page.getByRole("main").locator("td span:empty"));
  expect(inTable).toHaveLength(1);
  // The first chart marks the week that the keyboard is at.
  const another = page.getByRole("slider", { name: /by week$/ }).nth(1);
  expect(await colours(another.locator(":empty"))).toEqual(inTable);
});

test("commits are listed by month and loaded while one scrolls", async ({ page }) => {
  await page.goto(projectPath("fjord/lantern", "commits"));
  const list = page.getByRole("list", { name: "Commits" });
  await expect(list.getByRole("listitem").first()).toBeVisible();
  await expect(list.getByText(/^\w+ 20\d\d$/).first()).toBeVisible();
  await expect(list.getByRole("img", { name: "Checks passed" }).first()).toBeVisible();
  await list.focus();
  await expect(async () => {
    await page.keyboard.press("End");
    await expect(list.getByRole("link", { name: "Start the project" })).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.reload();
  await expect(list.getByRole("link", { name: "Start the project" })).toBeVisible();
});

test("a commit's head is where its list's is, and its content is aligned with it", async ({ page }) => {
  await page.goto(projectPath("fjord/lantern", "commits"));
  const top = async () => (await page.getByRole("heading", { level: 1 }).boundingBox())?.y;
  const listTop = await top();
  await page.getByRole("list", { name: "Commits" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/commits\/[0-9a-f]{40}/);
  await expect(page.getByText("Parent", { exact: true })).toBeVisible();
  // The content above the files is aligned with the head, as in every view.
  const files = await page.getByText(/^\d+ files?/).boundingBox();
  expect(files?.x).toBe((await page.getByText("Commit", { exact: true }).boundingBox())?.x);
  expect(await top()).toBe(listTop);
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

test("what a cherry-pick would change is shown right below its hint", async ({ page }) => {
  await page.goto(projectPath("fjord/handbook", "commits/main"));
  await page.getByRole("button", { name: "Cherry-pick" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Already applied: nothing would change on main.")).toBeVisible();
  const hint = await dialog.getByText(/^Applies /).boundingBox();
  const result = await dialog.getByRole("status").boundingBox();
  expect((result?.y ?? 0) - (hint?.y ?? 0) - (hint?.height ?? 0)).toBeLessThanOrEqual(16);
});

test("a branch's name ends beside the button that copies it", async ({ page }) => {
  await page.goto(`${projectPath("fjord/handbook", "branches")}?search=${encodeURIComponent("^main$")}`);
  const list = page.getByRole("list", { name: "Branches" });
  await expect(list.getByRole("link", { name: "main", exact: true })).toBeVisible();
  const main = await list.getByRole("link", { name: "main", exact: true }).boundingBox();
  const copy = await list.getByRole("button", { name: "Copy the name main" }).boundingBox();
  expect((copy?.x ?? 0) - (main?.x ?? 0) - (main?.width ?? 0)).toBeLessThanOrEqual(8);
  // The text of the link is as wide as the link.
  expect(main?.width).toBeLessThan(40);
});

test("headings of a release's notes are smaller than its name", async ({ page }) => {
  const project = "fjord/handbook";
  const tag = `v8.${Math.floor(Math.random() * 100_000)}`;
  const name = `Harbour ${tag}`;
  await postToProject(page, project, "/releases", {
    tag_name: tag,
    ref: "main",
    name,
    description: "## New\n\nA **lighter** board.",
  });
  await page.goto(projectPath(project, "releases"));
  const headings = page.getByRole("article", { name }).getByRole("heading", { name: /^(Harbour|New)/ });
  await expect(headings).toHaveCount(2);
  const sizes = await headings.evaluateAll((all) =>
    all.map((each) => Number.parseFloat(getComputedStyle(each).fontSize)),
  );
  expect(sizes[1]).toBeLessThan(sizes[0] ?? 0);
});
