import { commitFiles } from "./fixtures/commit-files.ts";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

const project = "fjord/handbook";
const unique = () => Math.random().toString(36).slice(2, 8);

test("the cherry-pick dialog refuses unknown branches and shows what would change", async ({ page }) => {
  const path = `keeping/${unique()}.txt`;
  await commitFiles(page, project, { [path]: "one\n" });
  await page.goto(`${projectPath(project, "commits")}?path=${encodeURIComponent(path)}`);
  await page.getByRole("list", { name: "Commits" }).getByRole("link").first().click();
  await page.getByRole("button", { name: "Cherry-pick" }).click();
  const dialog = page.getByRole("dialog");
  const branch = dialog.getByRole("textbox", { name: "Branch" });
  const act = dialog.getByRole("button", { name: "Cherry-pick" });
  await expect(dialog.getByText("Already applied: nothing would change on main.")).toBeVisible();
  await expect(act).toBeDisabled();
  const hint = await dialog.getByText(/^Applies /).boundingBox();
  const result = await dialog.getByRole("status").boundingBox();
  expect((result?.y ?? 0) - (hint?.y ?? 0) - (hint?.height ?? 0)).toBeLessThanOrEqual(16);
  await expect(branch).toBeFocused();
  // The suggested branch is selected: typing replaces it.
  await page.keyboard.type("no-such-branch");
  await expect(branch).toHaveValue("no-such-branch");
  await expect(dialog.getByText("There is no branch no-such-branch.")).toBeVisible();
  await expect(dialog.getByText(/conflict/)).toHaveCount(0);
  await expect(act).toBeDisabled();
  await expectAccessible(page);
});

test("a revert and a cherry-pick are previewed", async ({ page }) => {
  const path = `previewed/${unique()}.txt`;
  await commitFiles(page, "fjord/handbook", { [path]: "one\ntwo\n" });
  await page.goto(`${projectPath("fjord/handbook", "commits")}?path=${encodeURIComponent(path)}`);
  await page.getByRole("list", { name: "Commits" }).getByRole("link").first().click();
  await page.getByRole("button", { name: "Revert" }).click();
  const would = page.getByRole("dialog").getByRole("region", { name: "What would happen" });
  await expect(would.getByText("Changes as in the commit")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Cherry-pick" }).click();
  await expect(would.getByText("Already applied", { exact: true })).toBeVisible();
});
