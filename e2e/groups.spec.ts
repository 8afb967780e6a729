import { expect, test } from "./fixtures/test.ts";

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

test("the subgroups of a group begin with the line of its tabs", async ({ page }) => {
  await page.goto("/a/local/groups/fjord");
  await page.getByRole("navigation", { name: "Group" }).getByRole("link", { name: "Subgroups" }).click();
  const bar = page.getByRole("search", { name: "Subgroups" });
  await expect(bar).toHaveCSS("border-top-width", "0px");
  const tabs = await page.getByRole("navigation", { name: "Group", exact: true }).boundingBox();
  const { y } = (await bar.boundingBox()) ?? { y: 0 };
  expect(y).toBeCloseTo((tabs?.y ?? 0) + (tabs?.height ?? 0), 0);
});
