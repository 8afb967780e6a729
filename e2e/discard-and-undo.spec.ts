import { commitFiles } from "./fixtures/commit-files.ts";
import { expectApart } from "./fixtures/expect-apart.ts";
import { expect, projectPath, test } from "./fixtures/test.ts";

const project = "fjord/handbook";
const unique = () => Math.random().toString(36).slice(2, 8);

test("a change discarded in the editor can be restored, and Discard is apart from the commit", async ({
  page,
}) => {
  const path = `keeping/${unique()}.txt`;
  await commitFiles(page, project, { [path]: "before\n" });
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
  await page.setViewportSize({ width: 480, height: 400 });
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

test("a discarded comment can be restored; toasts cover nothing, are reached by key and close", async ({
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
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(box).toHaveValue("");
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();
  // A row of its own: the view ends where the toast begins.
  const toast = await page.getByRole("region", { name: /^Notifications/ }).boundingBox();
  const main = await page.getByRole("main").boundingBox();
  // The button is in the line of the title.
  const [words, button] = [await page.getByText("Discarded comment").boundingBox(), await undo.boundingBox()];
  expect(words?.y).toBeGreaterThanOrEqual(button?.y ?? 0);
  expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThanOrEqual(
    (button?.y ?? 0) + (button?.height ?? 0),
  );
  expect((main?.y ?? 0) + (main?.height ?? 0)).toBeLessThanOrEqual((toast?.y ?? 0) + 1);
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
