import type { Page } from "@playwright/test";
import { projectPath } from "../renderer/testing/page/project-path.ts";
import { beacon, startFailingPipeline } from "../renderer/testing/page/sample-jobs.ts";
import { sampleCallsOf } from "./fixtures/call-project.ts";
import { pushAddress } from "./fixtures/go-to.ts";
import { expect, test } from "./fixtures/test.ts";

test("a tab moves to a window of its own; the windows stay synchronised", { tag: "@browser" }, async ({
  page,
}) => {
  await page.goto(projectPath("fjord/lantern"));
  // The README has the same heading.
  await expect(page.getByRole("heading", { level: 1, name: "Lantern" }).first()).toBeVisible();
  // One tab stays, one moves, and one is dragged out at the end.
  for (const name of ["tags", "branches"]) {
    await page.keyboard.press("Alt+t");
    await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
    // Within the page: an address that it is loaded with takes the tab of what was only looked at.
    await pushAddress(page, projectPath("fjord/handbook", name));
  }
  const tabs = page.getByRole("tablist", { name: "Tabs" }).getByRole("tab");
  const moved = page.getByRole("tab", { selected: true });
  await expect(moved).toContainText("Branches");
  const before = await tabs.count();
  expect(before).toBeGreaterThan(2);
  await moved.click({ button: "right" });
  const opening = page.waitForEvent("popup");
  await page.getByRole("menuitem", { name: "Move tab to new window" }).click();
  const second = await opening;
  await expect(second.getByRole("heading", { level: 1, name: "Branches" })).toBeVisible();
  await expect(second.getByRole("tab")).toHaveCount(1);
  await expect(tabs).toHaveCount(before - 1);

  // Settings, pinned projects and drafts of one window are the other's.
  await second.goto("/settings/appearance");
  await second
    .getByRole("radio", { name: "Dark" })
    .or(second.getByRole("button", { name: "Dark" }))
    .click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await second
    .getByRole("radio", { name: "System" })
    .or(second.getByRole("button", { name: "System" }))
    .first()
    .click();
  await expect(page.locator("html")).not.toHaveAttribute("data-theme", "dark");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
  await second.goto(projectPath("fjord/handbook"));
  await second.getByRole("button", { name: "Pin this project" }).click();
  const pins = page.getByRole("region", { name: /Pinned projects/ });
  await expect(pins.first().getByRole("link", { name: "Handbook" })).toBeVisible();
  await second.getByRole("button", { name: "Unpin this project" }).click();
  await expect(pins).toHaveCount(0);
  await second.goto(`${projectPath("fjord/handbook", "edit")}?ref=main&path=README.md`);
  await second.getByRole("textbox", { name: "Content of README.md" }).focus();
  await second.keyboard.type("In the second window ");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
  const pending = page.getByRole("region", { name: "Pending changes" });
  await expect(pending.getByRole("link", { name: /fjord\/handbook/ }).first()).toBeVisible();

  // One file in two windows: each takes over what is typed in the other, and nothing is lost.
  const edited = `${projectPath("fjord/handbook", "edit")}?ref=main&path=README.md`;
  await pushAddress(page, edited);
  await expect(page.getByText("In the second window")).toBeVisible();
  await page.getByRole("textbox", { name: "Content of README.md" }).focus();
  await page.keyboard.type("and in the first ");
  await expect(second.getByText("and in the first")).toBeVisible();
  await second.getByRole("textbox", { name: "Content of README.md" }).focus();
  await second.keyboard.type("Again ");
  for (const text of ["Again", "and in the first", "In the second window"])
    await expect(page.getByText(text, { exact: false }).first()).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(second.getByText("No changes", { exact: true })).toBeVisible();

  // A job that one window starts is shown running in the other, which requested nothing while it was manual.
  const { id } = await startFailingPipeline(sampleCallsOf(page));
  const states = (one: Page) => one.getByRole("region", { name: "Stage graph" }).getByRole("link");
  for (const one of [second, page]) {
    await pushAddress(one, projectPath(beacon, `pipelines/${id}`));
    await expect(states(one)).toHaveAccessibleName(/^fails: Manual/);
  }
  await page.getByRole("button", { name: "Run fails" }).click();
  await expect(states(second)).toHaveAccessibleName(/^fails: Failed/, { timeout: 30_000 });
  await expect(second).toHaveTitle(/^✗ #\d+ · beacon/);

  // Each window restores its own tabs.
  await second.goto(projectPath("fjord/handbook", "tags"));
  await expect(second.getByRole("heading", { level: 1, name: "Tags" })).toBeVisible();
  const own = await second.getByRole("tab").count();
  await second.reload();
  await expect(second.getByRole("tab")).toHaveCount(own);
  await page.reload();
  await expect(tabs).toHaveCount(before - 1);

  // Dropped outside of the window, a tab opens one at that point.
  const dropping = page.waitForEvent("popup");
  const dataTransfer = await page.evaluateHandle(() => new DataTransfer());
  await tabs.last().dispatchEvent("dragend", { dataTransfer, screenX: 9_000, screenY: 9_000 });
  const third = await dropping;
  await expect(third.getByRole("tab")).toHaveCount(1);
  await expect(tabs).toHaveCount(before - 2);
  await third.close();
  await second.close();
});

test("eight windows of a browser load, and each follows the others", { tag: "@browser" }, async ({
  page,
  context,
}) => {
  // More than a browser's six connections to a server.
  const windows = [page];
  while (windows.length < 8) windows.push(await context.newPage());
  for (const one of windows) {
    await one.goto(projectPath("fjord/handbook"));
    await expect(one.getByRole("button", { name: "Pin this project" })).toBeVisible();
    await one.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
  }
  const last = await context.newPage();
  await page.close();
  await last.goto(projectPath("fjord/handbook"));
  await last.getByRole("button", { name: "Pin this project" }).click();
  for (const one of windows.slice(1)) {
    const pins = one.getByRole("region", { name: /Pinned projects/ });
    await expect(pins.first().getByRole("link", { name: "Handbook" })).toBeVisible();
    await expect(one.getByRole("contentinfo")).not.toContainText("offline");
  }
  await last.getByRole("button", { name: "Unpin this project" }).click();
  for (const one of windows.slice(1))
    await expect(one.getByRole("region", { name: /Pinned projects/ })).toHaveCount(0);
});
