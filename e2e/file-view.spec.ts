import { commitFiles } from "./fixtures/commit-files.ts";
import { expectPageZoom } from "./fixtures/expect-page-zoom.ts";
import { goTo } from "./fixtures/go-to.ts";
import { expect, projectPath, test } from "./fixtures/test.ts";

const unique = () => Math.random().toString(36).slice(2, 8);

test("an image is zoomed by keys and set beside its previous version", async ({ page }) => {
  await page.goto(`${projectPath("atlas/tides", "files")}?path=${encodeURIComponent("figures/level.png")}`);
  const stage = page.getByRole("region", { name: "Image" });
  // The last commit, as for texts.
  const bar = page.getByRole("toolbar", { name: "Image" });
  await expect(bar.getByText(/^.+: .+ · .+ ago$/)).toBeVisible();
  await expect(bar.getByRole("link")).toHaveAttribute("href", /\/commits\/[0-9a-f]{40}/);
  await stage.focus();
  await stage.hover();
  await expectPageZoom(page);
  await expect(page.getByText("Fit", { exact: true })).toBeVisible();
  await page.keyboard.press("+");
  await expect(page.getByText("200 %")).toBeVisible();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  const versions = page.getByRole("listbox", { name: "Previous versions" });
  await versions.getByRole("option").first().click();
  const compared = page.getByRole("region", { name: "Compared" });
  await expect(compared.getByRole("img")).toHaveCount(2);
  await compared.getByRole("radio", { name: "Swipe" }).click();
  await expect(compared.getByRole("slider", { name: "Where the images meet" })).toBeVisible();
});

test("blame shows who changed each line last, and leads to the commit", async ({ page }) => {
  await page.goto(
    `${projectPath("fjord/lantern", "files")}?path=${encodeURIComponent("src/features/crew.ts")}&blame=1#L3`,
  );
  const blame = page.getByRole("button", { name: "Blame", exact: true, pressed: true });
  await blame.click();
  await expect(page).toHaveURL(/crew\.ts#L3$/);
  await page.getByRole("button", { name: "Blame", exact: true, pressed: false }).click();
  await expect(page).toHaveURL(/crew\.ts&blame=1#L3$/);
  await expect(page.getByText(/^Line 3, /).getByRole("link")).toHaveAttribute(
    "href",
    /commits\/[0-9a-f]{40}/,
  );
  // Brackets have no colours of their own.
  await expect(page.locator('.view-lines [class*="bracket-highlighting"]')).toHaveCount(0);
  // In the margin: who, as a link to the commit, and the age of the line as a colour.
  const margin = page.locator(".monaco-editor .margin");
  await expect(margin.locator('[class*="age"]').first()).toBeAttached();
  // Numbers end in one column, also beside names in characters that take more than one.
  await expect(margin.getByText("鈴木 由紀").first()).toBeVisible();
  const tooLong = (numbers: Element[]) =>
    numbers.filter((each) => each.scrollWidth > each.clientWidth).length;
  expect(await margin.locator(".line-numbers").evaluateAll(tooLong)).toBe(0);
  const avatar = margin.locator('a[title*="-"]').first();
  const said = (await avatar.getAttribute("title")) ?? "";
  await avatar.click();
  await expect(page).toHaveURL(/commits\/[0-9a-f]{40}/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(said.slice(said.indexOf(": ") + 2));
});

test("symbols of a file are listed and opened, its lines commented and linked", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => undefined);
  const path = `symbols/${unique()}.ts`;
  await commitFiles(page, "fjord/handbook", {
    [path]: "export class Tide {\n  height() {\n    return 3;\n  }\n}\n\nexport function ebb() {}\n",
  });
  await page.goto(`${projectPath("fjord/handbook", "files")}?path=${encodeURIComponent(path)}`);
  await expect(page.getByRole("button", { name: "Symbols" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Shift+o");
  const symbols = page.getByRole("dialog", { name: "Go to symbol" });
  await expect(symbols.getByRole("option").first()).toBeVisible();
  await expect(symbols.getByRole("status")).toHaveText("3 symbols");
  const second = symbols.getByRole("option").nth(1);
  const line = /line (\d+)/.exec((await second.textContent()) ?? "")?.[1];
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(symbols).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`#L${line}$`));
  // A permalink names the commit, not the branch.
  await page.keyboard.press("y");
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(new RegExp(`ref=[0-9a-f]{40}&path=.+\\.ts#L${line}$`));
  const permalink = await copied();
  await page.keyboard.press("c");
  const form = page.getByRole("dialog", { name: `Comment on line ${line}` });
  await expect(form.getByRole("textbox", { name: "Comment" })).toBeFocused();
  await page.keyboard.press("Escape");
  // Without selected lines the key is of the line with the cursor, as the menu is.
  await goTo(page, `${projectPath("fjord/handbook", "files")}?path=${encodeURIComponent(path)}`);
  await page.locator(".view-lines .view-line").filter({ hasText: "height" }).click();
  await page.keyboard.press("c");
  await expect(page.getByRole("dialog", { name: "Comment on line 2" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.locator(".view-lines .view-line").filter({ hasText: "Tide" }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Comment on line 1" }).click();
  await page.getByRole("dialog", { name: "Comment on line 1" }).getByRole("textbox").fill("Which tide?");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText(/^Comment added to commit [0-9a-f]{8}$/)).toBeVisible();
  await page.getByRole("button", { name: "View", exact: true }).click();
  await expect(page).toHaveURL(/commits\/[0-9a-f]{40}/);
  const comments = page.getByRole("region", { name: "Comments" });
  await expect(comments.getByText("Which tide?").first()).toBeVisible();
  await comments
    .getByRole("link", { name: `${path}:1`, exact: true })
    .first()
    .click();
  await expect(page).toHaveURL(/#L1$/);
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.insertText(permalink);
  await page.getByRole("option", { name: /^Open this link in Helve/ }).click();
  await expect(page).toHaveURL(permalink);
});

test("a text is read in the encoding that the user chooses", async ({ page }) => {
  const path = `encoded/${unique()}.txt`;
  // "Море" in Windows-1251.
  const empty = `encoded/${unique()}-empty.txt`;
  await commitFiles(page, "fjord/handbook", {
    [path]: Buffer.from([0xcc, 0xee, 0xf0, 0xe5, 10]),
    [empty]: "",
  });
  await page.goto(`${projectPath("fjord/handbook", "files")}?path=${encodeURIComponent(path)}`);
  const encoding = page.getByRole("combobox", { name: "Encoding" });
  const editor = page.locator(".monaco-editor");
  await expect(encoding).toContainText("Cyrillic (Windows)");
  await expect(editor.getByText("Море")).toBeVisible();
  await encoding.click();
  await page.getByRole("option", { name: "Latin-1" }).click();
  await expect(editor.getByText("Ìîðå")).toBeVisible();
  await expect(page.getByText("1 line", { exact: true })).toBeVisible();
  await goTo(page, `${projectPath("fjord/handbook", "files")}?path=${encodeURIComponent(empty)}`);
  await expect(page.getByText("Empty file", { exact: true })).toBeVisible();
  await expect(page.getByText(/^\d+ lines?$/)).toHaveCount(0);
});
