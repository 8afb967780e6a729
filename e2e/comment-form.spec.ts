import { emptyCommentBox, openMergeRequest } from "./fixtures/open-merge-request.ts";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

const lantern = "fjord/lantern";

test("people, merge requests and emoji are suggested at the caret", async ({ page }) => {
  await openMergeRequest(page, "Print voyages on one page");
  const box = await emptyCommentBox(page);
  await box.pressSequentially("Thanks @mat");
  const people = page.getByRole("listbox", { name: "people" });
  await expect(people.getByRole("option", { name: "Mateo Fuentes @mateo" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await expect(box).toHaveAttribute("aria-activedescendant", /.+/);
  await expectAccessible(page);
  await box.press("Enter");
  await expect(box).toHaveValue("Thanks @mateo ");
  await expect(people).toBeHidden();

  await box.pressSequentially("see !weather");
  const requests = page.getByRole("listbox", { name: "merge requests" });
  await expect(requests.getByRole("option").nth(1)).toBeVisible();
  await box.press("ArrowDown");
  await box.press("ArrowUp");
  await expect(requests.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await box.press("Tab");
  await expect(box).toHaveValue(/^Thanks @mateo see !\d+ $/);

  await box.pressSequentially(":tada");
  await page.getByRole("listbox", { name: "emoji" }).getByRole("option", { name: ":tada:" }).click();
  await expect(box).toHaveValue(/🎉 $/);
  await expect(box).toBeFocused();
  // Closed, the list takes no key; within code nothing is suggested.
  await box.press("Enter");
  await box.pressSequentially("`@mat");
  await page.waitForTimeout(400);
  await expect(people).toBeHidden();
  await box.press("Enter");
  await expect(box).toHaveValue(/🎉 \n`@mat\n$/);
  await box.fill("");
});

test("in a dialog, Escape closes the suggestions and leaves the dialog", async ({ page }) => {
  await page.goto(projectPath(lantern, "merge_requests"));
  await page.getByRole("button", { name: "New merge request" }).click();
  const dialog = page.getByRole("dialog", { name: "New merge request" });
  const box = dialog.getByRole("textbox", { name: "Description (Markdown supported)" });
  await box.fill("");
  await box.pressSequentially("@leila");
  const people = dialog.getByRole("listbox", { name: "people" });
  await expect(people.getByRole("option", { name: /Leila/ })).toBeVisible();
  await expectAccessible(page);
  await box.press("Escape");
  await expect(people).toBeHidden();
  await expect(dialog).toBeVisible();
  await box.pressSequentially(" @leil");
  await people.getByRole("option", { name: /Leila/ }).click();
  await expect(box).toHaveValue("@leila @leila ");
  await box.fill("");
  await dialog.getByRole("button", { name: "Close" }).first().click();
});

test("keys and the toolbar format what is selected, and undo takes it back", async ({ page }) => {
  await openMergeRequest(page, "Print voyages on one page");
  const box = await emptyCommentBox(page);
  await box.pressSequentially("word");
  await box.press("ControlOrMeta+a");
  await box.press("ControlOrMeta+b");
  await expect(box).toHaveValue("**word**");
  await box.press("ControlOrMeta+i");
  await expect(box).toHaveValue("**_word_**");
  await box.press("ControlOrMeta+z");
  await expect(box).toHaveValue("**word**");
  await box.press("ControlOrMeta+z");
  await expect(box).toHaveValue("word");
  await box.press("ControlOrMeta+a");
  await box.press("ControlOrMeta+e");
  await expect(box).toHaveValue("`word`");
  await box.press("ControlOrMeta+e");
  await box.press("ControlOrMeta+k");
  await expect(box).toHaveValue("[word](url)");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.type("https://harbor.example");
  await expect(box).toHaveValue("[word](https://harbor.example)");

  await box.fill("one\ntwo");
  await box.press("ControlOrMeta+a");
  const tools = page.getByRole("toolbar", { name: "Comment: format" });
  await tools.getByRole("button", { name: "Quote" }).click();
  await expect(box).toHaveValue("> one\n> two");
  await expect(box).toBeFocused();
  await tools.getByRole("button", { name: "Quote" }).click();
  await tools.getByRole("button", { name: "Quote" }).focus();
  await page.keyboard.press("End");
  await expect(tools.getByRole("button", { name: "Task list" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(box).toHaveValue("- [ ] one\n- [ ] two");
  await expectAccessible(page);
  await box.fill("");
  await box.press("Tab");
  // Outside of the text the keys are the palette's.
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog")).toBeVisible();
});
