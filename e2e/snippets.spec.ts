import type { Page } from "@playwright/test";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

const operations = "/-/accounts/local/operations";

/** Changes a snippet as somebody else would. */
const changeElsewhere = (page: Page, path: string, body: object) =>
  page.evaluate(
    async ([url, text]) => {
      const headers = { "content-type": "application/json" };
      const response = await fetch(url, { method: "PUT", headers, body: text });
      if (!response.ok) throw new Error(await response.text());
    },
    [`${operations}${path}`, JSON.stringify(body)] as const,
  );

const editor = (page: Page, name: string) => page.getByRole("textbox", { name: `Content of ${name}` });

test("a personal snippet is written by keyboard, read, found, changed and deleted", async ({ page }) => {
  await page.goto("/a/local/snippets");
  await expect(page.getByRole("link", { name: "Editor settings" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("new personal snippet");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Title" })).toBeFocused();
  await page.keyboard.type("Count the gulls");
  await page.keyboard.press("Tab");
  await page.keyboard.type("gulls.py");
  await expect(page.getByRole("combobox", { name: "Language" })).toHaveText(/Python/);
  await expect(editor(page, "gulls.py")).toBeAttached();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(editor(page, "gulls.py")).toBeFocused();
  await page.keyboard.type("print('kria')");
  // Nothing typed is lost.
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Count the gulls");
  await expectAccessible(page);
  await page.getByRole("radio", { name: /^Public/ }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Count the gulls" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Files" }).getByText("print('kria')")).toBeVisible();
  await expect(page.getByText("no comments on personal snippets")).toBeVisible();
  await expectAccessible(page);

  await page.keyboard.press("e");
  await expect(page.getByRole("heading", { level: 1, name: /^Edit \$/ })).toBeVisible();
  const removeFile = page.getByRole("button", { name: "Remove the file" });
  await page.getByRole("button", { name: "Add file" }).click();
  await removeFile.click();
  const title = page.getByRole("textbox", { name: "Title" });
  await title.fill("Count all gulls");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("group", { name: "2 files" })).toBeVisible();
  await expect(title).toHaveValue("Count all gulls");
  await removeFile.click();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await title.press("ControlOrMeta+Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Count all gulls" })).toBeVisible();

  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await page.getByRole("textbox", { name: "Filter snippets" }).fill("gulls PY");
  await expect(page.getByRole("list", { name: "Snippets" }).getByRole("link")).toHaveText([
    "Count all gulls",
  ]);
  await page.getByRole("link", { name: "Count all gulls" }).click();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete snippet" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Count all gulls" })).toBeVisible();
});

test("a snippet of several files is read, downloaded and commented; administrators see its origin", async ({
  page,
}) => {
  await page.goto(projectPath("fjord/lantern", "snippets"));
  await page.getByRole("link", { name: "Watch the wall without a browser" }).click();
  const files = page.getByRole("region", { name: "Files" });
  await files.getByRole("button", { name: "README.md", exact: true }).click();
  await files.getByRole("radio", { name: "Preview" }).click();
  await expect(files.getByRole("heading", { name: "Watch the wall" })).toBeVisible();
  await files.getByRole("link", { name: "Raw" }).click();
  await expect(
    page.getByRole("region", { name: "Raw README.md" }).getByText("# Watch the wall"),
  ).toBeVisible();
  await page.getByRole("link", { name: "Watch the wall without a browser" }).click();
  await files.getByRole("button", { name: "Download README.md" }).click();
  await expect(page.getByText("Downloading README.md", { exact: true })).toBeVisible();
  await expect(page.getByText("Could it print the tide too?")).toBeVisible();
  const box = page.getByRole("textbox", { name: "Comment", exact: true });
  await box.fill("It can now.");
  await box.press("ControlOrMeta+Enter");
  await expect(page.getByRole("article", { name: "Comment by Local Administrator" })).toHaveText(
    /It can now/,
  );
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "User agent details" }).click();
  await expect(page.getByRole("dialog").getByText("127.0.0.1")).toBeVisible();
  await expectAccessible(page);
});

test("somebody else's change is merged, or the user chooses", async ({ page }) => {
  await page.goto(projectPath("fjord/platform/harbor", "snippets"));
  await page.getByRole("link", { name: "Profile a slow request" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Profile a slow request");
  const path = await page.evaluate(() => new URL(location.href).pathname.replace("/a/local/p", "/projects"));
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Profile any request");
  await changeElsewhere(page, path, { description: "Needs Go 1.26." });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Profile any request");
  await expect(page.getByText("Needs Go 1.26.")).toBeVisible();

  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Mine");
  await changeElsewhere(page, path, { title: "Theirs" });
  await page.getByRole("button", { name: "Save changes" }).click();
  const conflicts = page.getByRole("region", { name: "Conflicts" });
  await expect(conflicts.getByRole("heading", { name: /changed since you opened it/ })).toBeVisible();
  await expectAccessible(page);
  await conflicts.getByRole("button", { name: "Use mine" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mine");
});
