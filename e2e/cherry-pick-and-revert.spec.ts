import { commitFiles } from "./fixtures/commit-files.ts";
import { postToProject } from "./fixtures/post-to-project.ts";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

const project = "fjord/handbook";
const harbor = "fjord/platform/harbor";
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

test("a commit is commented and reverted, once", async ({ page }) => {
  const file = `shaping/${unique()}.txt`;
  await postToProject(page, harbor, "/repository/commits", {
    branch: "main",
    commit_message: `Add ${file}`,
    actions: [{ action: "create", file_path: file, content: "x" }],
  });
  await page.goto(projectPath(harbor, "commits"));
  await page.getByRole("link", { name: `Add ${file}` }).click();
  await expect(page).toHaveURL(/commits\/[0-9a-f]{40}/);
  const words = `Noticed ${unique()}`;
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await page.getByRole("textbox", { name: "Comment", exact: true }).fill(words);
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(page.getByRole("article").getByText(words)).toBeVisible();
  const title = await page.getByRole("heading", { level: 1 }).first().innerText();
  await page.getByRole("button", { name: "Revert" }).click();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Revert" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Revert "${title}"` })).toBeVisible();
  // The same revert again would change nothing, as the dialog shows.
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Revert" }).click();
  await expect(page.getByRole("dialog").getByText(/nothing would change on main/)).toBeVisible();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Revert" })).toBeDisabled();
});

test("a conflict of a cherry-pick is previewed, refused and explained", async ({ page }) => {
  const path = `shaping/${unique()}.txt`;
  const branch = `picked-${unique()}`;
  const write = (where: object, action: string, content: string) =>
    postToProject<{ id: string }>(page, harbor, "/repository/commits", {
      ...where,
      commit_message: `Say ${content}`,
      actions: [{ action, file_path: path, content: `${content}\n` }],
    });
  await write({ branch: "main" }, "create", "one");
  await write({ branch, start_branch: "main" }, "update", "theirs");
  const { id } = await write({ branch: "main" }, "update", "ours");
  await page.goto(projectPath(harbor, `commits/${id}`));
  await page.getByRole("button", { name: "Cherry-pick" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Branch").fill(`${branch} `);
  await expect(dialog.getByText("Conflicts: the branch changed the same lines")).toBeVisible();
  await expectAccessible(page);
  const sent = page.waitForRequest(/\/cherry_pick$/);
  await dialog.getByRole("button", { name: "Cherry-pick" }).click();
  expect((await sent).postDataJSON()).toMatchObject({ branch });
  await expect(dialog.getByText("It does not apply")).toBeVisible();
});
