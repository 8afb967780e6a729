import { rmSync } from "node:fs";
import { copySample, expect, projectPath, test } from "./fixtures/test.ts";

test("a draft survives a kill of every process", async ({ openApp }) => {
  const folder = copySample();
  const edit = `${projectPath("fjord/lantern", "edit")}?ref=main&path=README.md`;
  const text = "Typed before the lights went out";
  const first = await openApp(folder);
  try {
    const before = first.page;
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
    await second.stop();
  } finally {
    await first.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
