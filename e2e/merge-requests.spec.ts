import { addAccount } from "./fixtures/add-account.ts";
import { callProject } from "./fixtures/call-project.ts";
import { expectApart } from "./fixtures/expect-apart.ts";
import { forcedColourProblems } from "./fixtures/forced-colours.ts";
import { startOtherService } from "./fixtures/other-service.ts";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";
import { undoDiscard } from "./fixtures/undo-discard.ts";

const lantern = "fjord/lantern";
const toolbox = "fjord/platform/toolbox";

/** Opens a tab of a merge request of the sample, by its title. */
async function open(page: import("@playwright/test").Page, project: string, title: string, tab?: string) {
  await page.goto(`${projectPath(project, "merge_requests")}?q=${encodeURIComponent(`state:all ${title}`)}`);
  await page.getByRole("list", { name: "Merge requests" }).getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 1 }).first()).toContainText(title);
  if (tab)
    await page.getByRole("navigation", { name: "Merge request" }).getByRole("link", { name: tab }).click();
}

test("merge requests are listed and filtered by chips, by a query, and by saved searches", async ({
  page,
}) => {
  await page.goto(projectPath(lantern, "merge_requests"));
  const list = page.getByRole("list", { name: "Merge requests" });
  await expect(list.getByRole("link", { name: "Plan who lies at which berth" })).toBeVisible();
  await expect(list.getByText("needs review").first()).toBeVisible();
  const swatch = list.getByTitle("needs review").first().locator("[style]");
  await expect(swatch).toHaveAttribute("style", /background/);
  await expectAccessible(page);
  // The numbers of the states add up to that of all.
  const states = page.getByRole("group", { name: "State" }).getByRole("button");
  await expect(states.filter({ hasText: /^All\d/ })).toBeVisible();
  await expect
    .poll(async () => {
      const counts = (await states.allTextContents()).map((text) => Number(/\d+$/.exec(text)?.[0]));
      return counts.slice(0, -1).reduce((sum, count) => sum + count, 0) - (counts.at(-1) ?? 0);
    })
    .toBe(0);
  await page.getByRole("button", { name: /^Merged/ }).click();
  await expect(page).toHaveURL(/q=state%3Amerged/);
  await expect(list.getByRole("img", { name: "Merged" }).first()).toBeVisible();
  await page.getByRole("button", { name: "Author" }).click();
  await page.getByRole("combobox", { name: "Author" }).fill("Mateo");
  await page.getByRole("option", { name: /Mateo Fuentes/ }).click();
  await expect(page.getByText("author: @mateo")).toBeVisible();
  const query = page
    .getByRole("searchbox", { name: "Query" })
    .or(page.getByRole("combobox", { name: "Query" }));
  await query.fill("label:bug author:@mat");
  await expect(page.locator('datalist option[value="label:bug author:@mateo "]')).toHaveText("Mateo Fuentes");
  await query.fill("reviewer:@lei");
  await expect(page.locator('datalist option[value="reviewer:@leila "]')).toHaveText("Leila Haddad");
  await page.getByRole("button", { name: "Reviewer" }).click();
  await page.getByRole("combobox", { name: "Reviewer" }).fill("Any");
  await page.getByRole("option", { name: "Any" }).click();
  await expect(page).toHaveURL(/reviewer%3AAny/);
  await query.fill("label:bug draft:no wall");
  await query.press("Enter");
  await expect(list.getByRole("link", { name: "Make the wall as wide as it is" })).toBeVisible();
  await page.getByRole("button", { name: "Saved" }).click();
  await page.getByRole("menuitem", { name: "Save this search" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Walls");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByRole("button", { name: "Saved" }).click();
  await page.getByRole("menuitem", { name: "Walls" }).click();
  await expect(query).toHaveValue("label:bug draft:no wall");
  await query.fill("lable:bug wall");
  await query.press("Enter");
  await expect(page.getByText("lable: is not a filter, so it is searched as text.")).toBeVisible();
  await query.fill("nothing has this title");
  await query.press("Enter");
  await expect(page.getByRole("heading", { name: "No matching merge requests" })).toBeVisible();
});

test("merge requests of the whole account and of a group are listed", async ({ page }) => {
  await page.goto("/a/local/merge_requests");
  await expect(
    page
      .getByRole("list", { name: "Merge requests" })
      .getByText(/fjord\/lantern!/)
      .first(),
  ).toBeVisible();
  await page.goto(`/a/local/groups/${encodeURIComponent("fjord/platform")}/merge_requests`);
  await expect(page.getByRole("list", { name: "Merge requests" }).getByText(/toolbox!1/)).toBeVisible();
  await expectAccessible(page);
});

test("merge requests of all accounts are listed together", async ({ page, app }) => {
  const service = await startOtherService(true);
  try {
    await addAccount(page, app.origin, service, "Far harbour");
    await page.goto("/merge_requests");
    const far = page.getByRole("list", { name: "Merge requests of Far harbour" });
    const near = page.getByRole("list", { name: "Merge requests of Local" });
    await expect(far.getByRole("listitem").first()).toBeVisible();
    await expect(near.getByRole("listitem").first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("searchbox", { name: "Query" }).fill("Spanish");
    await page.getByRole("searchbox", { name: "Query" }).press("Enter");
    await expect(far.getByRole("listitem")).toHaveCount(1);
    await expect(page).toHaveURL(/q=Spanish/);
    await page.getByRole("radio", { name: "Merged" }).click();
    await expect(page.getByText("No matching merge requests").first()).toBeVisible();
    await page.getByRole("radio", { name: "Open" }).click();
    await far.getByRole("link", { name: /Spanish/ }).click();
    await expect(page.getByRole("heading", { level: 1 }).first()).toContainText("Spanish");
  } finally {
    await service.stop();
  }
});

test("two versions are compared across a rebase, and changes of the target are marked", async ({ page }) => {
  await open(page, lantern, "Plan who lies at which berth", "Changes");
  await expect(page.getByText("of 2 viewed")).toBeVisible();
  await expectAccessible(page);
  const changes = page.getByRole("region", { name: "Changes", exact: true });
  await page.getByRole("combobox", { name: "To" }).click();
  await expect(page.getByRole("option", { name: /^Version 6/ })).toContainText(/ago · \d+ commits?$/);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "File history" }).click();
  const matrix = page.getByRole("dialog", { name: "File history" });
  await expect(matrix.getByRole("row", { name: /berths\.ts/ })).toBeVisible();
  await expectAccessible(page);
  await matrix.getByRole("button", { name: "Version 2" }).click();
  await matrix.getByRole("button", { name: "Show version 2 → version 6" }).click();
  await expect(page).toHaveURL(/from=\d+/);
  await expect(
    page.getByText("Rebased in between: changes from the target branch are greyed."),
  ).toBeVisible();
  await expect(changes.getByText("export const berth60 = plan(60, { guests: true });")).toBeVisible();
  // The README is the same in both versions, and is shown as such.
  await expect(page.getByText("1 file with the same change in both versions")).toBeVisible();
  // A file that is collapsed in one comparison does not collapse the first file of another one.
  await changes.getByRole("button", { expanded: true }).first().click();
  await expect(changes.getByRole("button", { expanded: false })).toHaveCount(1);
  await page.getByRole("combobox", { name: "From" }).click();
  await page.getByRole("option", { name: /^Target/ }).click();
  await expect(page.getByText("of 2 viewed")).toBeVisible();
  const top = changes.getByRole("article").first();
  await expect(top.getByRole("button", { expanded: true })).toBeVisible();
});

test("threads of earlier versions stay with their file when the changes are opened again", async ({
  page,
}) => {
  await open(page, lantern, "Plan who lies at which berth", "Changes");
  const berths = page.getByRole("article", { name: /berths\.ts/ });
  await expect(berths.getByText("Why not a Map here?")).toBeVisible();
  // Files are in the order of their arrival first, and in that of the tree from then on.
  await page.getByRole("link", { name: "Branches", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Branches" })).toBeVisible();
  await page.goBack();
  await expect(page.getByText("of 2 viewed")).toBeVisible();
  await expect(berths.getByText("Why not a Map here?")).toBeVisible();
});

test("viewed files are marked, counted and stored", async ({ page }) => {
  await open(page, toolbox, "Move, mark and mend", "Changes");
  const mark = page.getByRole("checkbox", { name: "Viewed no-newline.txt" });
  await expect(mark).toBeEnabled();
  // The word is beside the box, not only spoken.
  const label = page.locator("label", { hasText: "Viewed no-newline.txt" });
  expect((await label.boundingBox())?.width).toBeGreaterThan(30);
  await mark.check();
  await expect(page.getByText(/^1 of \d+ viewed/)).toBeVisible();
  expect(await forcedColourProblems(page)).toEqual([]);
  await page.reload();
  await expect(mark).toBeChecked();
  await page.getByRole("button", { name: "Next unviewed" }).click();
  await mark.uncheck();
  await expect(page.getByText(/^0 of \d+ viewed/)).toBeVisible();
  await expect(page.getByText("100755 → 100644")).toBeVisible();
});

test("the change is searched, closed files too", async ({ page }) => {
  await open(page, toolbox, "Renew the catalog", "Changes");
  await expect(page.getByText("500 files")).toBeVisible();
  await page.getByRole("button", { name: "Search in the change" }).click();
  const box = page.getByRole("textbox", { name: "Search in the change" });
  await box.fill("entry_499_98 ");
  await expect(page.getByText("2 lines")).toBeVisible();
  await box.press("Enter");
  await expect(page.getByText("entries-499.ts").first()).toBeVisible();
  await page.getByRole("button", { name: "Regular expression" }).click();
  await box.fill("renewed (2|4)\\b");
  await expect(page.getByText("1,000 lines")).toBeVisible();
  await page
    .getByRole("textbox", { name: "Filter files" })
    .or(page.getByRole("searchbox", { name: "Filter files" }))
    .fill("entries-77.");
  await page.getByRole("option", { name: /entries-77\.ts/ }).click();
  await expect(page.getByRole("article", { name: "catalog/17/entries-77.ts" })).toBeVisible();
});

test("comments on lines are collected in a review, survive a reload and are sent together", async ({
  page,
}) => {
  const words = `Gathered ${Math.random().toString(36).slice(2, 8)}`;
  await open(page, lantern, "Say it in Spanish", "Changes");
  const changes = page.getByRole("region", { name: "Changes", exact: true });
  const pick = changes.getByRole("button", { name: "Comment on line 2" }).first();
  await pick.hover();
  // It covers the line's sign, which the colour repeats, and no code.
  const code = await pick.locator("xpath=../following-sibling::*[1]").boundingBox();
  const button = await pick.boundingBox();
  expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(code?.x ?? 0);
  await pick.click();
  const box = page.getByRole("textbox", { name: "Comment on line 2" });
  await box.fill(words);
  // What is typed while the lines are read is part of the comment, and does not press the button again.
  const suggest = page.getByRole("button", { name: "Suggest a change" });
  expect(await suggest.evaluate(pressAndGetFocus)).toBe("TEXTAREA");
  await expect(box).toHaveValue(/```suggestion:-0\+0\n {2}berth: "amarre",\n```/);
  // The suggested lines are selected and written over; the box is drawn as code.
  await expect(box).toBeFocused();
  await expect(box).toHaveCSS("font-family", /mono/i);
  await page.keyboard.type('  berth: "atraque",');
  await page.getByRole("button", { name: "Start review" }).click();
  await page.reload();
  await page.getByRole("button", { name: "Review (1)" }).click();
  const panel = page.getByRole("dialog", { name: "Your review" });
  await expect(panel.getByText(words)).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole("textbox", { name: "Summary (Markdown supported)" }).fill(`On the whole: ${words}`);
  await panel.getByRole("button", { name: "Submit review" }).click();
  await expect(changes.getByRole("article", { name: /^Comment by/ }).getByText(words)).toBeVisible();
  const suggestion = changes.getByRole("region", { name: "Suggested change" }).last();
  await expect(suggestion.getByText('berth: "amarre",')).toBeVisible();
  await expect(suggestion.getByText('berth: "atraque",')).toBeVisible();
  await expect(suggestion.getByRole("button", { name: "Apply suggestion" })).toBeEnabled();
  await changes.getByRole("button", { name: "Reply" }).click();
  await page.getByRole("textbox", { name: "Reply" }).fill("Agreed.");
  await page.getByRole("textbox", { name: "Reply" }).press("ControlOrMeta+Enter");
  await expect(changes.getByText("Agreed.").last()).toBeVisible();
  // A reply waits for the review, too.
  await changes.getByRole("button", { name: "Reply" }).last().click();
  await page.getByRole("textbox", { name: "Reply" }).fill("One more thing.");
  await page.getByRole("button", { name: "Start review" }).click();
  await expect(changes.getByText("Pending", { exact: true })).toBeVisible();
  await changes.getByRole("button", { name: "Discard" }).click();
  await undoDiscard(page, "reply");
  await expect(changes.getByText("Pending", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Review (1)" }).click();
  await expect(panel.getByRole("button", { name: /^Reply in .*:2$/ })).toBeVisible();
  await panel.getByRole("button", { name: "Submit review" }).click();
  await expect(changes.getByText("Pending", { exact: true })).toHaveCount(0);
  await expect(changes.getByText("One more thing.")).toBeVisible();
  await changes.getByRole("button", { name: "Resolve" }).click();
  await expect(changes.getByText("Resolved").last()).toBeVisible();
  await page
    .getByRole("navigation", { name: "Merge request" })
    .getByRole("link", { name: "Overview" })
    .click();
  await expect(page.getByText(`On the whole: ${words}`)).toBeVisible();
  // A thread shows its code; nothing in the discussion is wider than its column.
  const overview = page.getByRole("region", { name: "Overview" });
  await overview
    .getByRole("button", { name: /Resolved/ })
    .last()
    .click();
  await expect(overview.getByRole("region", { name: /^Code of / }).last()).toContainText("amarre");
  await page.getByRole("textbox", { name: "Comment" }).fill(`\`\`\`\n${"wide".repeat(100)}\n\`\`\``);
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(overview.getByRole("article").getByText(/^(wide){100}/)).toBeVisible();
  const sizes = await overview.evaluate((element) => [element.scrollWidth, element.clientWidth]);
  expect(sizes[0]).toBe(sizes[1]);
  await expectAccessible(page);
});

/** Runs in the page. Presses a button and returns the tag of what has the focus right afterwards. */
function pressAndGetFocus(button: HTMLElement): string | undefined {
  button.focus();
  button.click();
  return document.activeElement?.tagName;
}

test("a merge request is created, edited, estimated, approved and merged", async ({ page }) => {
  const branch = `feature/created-${Math.random().toString(36).slice(2, 8)}`;
  await page.goto("/");
  await page.evaluate(
    async ([url, body]) => {
      const headers = { "content-type": "application/json" };
      const response = await fetch(url, { method: "POST", headers, body });
      if (!response.ok) throw new Error(await response.text());
    },
    [
      `/-/accounts/local/operations/projects/${encodeURIComponent("fjord/handbook")}/repository/commits`,
      JSON.stringify({
        branch,
        start_branch: "main",
        commit_message: `Say more (${branch})`,
        actions: [{ action: "create", file_path: `${branch}.md`, content: "# More\n" }],
      }),
    ] as const,
  );
  await page.goto(projectPath("fjord/handbook", "merge_requests"));
  await page.getByRole("button", { name: "New merge request" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New merge request" });
  await dialog.getByRole("button", { name: /^Source branch/ }).click();
  await page.getByRole("combobox", { name: "Source branch" }).fill(branch);
  await page.getByRole("option", { name: branch }).click();
  await expect(dialog.getByRole("textbox", { name: "Title" })).toHaveValue(`Say more (${branch})`);
  for (const label of ["Source branch", "Target branch"])
    await expect(dialog.getByText(label, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("radio", { name: "1 changed file" }).click();
  await expect(
    dialog.getByRole("region", { name: `Changes from main to ${branch}` }).getByText("# More"),
  ).toBeVisible();
  const label = `from the form ${Math.random().toString(36).slice(2, 8)}`;
  await dialog.getByRole("button", { name: "Edit labels" }).click();
  await page.getByRole("combobox", { name: "Labels of the merge request" }).fill(label);
  await page.getByRole("option", { name: `Create "${label}"` }).click();
  await page.keyboard.press("Escape");
  await expect(dialog.getByText(label)).toBeVisible();
  await dialog.getByRole("button", { name: "Edit assignees" }).click();
  await page.getByRole("combobox", { name: "People to assign" }).fill("Tomasz");
  await expect(page.getByRole("option", { name: /Tomasz/ })).toHaveCount(1);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(dialog.getByText(/Tomasz/)).toBeVisible();
  await dialog
    .getByRole("textbox", { name: "Description (Markdown supported)" })
    .fill("Because **more** is more.");
  const discard = dialog.getByRole("button", { name: "Discard" });
  await expectApart(discard, dialog.getByRole("button", { name: "Create merge request" }));
  await discard.click();
  await undoDiscard(page, "merge request draft");
  await page.getByRole("button", { name: "New merge request" }).first().click();
  await expect(dialog.getByRole("textbox", { name: "Description (Markdown supported)" })).toHaveValue(
    "Because **more** is more.",
  );
  await dialog.getByRole("button", { name: "Create merge request" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Say more (${branch})` })).toBeVisible();
  const details = page.getByRole("complementary", { name: "Details" });
  await expect(details.getByRole("region", { name: "Labels" }).getByText(label)).toBeVisible();
  await expect(details.getByRole("region", { name: "Assignees" }).getByText(/Tomasz/)).toBeVisible();
  await page.getByRole("button", { name: "Estimate" }).click();
  const estimate = page.getByRole("textbox", { name: "Estimate" });
  await estimate.fill("1x");
  await expect(page.getByText("Use a format like 1mo 2w 3d 4h 5m 6s")).toBeVisible();
  await estimate.fill("1d 2h");
  await estimate.press("Enter");
  await expect(page.getByText("Nothing spent of 1d 2h")).toBeVisible();
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText(/^Approved by/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(page.getByRole("region", { name: "State" }).getByText(/Merged by/)).toBeVisible();
});

test("a conflict is shown before the merge", async ({ page }) => {
  await open(page, lantern, "Make the wall as wide as it is");
  await expect(page.getByText(/This merge request conflicts with main/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Merge", exact: true })).toBeDisabled();
});

test("conflicts with the target are resolved, and the merge is committed to the source branch", async ({
  page,
}) => {
  const handbook = "fjord/handbook";
  const name = Math.random().toString(36).slice(2, 8);
  const path = `conflicts/${name}.md`;
  const commit = (branch: string, action: string, content: string, more: object = {}) =>
    callProject(page, handbook, "POST", "/repository/commits", {
      branch,
      commit_message: `Write ${content.length} characters`,
      actions: [{ action, file_path: path, content }],
      ...more,
    });
  await commit("main", "create", "one\ntwo\nthree\n");
  await commit(`conflict-${name}`, "update", "one\nours\nthree\n", { start_branch: "main" });
  await commit("main", "update", "one\ntheirs\nthree\n");
  const made = await callProject(page, handbook, "POST", "/merge_requests", {
    source_branch: `conflict-${name}`,
    target_branch: "main",
    title: `Conflict ${name}`,
  });
  await page.goto(projectPath(handbook, `merge_requests/${made.iid}`));
  await expect(page.getByRole("button", { name: "Merge", exact: true })).toBeDisabled();
  await page.getByRole("button", { name: "Resolve conflicts" }).click();
  const dialog = page.getByRole("dialog", { name: `Merge main into conflict-${name}` });
  const file = dialog.getByRole("region", { name: `Conflict in ${path}` });
  await expect(file.getByText("theirs", { exact: true })).toBeVisible();
  await expectAccessible(page);
  const send = dialog.getByRole("button", { name: `Commit to conflict-${name}` });
  await expect(send).toBeDisabled();
  await file.getByRole("radio", { name: "Both" }).click();
  // Choices and what was edited by hand are kept, whatever closes them.
  await file.getByRole("button", { name: "Edit result" }).click();
  const result = file.getByRole("textbox", { name: `Result for ${path}` });
  await expect(result).toHaveValue("one\nours\ntheirs\nthree\n");
  await result.fill("one\nours\ntheirs\nby hand\nthree\n");
  await file.getByRole("button", { name: "Back to choices" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Resolve conflicts" }).click();
  await expect(file.getByRole("radio", { name: "Both" })).toBeChecked();
  await file.getByRole("button", { name: "Edit result" }).click();
  await expect(result).toHaveCSS("font-family", /mono/i);
  await file.getByRole("button", { name: "Use result" }).click();
  await file.getByRole("button", { name: "Change" }).click();
  await expect(result).toHaveValue(/by hand/);
  await file.getByRole("button", { name: "Discard" }).click();
  await expect(file.getByRole("radio", { name: "Both" })).toBeChecked();
  await file.getByRole("button", { name: "Use result" }).click();
  await expect(dialog.getByText("1 of 1 file resolved")).toBeVisible();
  // The choice is stored until the merge is committed.
  await page.reload();
  await page.getByRole("button", { name: "Resolve conflicts" }).click();
  await expect(dialog.getByText("1 of 1 file resolved")).toBeVisible();
  await send.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Merge", exact: true })).toBeEnabled();
  const merged = await page.evaluate(
    async (url) => (await fetch(url)).text(),
    `/-/accounts/local/operations/projects/${encodeURIComponent(handbook)}/repository/files/${encodeURIComponent(path)}/raw?ref=conflict-${name}`,
  );
  expect(merged).toBe("one\nours\ntheirs\nthree\n");
});
