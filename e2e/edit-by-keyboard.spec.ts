import { commitFiles } from "./fixtures/commit-files.ts";
import { expect, test } from "./fixtures/test.ts";

const unique = () => Math.random().toString(36).slice(2, 8);

test("a project is opened, edited, committed to a new branch and proposed by keyboard", async ({ page }) => {
  const name = `by-keys-${unique()}`;
  const { keyboard } = page;
  const focused = page.locator(":focus");
  await commitFiles(page, "fjord/handbook", { [`jobs/${name}.txt`]: "before\n" });
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).first().waitFor();

  await keyboard.press("ControlOrMeta+k");
  await expect(focused).toHaveRole("combobox");
  await expect(focused).toHaveAccessibleName("Search and commands");
  await keyboard.type(":handbook");
  await expect(page.getByRole("option", { name: /handbook/ }).first()).toBeVisible();
  await expect(focused).toHaveRole("combobox");
  await keyboard.press("Enter");
  await expect(page).toHaveURL(/fjord%2Fhandbook/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(focused).toHaveRole("main");
  await keyboard.press("g");
  await keyboard.press("f");
  await expect(page.getByRole("treeitem", { name: "README.md" })).toBeVisible();
  await expect(focused).toHaveRole("main");

  await keyboard.press("t");
  await expect(focused).toHaveAccessibleName("Go to file");
  await keyboard.type(name);
  await expect(page.getByRole("option", { name: new RegExp(name) })).toBeVisible();
  await expect(focused).toHaveAccessibleName("Go to file");
  await keyboard.press("Enter");
  await expect(focused).toHaveAccessibleName(`${name}.txt`);

  await keyboard.press("e");
  await expect(focused).toHaveAccessibleName(`Content of jobs/${name}.txt`);
  await keyboard.type("typed ");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await expect(focused).toHaveAccessibleName(`Content of jobs/${name}.txt`);
  await keyboard.press("ControlOrMeta+Enter");
  await expect(focused).toHaveAccessibleName("Subject");

  await keyboard.type(`Do the main job ${name}`);
  await expect(page.getByText("/50")).toBeVisible();
  await expect(focused).toHaveAccessibleName("Subject");
  await keyboard.press("Enter");
  await expect(focused).toHaveAccessibleName("Body");
  await keyboard.type("Because it is what most do.");
  await expect(page.getByRole("textbox", { name: "Body" })).toHaveValue("Because it is what most do.");
  await expect(focused).toHaveAccessibleName("Body");
  await keyboard.press("Tab");
  await expect(focused).toHaveAccessibleName("This branch");
  await keyboard.press("ArrowRight");
  const choice = page.getByRole("radio", { name: "New branch" });
  await expect(choice).toBeFocused();
  await keyboard.press("Space");
  await expect(choice).toBeChecked();
  await expect(choice).toBeFocused();
  const branch = page.getByRole("textbox", { name: "New branch" });
  await expect(branch).toBeVisible();
  await keyboard.press("Tab");
  await expect(branch).toBeFocused();
  await keyboard.press("ControlOrMeta+a");
  await keyboard.type(name);
  await expect(branch).toHaveValue(name);
  await expect(branch).toBeFocused();
  await keyboard.press("Tab");
  await expect(page.getByRole("checkbox", { name: "Start a merge request" })).toBeFocused();
  await keyboard.press("ControlOrMeta+Enter");

  const dialog = page.getByRole("dialog", { name: "New merge request" });
  await expect(dialog.getByRole("button", { name: `Source branch: ${name}` })).toBeVisible();
  // The source is known: the next required field has the focus.
  const title = dialog.getByRole("textbox", { name: "Title" });
  await expect(title).toBeFocused();
  await expect(title).toHaveValue(`Do the main job ${name}`);
});
