import type { Locator, Page } from "@playwright/test";
import { callProject } from "./fixtures/call-project.ts";
import { commitFiles } from "./fixtures/commit-files.ts";
import { goTo } from "./fixtures/go-to.ts";
import { postToProject } from "./fixtures/post-to-project.ts";
import { tabTo } from "./fixtures/tab-to.ts";
import { expect, projectPath, test } from "./fixtures/test.ts";

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
    await commitFiles(page, handbook, { [path]: "before\n" });
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
