import { goTo } from "./fixtures/go-to.ts";
import { postToProject } from "./fixtures/post-to-project.ts";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

const project = "fjord/platform/harbor";
const unique = () => Math.random().toString(36).slice(2, 8);

test("a new branch and a new merge request are begun from the palette, each time", async ({ page }) => {
  await page.goto(projectPath(project, "files"));
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  const run = async (title: string) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Search and commands" }).getByRole("combobox").fill(`>${title}`);
    await page.getByRole("option", { name: title }).first().click();
  };
  for (const title of ["New branch", "New branch", "New merge request"]) {
    await run(title);
    const form = page.getByRole("dialog", { name: title });
    await expect(form).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(form).toBeHidden();
  }
  // The branch of the address is the source, unless it is the one to merge into.
  for (const [ref, source] of [
    ["main", "none"],
    ["no-such-branch", "none"],
  ] as const) {
    await page.goto(projectPath(project, `files?ref=${ref}`));
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await run("New merge request");
    await expect(page.getByRole("button", { name: `Source branch: ${source}` })).toBeVisible();
    await page.keyboard.press("Escape");
  }
});

test("a new branch starts its merge request", async ({ page }) => {
  const name = `start/${unique()}`;
  await page.goto(projectPath(project, "branches"));
  await page.getByRole("button", { name: "New branch" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("checkbox", { name: "Start a merge request" }).check();
  await page.getByRole("button", { name: "Create branch" }).click();
  const dialog = page.getByRole("dialog", { name: "New merge request" });
  await expect(dialog.getByRole("button", { name: `Source branch: ${name}` })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Target branch: main" })).toBeVisible();
  await expect(dialog.getByText(`There is nothing to merge: main has all commits of ${name}.`)).toBeVisible();
  await page.keyboard.press("Escape");
});

test("a tag is created and gets release notes, whose draft is stored", async ({ page }) => {
  const name = `v-${unique()}`;
  await page.goto(projectPath(project, "tags"));
  await page.getByRole("button", { name: "New tag" }).click();
  const field = page.getByRole("textbox", { name: "Name" });
  await field.fill("a..b");
  await expect(page.getByText('Names cannot contain "..".')).toBeVisible();
  await field.fill(name);
  await page.getByRole("textbox", { name: "Annotation" }).fill("For the spec");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create tag" }).click();
  await page.getByRole("button", { name: "New tag" }).click();
  await field.fill(name);
  await expect(page.getByText(`A tag named ${name} already exists.`)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox", { name: "Search tags" }).fill(name);
  await page.getByRole("button", { name: `Create release of ${name}` }).click();
  const notes = page.getByRole("textbox", { name: "Release notes" });
  await notes.fill("**Better** in every way");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("button", { name: `Create release of ${name}` }).click();
  await expect(notes).toHaveValue("**Better** in every way");
  await page.getByRole("radio", { name: "Preview" }).click();
  await expect(page.getByRole("dialog").getByText("Better", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("button", { name: `Release notes of ${name}` })).toBeVisible();
});

test("branches show ahead and behind, and merged ones are listed before they are deleted", async ({
  page,
}) => {
  // A project whose branches no other spec uses.
  const handbook = "fjord/handbook";
  const ahead = `ahead-${unique()}`;
  const merged = `merged-${unique()}`;
  const actions = [{ action: "create", file_path: `shaping/${unique()}.txt`, content: "x" }];
  const other = [{ action: "create", file_path: `shaping/${unique()}.txt`, content: "y" }];
  await postToProject(page, handbook, "/repository/commits", {
    branch: merged,
    start_branch: "main",
    commit_message: "Merge me",
    actions: other,
  });
  // Made before the merge, and waiting for its first commit: git calls it merged from then on.
  const waiting = `waiting-${unique()}`;
  const hotfix = `hotfix-${unique()}`;
  await page.evaluate(
    async ([id, source, waiting, hotfix]) => {
      const headers = { "content-type": "application/json" };
      const at = `/-/accounts/local/operations/projects/${encodeURIComponent(id)}/merge_requests`;
      for (const start of [
        { branch: waiting, ref: "main" },
        { branch: hotfix, ref: "main~3" },
      ]) {
        await fetch(at.replace(/merge_requests$/, "repository/branches"), {
          method: "POST",
          headers,
          body: JSON.stringify(start),
        });
      }
      const body = { source_branch: source, target_branch: "main", title: source };
      const made = await (await fetch(at, { method: "POST", headers, body: JSON.stringify(body) })).json();
      await fetch(`${at}/${made.iid}/merge`, { method: "PUT", headers, body: "{}" });
    },
    [handbook, merged, waiting, hotfix] as const,
  );
  const fresh = `fresh-${unique()}`;
  await postToProject(page, handbook, "/repository/commits", {
    branch: ahead,
    start_branch: "main",
    commit_message: "Go ahead",
    actions,
  });
  await page.goto(projectPath(handbook, "branches"));
  await page.getByRole("button", { name: "New branch" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(fresh);
  await expect(page.getByRole("button", { name: "From: main" })).toBeVisible();
  await page.getByRole("button", { name: "Create branch" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("searchbox", { name: "Search branches" }).fill(ahead);
  await expect(page.getByText("1 branch found")).toBeVisible();
  const list = page.getByRole("list", { name: "Branches" });
  const row = list.getByRole("listitem").filter({ hasText: ahead });
  await expect(row.getByTitle("Commits behind and ahead of main")).toHaveText(/0.*1/);
  await page.getByRole("searchbox", { name: "Search branches" }).fill("^main$");
  const main = await list.getByRole("link", { name: "main", exact: true }).boundingBox();
  const copy = await list.getByRole("button", { name: "Copy the name main" }).boundingBox();
  expect((copy?.x ?? 0) - (main?.x ?? 0) - (main?.width ?? 0)).toBeLessThanOrEqual(8);
  // The text of the link is as wide as the link.
  expect(main?.width).toBeLessThan(40);
  // Whatever is searched: all branches are checked.
  await expect(page.getByRole("button", { name: "Delete merged" })).toBeEnabled();
  await page.getByRole("searchbox", { name: "Search branches" }).fill(merged);
  await expect(list.getByText("Merged", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Delete merged" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete merged branches" });
  await expect(dialog.getByRole("list", { name: "Branches to delete" }).getByText(merged)).toBeVisible();
  // The branch is new, so it is not merged, and the search does not restrict the branches that are checked.
  await expect(dialog.getByRole("list", { name: "Branches to delete" }).getByText(fresh)).toHaveCount(0);
  await expect(dialog.getByRole("list", { name: "Branches to delete" }).getByText(waiting)).toHaveCount(0);
  const kept = dialog.getByRole("list", { name: "Branches to keep" });
  await expect(kept.getByRole("checkbox", { name: waiting })).not.toBeChecked();
  // Made just now at an old commit.
  await expect(kept.getByRole("checkbox", { name: hotfix })).not.toBeChecked();
  await expect(dialog.getByRole("list", { name: "Branches to delete" }).getByText(hotfix)).toHaveCount(0);
  await expect(dialog.getByText(ahead)).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /^Delete \d+ branch/ }).click();
  await expect(page.getByRole("heading", { name: "No matching branches" })).toBeVisible();
  for (const name of [ahead, fresh]) {
    await page.getByRole("searchbox", { name: "Search branches" }).fill(name);
    await expect(list.getByRole("link", { name, exact: true })).toBeVisible();
  }
});

test("a branch is found by its name, in any script, and tags are listed", async ({ page }) => {
  await page.goto(`${projectPath("fjord/lantern", "branches")}?search=${encodeURIComponent("海図")}`);
  await expect(page.getByRole("link", { name: "experiment/海図", exact: true })).toBeVisible();
  await expectAccessible(page);
  await goTo(page, projectPath("fjord/lantern", "tags"));
  await expect(page.getByRole("link", { name: "v0.1.0", exact: true })).toBeVisible();
});
