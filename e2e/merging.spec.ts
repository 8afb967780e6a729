import { hrefs } from "../renderer/features/addresses/hrefs.ts";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { callProject } from "./fixtures/call-project.ts";
import { expect, test } from "./fixtures/test.ts";

const project = "fjord/beacon";

test("a branch is proposed, approved, merged automatically or by hand with its message, and reverted", async ({
  page,
}) => {
  const name = `merged-${Math.random().toString(36).slice(2, 8)}`;
  const target = `base-${name}`;
  await callProject(page, project, "POST", "/repository/branches", { branch: target, ref: "main" });
  const { id: sha } = await callProject<{ id: string }>(page, project, "POST", "/repository/commits", {
    branch: name,
    start_branch: target,
    commit_message: "Add a lamp",
    actions: [
      { action: "delete", file_path: ".gitlab-ci.yml" },
      { action: "create", file_path: `${name}.txt`, content: "lamp\n" },
    ],
  });
  const report = (state: string) =>
    callProject(page, project, "POST", `/statuses/${sha}`, { state, ref: name, name: "lab/paint" });
  await report("running");

  await page.goto(hrefs.project("local", project, "compare", { from: target, to: name }));
  await page.getByRole("link", { name: "Create merge request" }).click();
  const dialog = page.getByRole("dialog", { name: "New merge request" });
  await dialog.getByRole("textbox", { name: "Title" }).fill(`Propose ${name}`);
  await dialog.getByRole("textbox", { name: /^Description/ }).fill("- [ ] Tell the harbour");
  await dialog.getByRole("button", { name: "Create merge request" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(`Propose ${name}`);
  await page.getByRole("checkbox", { name: "not done" }).click();
  await expect(page.getByRole("checkbox", { name: "done", exact: true })).toBeChecked();

  const box = page.getByRole("region", { name: "Merging" });
  await box.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(box.getByRole("button", { name: "Revoke approval" })).toBeVisible();
  await box.getByRole("button", { name: "Merge when pipeline succeeds" }).click();
  await expect(box.getByText(/^Merges when the pipeline succeeds, set by /)).toBeVisible();
  await box.getByRole("button", { name: "Cancel automatic merge" }).click();
  await box.getByRole("button", { name: "Edit messages…" }).click();
  await box.getByRole("textbox", { name: "Merge commit message" }).fill(`Light ${name}`);
  await report("success");
  await box.getByRole("button", { name: "Merge", exact: true }).click();
  const state = page.getByRole("region", { name: "State" });
  await expect(state.getByText(/^Approved by /)).toBeVisible();
  const [head] = await callProject<{ message: string }[]>(
    page,
    project,
    "GET",
    `/repository/commits?ref_name=${target}`,
  );
  expect(head?.message.trim()).toBe(`Light ${name}`);
  await state.getByRole("link", { name: "Revert…" }).click();
  await expect(page.getByRole("dialog", { name: /^Revert/ })).toBeVisible();
});

test("the palette finds a merge request of another project by title, and by author", async ({ page }) => {
  await page.goto(projectPath("fjord/handbook"));
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  const search = async (words: string) => {
    await page.keyboard.press("Control+K");
    await palette.getByRole("combobox").fill(words);
  };
  await page.locator("#main").waitFor();
  await search("!mateo");
  await expect(palette.getByRole("option", { name: /fjord\/\w+!\d+/ }).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await search("spanish");
  await palette.getByRole("option", { name: /Say it in ?Spanish.*fjord\/lantern!29/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Say it in Spanish");
});
