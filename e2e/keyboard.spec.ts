import { expectPageZoom } from "./fixtures/expect-page-zoom.ts";
import { pushAddress } from "./fixtures/go-to.ts";
import { expect, projectPath, test } from "./fixtures/test.ts";

test("letters and Enter typed right after the palette's keys are kept while its code loads", {
  tag: "@smoke",
}, async ({ page }) => {
  // The palette's code loads late.
  let code = Promise.withResolvers<void>();
  await page.route(/background-[^/]*\.js/, async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Home" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("har");
  const field = page.getByRole("combobox", { name: "Search and commands" });
  await expect(field).toHaveValue("har");
  // A view that appears only now leaves the focus to the palette.
  await pushAddress(page, "/a/local/projects");
  await expect(page.getByRole("heading", { level: 1, name: "Projects" })).toBeVisible();
  await expect(page).toHaveTitle(/^Projects/);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await expect(field).toBeFocused();
  code.resolve();
  await expect(page.getByRole("dialog").getByRole("listbox")).toBeVisible();
  await page.keyboard.type("bor");
  await expect(field).toHaveValue("harbor");
  await expect(page.getByRole("option", { name: /harbor$/ }).first()).toBeVisible();

  code = Promise.withResolvers();
  await page.reload();
  await expect(page.getByRole("link", { name: "Home" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type(":harbor");
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue(":harbor");
  code.resolve();
  await expect(page).toHaveURL(/platform%2Fharbor/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("with reduced motion, too, a closing dialog or menu returns the focus", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(projectPath("fjord/handbook", "merge_requests"));
  // An empty list has another one below.
  const create = page.getByRole("button", { name: "New merge request" }).first();
  await create.focus();
  await page.keyboard.press("Enter");
  const source = page.getByRole("dialog").getByRole("button", { name: /^Source branch/ });
  await expect(source).toBeFocused();
  await page.keyboard.press("Enter");
  const search = page.getByRole("combobox", { name: "Source branch" });
  await expect(search).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(search).toHaveCount(0);
  await expect(source).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(create).toBeFocused();
});

test("the code editor works by keyboard, with the keys of the app", async ({ page }) => {
  await page.goto(`${projectPath("fjord/lantern")}/edit?ref=main&path=README.md`);
  const editor = page.getByRole("textbox", { name: "Content of README.md" });
  await expect(editor).toBeFocused();
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  const query = palette.getByRole("combobox");
  for (const [keys, text] of [
    ["ControlOrMeta+k", ""],
    ["ControlOrMeta+p", "/"],
    ["F1", ">"],
  ] as const) {
    await page.keyboard.press(keys);
    await expect(query).toHaveValue(text);
    await page.keyboard.press("Escape");
    await expect(palette).toBeHidden();
    await expect(editor).toBeFocused();
  }

  await page.locator(".monaco-editor .view-lines").hover();
  await expectPageZoom(page);
  await expect(editor).toBeFocused();

  // Said by the key alone: nothing was typed yet.
  const saved = page.getByText("Draft saved", { exact: true });
  await expect(saved).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+s");
  await expect(saved).toHaveCount(1);
  await expect(editor).toBeFocused();

  // Tab writes, but after Escape it leaves.
  await page.keyboard.press("Tab");
  await expect(editor).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("status").filter({ hasText: "Tab leaves the editor" })).toBeVisible();
  await page.keyboard.press("Shift+Tab");
  await expect(editor).not.toBeFocused();

  // The app's menu, not the editor's.
  await page.locator(".monaco-editor .view-lines").click({ button: "right" });
  await expect(page.getByRole("menuitem", { name: "Select all" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Command Palette" })).toHaveCount(0);
  await page.keyboard.press("Escape");

  await editor.focus();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page).toHaveURL(/\/changes/);
  await expect(page.getByRole("textbox", { name: "Subject" })).toBeFocused();
  await page.getByRole("button", { name: "Discard", exact: false }).first().click();
});
