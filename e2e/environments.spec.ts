import { forcedColourProblems } from "./fixtures/forced-colours.ts";
import { goTo } from "./fixtures/go-to.ts";
import { expect, expectAccessible, onceMore, projectPath, test } from "./fixtures/test.ts";

const project = "fjord/beacon";

test("environments show what runs in them, and two deployments are compared", async ({ page }) => {
  await page.goto(projectPath(project));
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("e");
  const list = page.getByRole("list", { name: "Environments" });
  const staging = list.getByRole("listitem").filter({ hasText: "staging" });
  await expect(staging.getByRole("link", { name: /^Passed deploy #\d+/ })).toBeVisible();
  await expect(staging.getByRole("link", { name: /^[0-9a-f]{8}\b/ })).toHaveAttribute(
    "href",
    /\/commits?\/[0-9a-f]{40}/,
  );
  await expect(staging.getByRole("time").first()).toBeAttached();
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
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await list.focus();
  await page.keyboard.press("Enter");

  const deployments = page.getByRole("list", { name: "Deployments" });
  await expect(deployments.getByRole("listitem").first()).toContainText("Current");
  await expect(page.getByRole("tab", { name: "staging · beacon" })).toBeVisible();
  await expect(page).toHaveTitle("staging · beacon · Helve");
  await expect(page.getByRole("navigation", { name: "Breadcrumbs" })).toContainText("staging");
  await expectAccessible(page);
  await page.getByRole("combobox", { name: "State" }).click();
  await page.getByRole("option", { name: "Failed" }).click();
  await expect(page.getByRole("heading", { name: "No matches" })).toBeVisible();
  await page.getByRole("combobox", { name: "State" }).click();
  await page.getByRole("option", { name: "All states" }).click();
  await page.getByRole("combobox", { name: "Order" }).click();
  await page.getByRole("option", { name: "Oldest first" }).click();
  await expect(deployments.getByRole("listitem").first()).not.toContainText("Current");
  await deployments.focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("Select one more deployment to compare")).toBeVisible();
  await deployments.getByRole("checkbox").nth(1).click();
  await expect(deployments.getByRole("checkbox", { checked: true })).toHaveCount(2);
  expect(await forcedColourProblems(page)).toEqual([]);
  // The next row would cover an outline that reaches into it.
  await page.emulateMedia({ forcedColors: "active" });
  const outline = await deployments
    .locator("[data-selected=true]")
    .first()
    .evaluate((row) => [getComputedStyle(row).outlineStyle, getComputedStyle(row).outlineOffset]);
  expect(outline).toEqual(["solid", "-2px"]);
  await page.emulateMedia({ forcedColors: null });
  await page.getByRole("link", { name: /^Compare [0-9a-f]{8} with [0-9a-f]{8}$/ }).click();
  await expect(page.getByRole("heading", { name: "Compare" })).toBeVisible();
  await expect(page.getByText("lamp.txt").first()).toBeVisible();
});

test("an environment is created, edited, stopped and deleted by keyboard", async ({ page }) => {
  const name = `review/e2e-${Math.floor(Math.random() * 100_000)}`;
  const { keyboard } = page;
  /** Runs a command of the palette. */
  const run = async (command: string) => {
    await keyboard.press("ControlOrMeta+k");
    await keyboard.type(`>${command}`);
    await expect(page.getByRole("option", { name: command })).toBeVisible();
    await keyboard.press("Enter");
  };
  await page.goto(projectPath(project, "environments"));
  await expect(page.getByRole("button", { name: "New environment" })).toBeVisible();
  await run("New environment…");
  const dialog = page.getByRole("dialog", { name: "New environment" });
  await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
  await keyboard.type("production");
  await keyboard.press("Tab");
  await keyboard.type("javascript:alert(1)");
  await expect(dialog.getByRole("button", { name: "Create environment" })).toBeDisabled();
  await keyboard.press("ControlOrMeta+a");
  await keyboard.type("https://e2e.beacon.example");
  await keyboard.press("Enter");
  await expect(dialog.getByText("has already been taken")).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("button", { name: "New environment" })).toBeVisible();
  await run("New environment…");
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("production");
  await expect(dialog.getByRole("textbox", { name: "External URL" })).toHaveValue(
    "https://e2e.beacon.example",
  );
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await keyboard.press("Enter");
  const row = page
    .getByRole("list", { name: "Environments" })
    .getByRole("listitem")
    .filter({ hasText: name });
  await expect(row).toContainText("Nothing deployed yet");

  await row.getByRole("button", { name: `Actions for ${name}` }).press("Enter");
  await expect(page.getByRole("menuitem", { name: /^Delete/ })).toBeDisabled();
  await expect(page.getByRole("menuitem", { name: /^Edit/ })).toBeFocused();
  await keyboard.press("Enter");
  const edit = page.getByRole("dialog", { name: `Edit ${name}` });
  await edit.getByRole("textbox", { name: "External URL" }).fill("https://e2e.beacon.example/lamp");
  await keyboard.press("Enter");
  await expect(row.getByRole("link", { name: /^e2e\.beacon\.example\/lamp/ })).toBeVisible();
  // A draft of it goes with it.
  await row.getByRole("button", { name: `Actions for ${name}` }).press("Enter");
  await page.getByRole("menuitem", { name: /^Edit/ }).press("Enter");
  await edit.getByRole("textbox", { name: "Name" }).fill(`${name}-2`);
  await keyboard.press("Escape");
  const draft = page.getByRole("link", { name: `Environment of ${project}` });
  await goTo(page, "/");
  await expect(draft).toBeVisible();
  await goTo(page, projectPath(project, "environments"));

  await row.getByRole("link", { name, exact: true }).press("Enter");
  await expect(page.getByRole("heading", { name: "No deployments yet" })).toBeVisible();
  await run("Stop environment…");
  const question = page.getByRole("alertdialog", { name: `Stop ${name}?` });
  await question.getByRole("button", { name: "Stop environment" }).press("Enter");
  await expect(page.getByText("Stopped", { exact: true })).toBeVisible();
  await run("Delete environment…");
  await page.getByRole("button", { name: "Delete environment" }).press("Enter");
  await expect(page.getByRole("list", { name: "Environments" })).toBeVisible();
  await expect(row).toHaveCount(0);
  await goTo(page, "/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(draft).toHaveCount(0);
});

test("an Undo of a discarded form keeps what was typed since", async ({ page }) => {
  await page.goto(projectPath(project, "environments"));
  const dialog = page.getByRole("dialog", { name: "New environment" });
  const name = dialog.getByRole("textbox", { name: "Name" });
  const url = dialog.getByRole("textbox", { name: "External URL" });
  const open = () => page.getByRole("button", { name: "New environment" }).click();
  await open();
  await name.fill("discarded");
  await dialog.getByRole("button", { name: "Discard" }).click();
  await open();
  await expect(name).toHaveValue("");
  await url.fill("https://since.example");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Undo" }).click();
  await open();
  await expect(name).toHaveValue("discarded");
  await expect(url).toHaveValue("https://since.example");
  await dialog.getByRole("button", { name: "Discard" }).click();
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
  const started = page.getByText(/^deploy runs as job #\d+$/);
  const job = /#\d+$/.exec(await started.innerText())?.[0] ?? "";
  // The new deployment appears, and becomes the current one once its job has passed.
  const deployments = page.getByRole("list", { name: "Deployments" }).getByRole("listitem");
  await expect(deployments.first()).toContainText(`deploy ${job}`, { timeout: 40_000 });
  await expect(deployments.first()).toContainText("Current", { timeout: 40_000 });
  await expect(deployments.getByText("Current", { exact: true })).toHaveCount(1);
  await deployments
    .first()
    .getByRole("link", { name: /^Changes of deployment/ })
    .click();
  await expect(page.getByRole("heading", { name: /^\d+ commits? removed$/ })).toBeVisible();
  await expect(page.getByText("lamp.txt").first()).toBeVisible();
});

test("a long name leaves the deployments their room, and none of them can be compared", async ({ page }) => {
  const name = "every-region-of-the-coast/".repeat(10).slice(0, 255);
  await page.route(
    (url) => url.pathname.startsWith("/-/") && url.pathname.endsWith("/environments/1"),
    async (route) => {
      const response = await route.fetch(onceMore);
      await route.fulfill({ response, json: { ...(await response.json()), name } });
    },
  );
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(projectPath(project, "environments/1"));
  const toggle = page.getByRole("heading", { level: 1 }).getByRole("button", { name, expanded: false });
  await expect.poll(async () => (await toggle.boundingBox())?.height).toBeLessThan(80);
  await expect(page.getByRole("heading", { name: "No deployments yet" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Deployments", exact: true })).toBeVisible();
  await expect(page.getByText(/to compare$/)).toHaveCount(0);
  await toggle.focus();
  await page.keyboard.press("Enter");
  const whole = page.getByRole("button", { name, expanded: true });
  await expect.poll(async () => (await whole.boundingBox())?.height).toBeGreaterThan(120);
});
