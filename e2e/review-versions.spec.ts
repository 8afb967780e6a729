import { openMergeRequest } from "./fixtures/open-merge-request.ts";
import { expect, expectAccessible, test } from "./fixtures/test.ts";

test("two versions are compared across a rebase, and changes of the target are marked", async ({ page }) => {
  await openMergeRequest(page, "Plan who lies at which berth", { tab: "Changes" });
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
  await openMergeRequest(page, "Plan who lies at which berth", { tab: "Changes" });
  const berths = page.getByRole("article", { name: /berths\.ts/ });
  await expect(berths.getByText("Why not a Map here?")).toBeVisible();
  // Files are in the order of their arrival first, and in that of the tree from then on.
  await page.getByRole("link", { name: "Branches", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Branches" })).toBeVisible();
  await page.goBack();
  await expect(page.getByText("of 2 viewed")).toBeVisible();
  await expect(berths.getByText("Why not a Map here?")).toBeVisible();
});
