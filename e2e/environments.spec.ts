import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

const project = "fjord/beacon";

test("environments show what runs in them, and two deployments are compared", async ({ page }) => {
  await page.goto(projectPath(project));
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("e");
  const list = page.getByRole("list", { name: "Environments" });
  const staging = list.getByRole("listitem").filter({ hasText: "staging" });
  await expect(staging.getByRole("link", { name: /^Passed deploy #\d+/ })).toBeVisible();
  await expect(
    staging.getByRole("link", { name: "staging.beacon.example opens in the browser" }),
  ).toHaveAttribute("href", "https://staging.beacon.example/");
  await expectAccessible(page);
  await page.getByRole("radio", { name: "Stopped" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("radio", { name: "All" }).click();
  await page.getByRole("searchbox", { name: "Filter environments" }).fill("nothing like it");
  await expect(page.getByRole("heading", { name: "No matches" })).toBeVisible();
  await page.getByRole("searchbox", { name: "Filter environments" }).fill("stag");
  await list.getByRole("link", { name: "staging", exact: true }).click();

  const deployments = page.getByRole("list", { name: "Deployments" });
  await expect(deployments.getByRole("listitem").first()).toContainText("current");
  await expectAccessible(page);
  await page.getByRole("combobox", { name: "State" }).click();
  await page.getByRole("option", { name: "Failed" }).click();
  await expect(page.getByRole("heading", { name: "No matches" })).toBeVisible();
  await page.getByRole("combobox", { name: "State" }).click();
  await page.getByRole("option", { name: "All states" }).click();
  await page.getByRole("combobox", { name: "Order" }).click();
  await page.getByRole("option", { name: "Oldest first" }).click();
  await expect(deployments.getByRole("listitem").first()).not.toContainText("current");
  await deployments.getByRole("checkbox").nth(0).click();
  await expect(page.getByText("Select one more deployment to compare")).toBeVisible();
  await deployments.getByRole("checkbox").nth(1).click();
  await page.getByRole("link", { name: /^Compare [0-9a-f]{8} with [0-9a-f]{8}$/ }).click();
  await expect(page.getByRole("heading", { name: "Compare" })).toBeVisible();
  await expect(page.getByText("lamp.txt").first()).toBeVisible();
});

test("an environment is created, edited, stopped and deleted", async ({ page }) => {
  const name = `review/e2e-${Math.floor(Math.random() * 100_000)}`;
  await page.goto(projectPath(project, "environments"));
  await page.getByRole("button", { name: "New environment" }).click();
  const dialog = page.getByRole("dialog", { name: "New environment" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("production");
  await dialog.getByRole("textbox", { name: "External URL" }).fill("javascript:alert(1)");
  await expect(dialog.getByRole("button", { name: "Create environment" })).toBeDisabled();
  await dialog.getByRole("textbox", { name: "External URL" }).fill("https://e2e.beacon.example");
  await dialog.getByRole("button", { name: "Create environment" }).click();
  await expect(dialog.getByText("has already been taken")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await dialog.getByRole("button", { name: "Create environment" }).click();
  const row = page
    .getByRole("list", { name: "Environments" })
    .getByRole("listitem")
    .filter({ hasText: name });
  await expect(row).toContainText("Nothing deployed yet");

  await row.getByRole("button", { name: `Actions for ${name}` }).click();
  await expect(page.getByRole("menuitem", { name: /^Delete/ })).toBeDisabled();
  await page.getByRole("menuitem", { name: /^Edit/ }).click();
  const edit = page.getByRole("dialog", { name: `Edit ${name}` });
  await edit.getByRole("textbox", { name: "External URL" }).fill("https://e2e.beacon.example/lamp");
  await page.keyboard.press("Enter");
  await expect(row.getByRole("link", { name: /^e2e\.beacon\.example\/lamp/ })).toBeVisible();

  await row.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { name: "No deployments yet" })).toBeVisible();
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: /^Stop/ }).click();
  await expect(page.getByRole("alertdialog", { name: `Stop ${name}?` })).toBeVisible();
  await page.getByRole("button", { name: "Stop environment" }).click();
  await expect(page.getByText("Stopped", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: /^Delete/ }).click();
  await page.getByRole("button", { name: "Delete environment" }).click();
  await expect(page.getByRole("list", { name: "Environments" })).toBeVisible();
  await expect(row).toHaveCount(0);
});

test("an earlier deployment is rolled back to by its job", async ({ page }) => {
  await page.goto(projectPath(project, "environments"));
  await page.getByRole("link", { name: "production", exact: true }).click();
  await page
    .getByRole("button", { name: /^Roll back to/ })
    .first()
    .click();
  const question = page.getByRole("alertdialog", { name: "Roll production back?" });
  await expect(question).toContainText("Runs the job deploy");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Roll back" }).click();
  await expect(page.getByText(/^deploy runs as job #\d+$/)).toBeVisible();
});
