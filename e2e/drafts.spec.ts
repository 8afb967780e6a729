import { rmSync } from "node:fs";
import { startApp } from "./fixtures/running-app.ts";
import { copySample, expect, place, test } from "./fixtures/test.ts";

test("a draft survives a kill of every process", async ({ browser }) => {
  const folder = copySample();
  const edit = `${place("fjord/lantern", "edit")}?ref=main&path=README.md`;
  const text = "Typed before the lights went out";
  const first = await startApp(folder);
  try {
    const before = await browser.newPage();
    await before.goto(first.link);
    await before.goto(first.origin + edit);
    const editor = before.getByRole("textbox", { name: "Content of README.md" });
    await expect(editor).toBeAttached();
    await editor.focus();
    await before.keyboard.type(text);
    await expect(before.getByText("Draft saved")).toBeVisible();
    await first.kill();
    await before.close();

    const second = await startApp(folder);
    const after = await browser.newPage();
    await after.goto(second.link);
    await after.goto(second.origin + edit);
    await expect(after.getByText(text).first()).toBeVisible();
    await after.goto(`${second.origin}${place("fjord/lantern", "changes")}?ref=main`);
    await expect(after.getByText(text).first()).toBeVisible();
    await after.close();
    await second.stop();
  } finally {
    await first.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
