import { undoDiscard } from "./fixtures/expect-in-page.ts";
import { emptyCommentBox, openMergeRequest } from "./fixtures/open-merge-request.ts";
import { expect, test } from "./fixtures/test.ts";

test("comments on lines are collected in a review, survive a reload and are sent together", {
  tag: "@smoke",
}, async ({ page }) => {
  const words = `Gathered ${Math.random().toString(36).slice(2, 8)}`;
  await openMergeRequest(page, "Say it in Spanish", { tab: "Changes" });
  const changes = page.getByRole("region", { name: "Changes", exact: true });
  const pick = changes.getByRole("button", { name: "Comment on line 2" }).first();
  await pick.hover();
  // It covers the line's sign, which the colour repeats, and no code.
  const code = await pick.locator("xpath=../following-sibling::*[1]").boundingBox();
  const button = await pick.boundingBox();
  expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(code?.x ?? 0);
  await pick.click();
  const box = page.getByRole("textbox", { name: "Comment on line 2" });
  await box.fill(words);
  // What is typed while the lines are read is part of the comment, and does not press the button again.
  const suggest = page.getByRole("button", { name: "Suggest a change" });
  expect(await suggest.evaluate(pressAndGetFocus)).toBe("TEXTAREA");
  await expect(box).toHaveValue(/```suggestion:-0\+0\n {2}berth: "amarre",\n```/);
  // The suggested lines are selected and written over; the box is drawn as code.
  await expect(box).toBeFocused();
  await expect(box).toHaveCSS("font-family", /mono/i);
  await page.keyboard.type('  berth: "atraque",');
  await page.getByRole("button", { name: "Start review" }).click();
  await page.reload();
  await page.getByRole("button", { name: "Review (1)" }).click();
  const panel = page.getByRole("dialog", { name: "Your review" });
  await expect(panel.getByText(words)).toBeVisible();
  await panel.getByRole("textbox", { name: "Summary (Markdown supported)" }).fill(`On the whole: ${words}`);
  await panel.getByRole("button", { name: "Submit review" }).click();
  await expect(changes.getByRole("article", { name: /^Comment by/ }).getByText(words)).toBeVisible();
  const suggestion = changes.getByRole("group", { name: "Suggested change" }).last();
  await expect(suggestion.getByText('berth: "amarre",')).toBeVisible();
  await expect(suggestion.getByText('berth: "atraque",')).toBeVisible();
  await expect(suggestion.getByRole("button", { name: "Apply suggestion" })).toBeEnabled();
  await changes.getByRole("button", { name: "Reply" }).click();
  await page.getByRole("textbox", { name: "Reply" }).fill("Agreed.");
  await page.getByRole("textbox", { name: "Reply" }).press("ControlOrMeta+Enter");
  await expect(changes.getByText("Agreed.").last()).toBeVisible();
  // A reply waits for the review, too.
  await changes.getByRole("button", { name: "Reply" }).last().click();
  await page.getByRole("textbox", { name: "Reply" }).fill("One more thing.");
  await page.getByRole("button", { name: "Start review" }).click();
  await expect(changes.getByText("Pending", { exact: true })).toBeVisible();
  await changes.getByRole("button", { name: "Discard" }).click();
  await undoDiscard(page, "reply");
  await expect(changes.getByText("Pending", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Review (1)" }).click();
  await expect(panel.getByRole("button", { name: /^Reply in .*:2$/ })).toBeVisible();
  await panel.getByRole("button", { name: "Submit review" }).click();
  await expect(changes.getByText("Pending", { exact: true })).toHaveCount(0);
  await expect(changes.getByText("One more thing.")).toBeVisible();
  await changes.getByRole("button", { name: "Resolve", exact: true }).click();
  await expect(changes.getByText("Resolved").last()).toBeVisible();
  await page
    .getByRole("navigation", { name: "Merge request" })
    .getByRole("link", { name: "Overview" })
    .click();
  await expect(page.getByText(`On the whole: ${words}`)).toBeVisible();
  // A thread shows its code; nothing in the discussion is wider than its column.
  const overview = page.getByRole("region", { name: "Overview" });
  await overview
    .getByRole("button", { name: /Resolved/ })
    .last()
    .click();
  await expect(overview.getByRole("group", { name: /^Code of / }).last()).toContainText("amarre");
  await page.getByRole("textbox", { name: "Comment" }).fill(`\`\`\`\n${"wide".repeat(100)}\n\`\`\``);
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(overview.getByRole("article").getByText(/^(wide){100}/)).toBeVisible();
  const sizes = await overview.evaluate((element) => [element.scrollWidth, element.clientWidth]);
  expect(sizes[0]).toBe(sizes[1]);
});

/** Runs in the page. Presses a button and returns the tag of what has the focus right afterwards. */
function pressAndGetFocus(button: HTMLElement): string | undefined {
  button.focus();
  button.click();
  return document.activeElement?.tagName;
}

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
