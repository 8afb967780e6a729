import { rmSync } from "node:fs";
import { commitAsAnotherClient } from "../renderer/testing/page/commit-as-another-client.ts";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { sampleCallsOf } from "./fixtures/call-project.ts";
import { expectApart } from "./fixtures/expect-in-page.ts";
import { openMergeRequest } from "./fixtures/open-merge-request.ts";
import { copySample, expect, test } from "./fixtures/test.ts";

const project = "fjord/handbook";
const unique = () => Math.random().toString(36).slice(2, 8);

test("a change discarded in the editor can be restored, and Discard is apart from the commit", async ({
  page,
}) => {
  const path = `keeping/${unique()}.txt`;
  await commitAsAnotherClient(sampleCallsOf(page), project, { [path]: "before\n" });
  await page.goto(`${projectPath(project, "edit")}?ref=main&path=${encodeURIComponent(path)}`);
  const content = page.getByRole("textbox", { name: `Content of ${path}` });
  await content.focus();
  await page.keyboard.type("typed ");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await expectApart(
    page.getByRole("button", { name: "Discard" }),
    page.getByRole("link", { name: "Review and commit" }),
  );
  // Without room the last tools are in a panel; Discard and the commit stay, apart from each other.
  const bar = page.getByRole("toolbar", { name: "Editing" });
  await expect(bar.getByRole("checkbox", { name: "Executable" })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 400 });
  await expect(bar.getByRole("checkbox", { name: "Executable" })).toHaveCount(0);
  await expectApart(
    bar.getByRole("button", { name: "Discard" }),
    bar.getByRole("link", { name: "Review and commit" }),
  );
  await bar.getByRole("button", { name: "More tools" }).click();
  await expect(page.getByRole("checkbox", { name: "Executable" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.goto(`${projectPath(project, "edit")}?ref=main&path=${encodeURIComponent(path)}`);
  await expect(page.getByText("typed before")).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
});

test("a discarded comment can be restored; toasts move nothing, are reached by key and close", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto(projectPath("fjord/lantern", "merge_requests/1"));
  const box = page.getByRole("textbox", { name: "Comment", exact: true });
  await box.fill("Half a thought");
  await expectApart(
    page.getByRole("button", { name: "Discard" }),
    page.getByRole("button", { name: "Comment", exact: true }),
  );
  const before = await page.getByRole("main").boundingBox();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(box).toHaveValue("");
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();
  // It lies over the page.
  expect(await page.getByRole("main").boundingBox()).toEqual(before);
  // The button is in the line of the title.
  const [words, button] = [await page.getByText("Discarded comment").boundingBox(), await undo.boundingBox()];
  expect(words?.y).toBeGreaterThanOrEqual(button?.y ?? 0);
  expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThanOrEqual(
    (button?.y ?? 0) + (button?.height ?? 0),
  );
  // The timer pauses while a toast is hovered.
  await undo.hover();
  await undo.click();
  await expect(box).toHaveValue("Half a thought");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(undo).toBeVisible();
  await page.keyboard.press("F8");
  await page.keyboard.press("Tab");
  // The timer pauses while it has the focus.
  await page.clock.runFor(60_000);
  await expect(undo).toBeVisible();
  await box.focus();
  await page.clock.runFor(30_000);
  await expect(undo).toHaveCount(0);
  // With the focus in it, Escape closes it and returns the focus.
  await box.fill("Another thought");
  await page.getByRole("button", { name: "Discard" }).click();
  await box.focus();
  await page.keyboard.press("Escape");
  await expect(undo).toBeVisible();
  await page.keyboard.press("F8");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(undo).toHaveCount(0);
  await expect(box).toBeFocused();
});

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
