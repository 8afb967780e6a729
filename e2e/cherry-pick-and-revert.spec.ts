import { expect, projectPath, test } from "./fixtures/test.ts";

test("what a cherry-pick would change is shown right below its hint", async ({ page }) => {
  await page.goto(projectPath("fjord/handbook", "commits/main"));
  await page.getByRole("button", { name: "Cherry-pick" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Already applied: nothing would change on main.")).toBeVisible();
  const hint = await dialog.getByText(/^Applies /).boundingBox();
  const result = await dialog.getByRole("status").boundingBox();
  expect((result?.y ?? 0) - (hint?.y ?? 0) - (hint?.height ?? 0)).toBeLessThanOrEqual(16);
});
