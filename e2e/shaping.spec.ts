import { expect, expectAccessible, place, test } from "./fixtures/test.ts";

const project = "fjord/platform/harbor";
const unique = () => Math.random().toString(36).slice(2, 8);

test("a branch is created, protected, deleted and brought back", async ({ page }) => {
  const name = `shape/${unique()}`;
  await page.goto(place(project, "branches"));
  await page.getByRole("button", { name: "New branch" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "From" }).fill("main");
  await page.getByRole("button", { name: "Create branch" }).click();
  await page.getByRole("searchbox", { name: "Search branches" }).fill(name);
  const link = page.getByRole("link", { name, exact: true });
  await expect(link).toBeVisible();
  const menu = page.getByRole("button", { name: `Actions for ${name}` });
  await menu.click();
  await page.getByRole("menuitem", { name: "Protect" }).click();
  await expect(
    page.getByRole("list", { name: "Branches" }).getByText("protected", { exact: true }),
  ).toBeVisible();
  await menu.click();
  await page.getByRole("menuitem", { name: "Unprotect" }).click();
  await expect(
    page.getByRole("list", { name: "Branches" }).getByText("protected", { exact: true }),
  ).toBeHidden();
  await menu.click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(link).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(link).toBeVisible();
});

test("a tag is created and gets release notes, whose draft is kept", async ({ page }) => {
  const name = `v-${unique()}`;
  await page.goto(place(project, "tags"));
  await page.getByRole("button", { name: "New tag" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "Annotation" }).fill("For the spec");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create tag" }).click();
  await page.getByRole("searchbox", { name: "Search tags" }).fill(name);
  await page.getByRole("button", { name: `Make a release of ${name}` }).click();
  const notes = page.getByRole("textbox", { name: "Notes, in Markdown" });
  await notes.fill("**Better** in every way");
  await page.getByRole("button", { name: "Close", exact: true }).last().click();
  await page.getByRole("button", { name: `Make a release of ${name}` }).click();
  await expect(notes).toHaveValue("**Better** in every way");
  await page.getByRole("radio", { name: "Preview" }).click();
  await expect(page.getByRole("dialog").getByText("Better", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("button", { name: `Release notes of ${name}` })).toBeVisible();
});

test("a commit is commented, reverted and picked again", async ({ page }) => {
  const file = `shaping/${unique()}.txt`;
  await page.goto("/");
  await page.evaluate(
    async ([url, body]) => {
      const headers = { "content-type": "application/json" };
      const response = await fetch(url, { method: "POST", headers, body });
      if (!response.ok) throw new Error(await response.text());
    },
    [
      `/-/accounts/local/operations/projects/${encodeURIComponent(project)}/repository/commits`,
      JSON.stringify({
        branch: "main",
        commit_message: `Add ${file}`,
        actions: [{ action: "create", file_path: file, content: "x" }],
      }),
    ] as const,
  );
  await page.goto(place(project, "commits"));
  await page.getByRole("link", { name: `Add ${file}` }).click();
  await expect(page).toHaveURL(/commits\/[0-9a-f]{40}/);
  const words = `Noticed ${unique()}`;
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await page.getByRole("textbox", { name: "Comment, in Markdown" }).fill(words);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("article").getByText(words)).toBeVisible();
  const title = await page.getByRole("heading", { level: 1 }).first().innerText();
  await page.getByRole("button", { name: "Revert" }).click();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Revert" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Revert "${title}"` })).toBeVisible();
  // The same revert again would change nothing, and says so.
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Revert" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revert" }).click();
  await expect(
    page
      .getByRole("dialog")
      .getByText(/cannot revert this commit/)
      .first(),
  ).toBeVisible();
});
