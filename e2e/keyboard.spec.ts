import type { Locator, Page } from "@playwright/test";
import { commitAsAnotherClient } from "../renderer/testing/page/commit-as-another-client.ts";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { callProject, postToProject, sampleCallsOf } from "./fixtures/call-project.ts";
import { expectPageZoom } from "./fixtures/expect-in-page.ts";
import { goTo, pushAddress } from "./fixtures/go-to.ts";
import { tabTo } from "./fixtures/tab-to.ts";
import { expect, test } from "./fixtures/test.ts";

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

  // What closes a tab is no key of the editor's find: its buttons would be over the text.
  await page.keyboard.press("Alt+w");
  await expect(page.locator(".findOptionsWidget")).toBeHidden();

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

const handbook = "fjord/handbook";
const unique = () => Math.random().toString(36).slice(2, 8);

test("a setting that is changed by keyboard keeps the focus", async ({ page }) => {
  await page.goto("/settings/editor");
  const wrap = page.getByRole("switch", { name: "Wrap long lines" });
  await tabTo(page, wrap);
  for (const isOn of [true, false]) {
    await page.keyboard.press("Space");
    await expect(wrap).toBeChecked({ checked: isOn });
    await expect(wrap).toBeFocused();
  }
  const size = page.getByRole("spinbutton", { name: "Code size" });
  await tabTo(page, size, "Shift+Tab");
  const before = await size.inputValue();
  for (const value of ["17", before]) {
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(value);
    await page.keyboard.press("Enter");
    await expect(size).toHaveValue(value);
    await expect(size).toBeFocused();
  }

  await goTo(page, "/settings/appearance");
  const density = page.getByRole("radiogroup", { name: "Density" });
  const chosen = density.getByRole("radio", { checked: true });
  await tabTo(page, density.getByRole("radio", { name: "Comfortable" }));
  for (const [key, name] of [
    ["ArrowRight", "Compact"],
    ["ArrowLeft", "Comfortable"],
  ] as const) {
    // A person holds a key for longer than the focus takes to move.
    await page.keyboard.down(key);
    await expect(density.getByRole("radio", { name })).toBeFocused();
    await page.keyboard.up(key);
    await expect(chosen).toHaveAccessibleName(name);
    await expect(chosen).toBeFocused();
  }

  await goTo(page, "/a/local/me/notifications");
  const level = page.getByRole("main").getByRole("combobox").filter({ visible: true }).first();
  await tabTo(page, level);
  for (const key of ["ArrowDown", "ArrowUp"]) {
    const now = await level.innerText();
    await page.keyboard.press("Enter");
    const chosen = page.getByRole("option", { name: now });
    await expect(chosen).toBeFocused();
    await page.keyboard.press(key);
    await expect(chosen).not.toBeFocused();
    await page.keyboard.press("Enter");
    await expect(level).not.toHaveText(now);
    await expect(level).toBeFocused();
  }
});

test("what is deleted, reopened or discarded by keyboard leaves the focus in the view", async ({ page }) => {
  const name = `keys-${unique()}`;
  const menu = page.getByRole("button", { name: "More actions" });
  await test.step("a tag", async () => {
    await postToProject(page, handbook, "/repository/tags", { tag_name: name, ref: "main" });
    await page.goto(projectPath(handbook, "tags"));
    await tabTo(page, page.getByRole("button", { name: `Delete the tag ${name}` }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("link", { name, exact: true })).toHaveCount(0);
    await expectFocusInView(page);
  });
  await test.step("a merge request", async () => {
    await callProject(page, handbook, "POST", "/repository/branches", { branch: name, ref: "main" });
    const { iid } = await postToProject<{ iid: number }>(page, handbook, "/merge_requests", {
      source_branch: name,
      target_branch: "main",
      title: name,
    });
    await goTo(page, projectPath(handbook, `merge_requests/${iid}`));
    for (const [item, state] of [
      ["Close", "Closed"],
      ["Reopen", "Open"],
    ] as const) {
      await tabTo(page, menu);
      await page.keyboard.press("Enter");
      await pressItem(page, page.getByRole("menuitem", { name: item, exact: true }));
      await expect(page.getByRole("main").getByText(state, { exact: true }).first()).toBeVisible();
      await expect(menu).toBeFocused();
    }
  });
  await test.step("a snippet", async () => {
    const { id } = await postToProject<{ id: number }>(page, handbook, "/snippets", {
      title: name,
      visibility: "private",
      file_name: "a.txt",
      content: "a",
    });
    await goTo(page, projectPath(handbook, `snippets/${id}`));
    await tabTo(page, menu);
    await page.keyboard.press("Enter");
    await pressItem(page, page.getByRole("menuitem", { name: "Delete snippet" }));
    const sure = page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true });
    await tabTo(page, sure);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Snippets" })).toBeVisible();
    await expectFocusInView(page);
  });
  await test.step("an edit", async () => {
    const path = `${name}.txt`;
    await commitAsAnotherClient(sampleCallsOf(page), handbook, { [path]: "before\n" });
    await goTo(page, `${projectPath(handbook, "edit")}?ref=main&path=${path}`);
    const content = page.getByRole("textbox", { name: `Content of ${path}` });
    await expect(content).toBeFocused();
    await page.keyboard.type("typed ");
    await expect(page.getByText("Draft saved")).toBeVisible();
    await page.keyboard.press("Escape");
    await tabTo(page, page.getByRole("button", { name: "Discard" }), "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Draft saved")).toHaveCount(0);
    await expectFocusInView(page);
  });
});

/** Walks down an open menu to an item, and chooses it. */
async function pressItem(page: Page, item: Locator): Promise<void> {
  await expect(item).toBeVisible();
  const hasFocus = () => item.evaluate((node) => node === document.activeElement);
  const focused = page.locator(":focus");
  while (!(await hasFocus())) {
    const last = await focused.innerText();
    await page.keyboard.press("ArrowDown");
    // The focus moves in a task of its own.
    await expect(focused).not.toHaveText(last);
  }
  await page.keyboard.press("Enter");
}

/** Waits until the view or something in it has the focus. */
async function expectFocusInView(page: Page): Promise<void> {
  const main = page.getByRole("main");
  await expect
    .poll(() => main.evaluate((view) => view.contains(document.activeElement)), "focus is in the view")
    .toBe(true);
}
