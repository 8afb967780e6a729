import { expectPageZoom } from "./fixtures/expect-page-zoom.ts";
import { goTo, pushAddress } from "./fixtures/go-to.ts";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

test("keys of commands are recorded, conflicts shown, and reset", async ({ page }) => {
  await page.goto("/settings/keyboard");
  const rowOf = (title: string) =>
    page.getByRole("table", { name: "Shortcuts", exact: true }).getByRole("row", { name: title });
  await expect(rowOf("CI of all accounts")).toContainText("GthenJ");
  await expectAccessible(page);
  const change = page.getByRole("button", { name: "Change keys of CI of all accounts" });
  const dialog = page.getByRole("dialog", { name: "Keys of “CI of all accounts”" });

  // A key that another command has: taken from it.
  await change.click();
  const field = dialog.getByRole("textbox", { name: "New keys" });
  await expect(field).toBeFocused();
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await expect(dialog.getByRole("status")).toHaveText("Also used by Home.");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(change).toBeFocused();
  await expect(rowOf("CI of all accounts")).toContainText("GthenH");
  await expect(page.getByRole("row", { name: /^Home Go to None/ })).toBeVisible();

  // The new key works after a reload too.
  await page.reload();
  await expect(rowOf("CI of all accounts")).toContainText("GthenH");
  await page.getByRole("heading", { level: 1, name: "Keyboard" }).click();
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await expect(page).toHaveURL(/\/ci/);
  await page.goBack();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type(">ci of all");
  await expect(page.getByRole("option", { name: /^CI of all accounts/ })).toContainText("GthenH");
  await page.keyboard.press("Escape");

  // Both have the key: the conflict is shown.
  await page.getByRole("button", { name: "Change keys of My snippets" }).click();
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await page.getByRole("checkbox", { name: "Remove them there" }).uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row", { name: /^My snippets/ })).toContainText(
    "Also used by CI of all accounts",
  );

  await page.getByRole("textbox", { name: "Find a shortcut" }).fill("snippets");
  await expect(page.getByRole("row", { name: /^CI of/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Reset keys of My snippets" }).click();
  await expect(rowOf("My snippets")).toContainText("GthenS");
  await page.getByRole("textbox", { name: "Find a shortcut" }).fill("");
  await page.getByRole("button", { name: "Reset all" }).click();
  await expect(rowOf("CI of all accounts")).toContainText("GthenJ");
  await expect(page.getByRole("button", { name: "Reset all" })).toBeDisabled();
});

test("the shortcut sheet lists all keys, those of the view first", async ({ page }) => {
  await page.goto(`${projectPath("fjord/lantern")}/files?ref=main&path=README.md`);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Go to file" })).toBeVisible();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet.getByRole("heading", { level: 3 }).first()).toHaveText("File · this view");
  for (const group of ["Window", "Project", "Review", "Log", "Lists and trees", "Comments", "Editor"])
    await expect(sheet.getByRole("region", { name: group, exact: true })).toBeAttached();
  await expect(sheet.getByRole("region", { name: "Editor", exact: true })).toContainText(
    "Leave the editor by keyboard",
  );
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
});

test("letters and Enter typed right after the palette's keys are kept while its code loads", async ({
  page,
}) => {
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

test("a view that is left while its field has the focus gives it to the next one", async ({ page }) => {
  for (const [command, title] of [
    [">branches", "Branches"],
    [">home", "Home"],
  ] as const) {
    await page.goto(`${projectPath("fjord/lantern", "search")}?q=berth`);
    await expect(page.locator("#main input:focus")).toHaveCount(1);
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type(command);
    await expect(page.getByRole("option", { name: title }).first()).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole("main")).toBeFocused();
  }
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

test("a form that opens in its page has the focus, and its button has it again", async ({ page }) => {
  const main = page.getByRole("main");
  const openAndCancel = async (name: string, field: string) => {
    const opener = main.getByRole("button", { name, exact: true });
    await opener.press("Enter");
    await expect(main.getByRole("textbox", { name: field, exact: true })).toBeFocused();
    await main.getByRole("button", { name: "Cancel" }).press("Enter");
    await expect(opener).toBeFocused();
  };
  await page.goto("/a/local/me/profile");
  await openAndCancel("Edit profile", "Name");
  await goTo(page, "/a/local/me/keys");
  await openAndCancel("Add key", "Public key");
  await goTo(page, "/a/local/admin/users");
  await openAndCancel("New user", "Name");
  await page.getByRole("row", { name: /Leila Haddad/ }).click();
  await openAndCancel("Edit", "Name");
  await goTo(page, "/a/local/runners");
  await page.getByRole("row", { name: /shed-2/ }).click();
  await openAndCancel("Edit", "Description");
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
