import { goTo } from "./fixtures/go-to.ts";
import { expect, projectPath, test } from "./fixtures/test.ts";

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
  const other = { name: "other.bin", mimeType: "application/octet-stream", buffer: Buffer.from([0, 255, 1]) };
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
