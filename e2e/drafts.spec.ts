import { rmSync } from "node:fs";
import { openMergeRequest } from "./fixtures/open-merge-request.ts";
import { copySample, expect, projectPath, test } from "./fixtures/test.ts";

test("a draft, comments and viewed marks survive a kill of every process", async ({ openApp }) => {
  const folder = copySample();
  const edit = `${projectPath("fjord/lantern", "edit")}?ref=main&path=README.md`;
  const text = "Typed before the lights went out";
  const words = `Commented before, too ${Math.random().toString(36).slice(2, 8)}`;
  const first = await openApp(folder);
  try {
    const before = first.page;
    await openMergeRequest(before, "Say it in Spanish", { tab: "Changes" });
    await expect(before).toHaveURL(/tab=changes/);
    const review = before.url().slice(first.origin.length);
    await before.getByRole("checkbox", { name: "Viewed src/words/es.ts" }).check();
    await before.getByRole("button", { name: "src/words/es.ts", exact: true }).click();
    const changes = before.getByRole("region", { name: "Changes", exact: true });
    await changes.getByRole("button", { name: "Comment on line 2" }).first().hover();
    await changes.getByRole("button", { name: "Comment on line 2" }).first().click();
    await before.getByRole("textbox", { name: "Comment on line 2" }).fill(words);
    await before.goto(first.origin + edit);
    const editor = before.getByRole("textbox", { name: "Content of README.md" });
    await expect(editor).toBeAttached();
    await editor.focus();
    await before.keyboard.type(text);
    await expect(before.getByText("Draft saved")).toBeVisible();
    await first.kill();

    const second = await openApp(folder);
    const after = second.page;
    await after.goto(second.origin + edit);
    await expect(after.getByText(text).first()).toBeVisible();
    await after.goto(`${second.origin}${projectPath("fjord/lantern", "changes")}?ref=main`);
    await expect(after.getByText(text).first()).toBeVisible();
    await after.goto(second.origin + review);
    await expect(after.getByRole("checkbox", { name: "Viewed src/words/es.ts" })).toBeChecked();
    await after.getByRole("button", { name: "src/words/es.ts", exact: true }).click();
    await expect(after.getByRole("textbox", { name: "Comment on line 2" })).toHaveValue(words);
    await second.stop();
  } finally {
    await first.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
