import { emptyCommentBox, openMergeRequest } from "./fixtures/open-merge-request.ts";
import { expect, test } from "./fixtures/test.ts";

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
  await box.fill("");
  await box.press("Tab");
  // Outside of the text the keys are the palette's.
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog")).toBeVisible();
});
