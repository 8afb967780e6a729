import { rmSync } from "node:fs";
import { copySample, expect, expectAccessible, test } from "./fixtures/test.ts";
import { undoDiscard } from "./fixtures/undo-discard.ts";

test("a group is created with a subgroup, edited, filled by transfer and deleted with progress", async ({
  openApp,
}) => {
  // An app of its own: the project that is transferred ends with the group.
  const folder = copySample();
  const app = await openApp(folder);
  const { page, origin } = app;
  try {
    await page.goto(`${origin}/a/local/groups`);
    const list = page.getByRole("list", { name: "Groups" });
    await expect(list.getByRole("link", { name: "Fjord / Platform" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("searchbox", { name: "Search groups" }).fill("ATLAS data");
    await expect(list.getByRole("listitem")).toHaveCount(1);
    await page.getByRole("searchbox", { name: "Search groups" }).fill("");

    await page.getByRole("button", { name: "New group" }).click();
    const create = page.getByRole("dialog", { name: "New group" });
    await create.getByRole("textbox", { name: "Name" }).fill("Søren & Team");
    await expect(create.getByText("can contain only letters, digits, emojis")).toBeVisible();
    await create.getByRole("textbox", { name: "Name" }).fill("Fjord");
    await expect(create.getByText("Another group has this path.")).toBeVisible();
    await expect(create.getByRole("button", { name: "Create group" })).toBeDisabled();
    await create.getByRole("textbox", { name: "Name" }).fill("Søren Team");
    await expect(create.getByRole("textbox", { name: "Path" })).toHaveValue("soren-team");
    await expectAccessible(page);
    // What was typed is still there after the dialog was closed and the page read anew.
    await create.getByRole("button", { name: "Cancel" }).click();
    await page.goto(`${origin}/a/local/groups?create=1`);
    await expect(create.getByRole("textbox", { name: "Name" })).toHaveValue("Søren Team");
    await create.getByRole("button", { name: "Discard" }).click();
    await undoDiscard(page, "group draft");
    await page.getByRole("button", { name: "New group" }).click();
    await expect(create.getByRole("textbox", { name: "Name" })).toHaveValue("Søren Team");
    await create.getByRole("button", { name: "Create group" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Søren Team" })).toBeVisible();

    await page.getByRole("button", { name: "New subgroup" }).click();
    const nested = page.getByRole("dialog", { name: "New subgroup in Søren Team" });
    await nested.getByRole("textbox", { name: "Name" }).fill("Crew");
    await nested.getByRole("button", { name: "Create group" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Søren Team / Crew" })).toBeVisible();
    await expect(page).toHaveURL(/groups\/soren-team%2Fcrew$/);

    await page.getByRole("button", { name: "Actions for Crew" }).click();
    await page.getByRole("menuitem", { name: "Transfer a project here…" }).click();
    const transfer = page.getByRole("dialog", { name: "Transfer a project to Crew" });
    await transfer.getByRole("button", { name: "Choose a project…" }).click();
    await page.getByRole("combobox", { name: "Projects" }).fill("blank");
    await page.getByRole("option", { name: /Blank/ }).click();
    await expect(transfer.getByText("soren-team/crew/blank")).toBeVisible();
    await expectAccessible(page);
    await transfer.getByRole("button", { name: "Transfer project" }).click();
    const projects = page.getByRole("list", { name: "Projects" });
    await expect(projects.getByRole("link", { name: /Blank/ })).toBeVisible();

    // The address that it had still leads to it.
    await page.goto(`${origin}/a/local/p/atlas%2Fblank`);
    await expect(page.getByRole("heading", { level: 1, name: "Blank" })).toBeVisible();

    await page.goto(`${origin}/a/local/groups/soren-team%2Fcrew`);
    const tree = page.getByRole("tree", { name: "Group tree" });
    await tree.getByRole("treeitem", { name: "Søren Team" }).click();
    await page.getByRole("button", { name: "Actions for Søren Team" }).click();
    await page.getByRole("menuitem", { name: "Edit group…" }).click();
    const edit = page.getByRole("dialog", { name: "Edit Søren Team" });
    await edit.getByRole("textbox", { name: "Path" }).fill("soren");
    await edit.getByRole("textbox", { name: "Description" }).fill("What Søren builds");
    await edit.getByRole("button", { name: "Save" }).click();
    await expect(page).toHaveURL(/groups\/soren$/);
    await expect(page.getByText("What Søren builds").first()).toBeVisible();
    await expect(projects.getByRole("link", { name: /soren\/crew/ })).toBeVisible();
    const tabs = page.getByRole("navigation", { name: "Group" });
    await tabs.getByRole("link", { name: "Subgroups" }).click();
    // The tabs' line is the only one above it.
    await expect(page.getByRole("list", { name: "Subgroups" })).toHaveCSS("border-top-width", "0px");
    await expect(page.getByRole("list", { name: "Subgroups" }).getByRole("link")).toHaveText(
      /Søren Team \/ Crew/,
    );
    await tabs.getByRole("link", { name: "Details" }).click();
    await expect(page.getByRole("region", { name: "Storage" })).toContainText("Repositories");
    await expectAccessible(page);

    await page.getByRole("button", { name: "Actions for Søren Team" }).click();
    await page.getByRole("menuitem", { name: "Delete group…" }).click();
    const question = page.getByRole("alertdialog", { name: "Delete Søren Team?" });
    await expect(question).toContainText("1 project");
    await expect(question).toContainText("1 subgroup");
    await expect(question.getByRole("button", { name: "Delete group" })).toBeDisabled();
    await question.getByRole("textbox").fill("soren");
    await question.getByRole("button", { name: "Delete group" }).click();
    await expect(page.getByText("Deleted soren").first()).toBeVisible();
    await expect(list.getByRole("link", { name: "Fjord / Platform" })).toBeVisible();
    await expect(list.getByRole("link", { name: /Søren/ })).toHaveCount(0);
  } finally {
    await app.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a group is found, created and deleted with the keyboard alone", async ({ page }) => {
  await page.goto("/a/local/groups");
  await expect(page.getByRole("list", { name: "Groups" })).toBeVisible();
  const tree = page.getByRole("tree", { name: "Group tree" });
  await tree.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Fjord" })).toBeVisible();
  await page.keyboard.press("c");
  const create = page.getByRole("dialog", { name: "New subgroup in Fjord" });
  await expect(create.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("Keys only");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Fjord / Keys only" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Shift+p");
  await page.keyboard.type("delete group");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alertdialog", { name: "Delete Fjord / Keys only?" })).toBeVisible();
  // Cancel has the focus, so that nothing is lost by accident.
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("fjord/keys-only");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Deleted fjord/keys-only").first()).toBeVisible();
});

test("a project's details list every field of the service", async ({ page }) => {
  await page.goto("/a/local/p/fjord%2Fhandbook");
  await page.getByRole("button", { name: "Details" }).click();
  const about = page.getByRole("complementary", { name: "About this project" });
  await expect(about.getByRole("region", { name: "Merging" })).toContainText("Merge commit");
  await expect(about.getByRole("region", { name: "Storage" })).toContainText("Commits");
  await expect(about.getByRole("region", { name: "Shared with groups" })).toContainText("Atlas Data");
  await expect(about.getByRole("region", { name: "Custom attributes" })).toContainText("audience");
  const runners = about.getByRole("region", { name: "Runners" });
  await expect(runners.getByRole("code")).toHaveText("••••••••••••");
  await runners.getByRole("button", { name: "Show the registration token" }).click();
  await expect(runners.getByRole("code")).not.toHaveText("••••••••••••");
  await expectAccessible(page);
});
