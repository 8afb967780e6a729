import type { Page } from "@playwright/test";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

const lantern = "fjord/lantern";
const unique = () => Math.random().toString(36).slice(2, 8);

/** Opens a merge request of the sample by its title. */
async function open(page: Page, title: string): Promise<void> {
  await page.goto(`${projectPath(lantern, "merge_requests")}?q=${encodeURIComponent(`state:all ${title}`)}`);
  await page.getByRole("list", { name: "Merge requests" }).getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 1 }).first()).toContainText(title);
}

test("labels, people, milestone, target and draft state are changed in the side column", async ({ page }) => {
  await open(page, "Show shifts in the order of arrival");
  const details = page.getByRole("complementary", { name: "Details" });
  const section = (name: string) => details.getByRole("region", { name });
  const label = `urgent ${unique()}`;
  await details.getByRole("button", { name: "Edit labels" }).click();
  const labels = page.getByRole("combobox", { name: "Labels of the merge request" });
  await expect(page.getByRole("option", { name: /^docs/ })).toBeVisible();
  await expectAccessible(page);
  await labels.fill(label);
  await page.getByRole("option", { name: `Create "${label}"` }).click();
  await page.keyboard.press("Escape");
  await expect(section("Labels").getByText(label)).toBeVisible();
  await expect(details.getByRole("button", { name: "Edit labels" })).toBeFocused();

  await details.getByRole("button", { name: "Edit assignees" }).click();
  const people = page.getByRole("combobox", { name: "People to assign" });
  await expect(page.getByRole("option").first()).toBeVisible();
  // Enter selects the typed person, however long the service searches.
  await page.route(/members.*query=/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await people.fill("Tomasz");
  const tomasz = page.getByRole("option", { name: /Tomasz/ });
  const had =
    (await section("Assignees")
      .getByText(/Tomasz/)
      .count()) > 0;
  await expect(tomasz).toHaveCount(1);
  await people.press("Enter");
  await people.press("Escape");
  await expect(section("Assignees").getByText(/Tomasz/)).toHaveCount(had ? 0 : 1);

  await details.getByRole("button", { name: "Edit reviewers" }).click();
  const reviewers = page.getByRole("combobox", { name: "People to review" });
  await reviewers.fill("Leila");
  await expect(page.getByRole("option", { name: /Leila/ })).toHaveCount(1);
  await reviewers.press("Enter");
  await reviewers.press("Escape");
  await expect(section("Reviewers").getByText("Leila Haddad")).toBeVisible();

  await details.getByRole("button", { name: "Edit milestone" }).click();
  await page.getByRole("option", { name: /^Summer fixes/ }).click();
  await expect(section("Milestone").getByText("Summer fixes")).toBeVisible();
  await details.getByRole("button", { name: "Edit milestone" }).click();
  await page.getByRole("option", { name: /^No milestone/ }).click();
  await expect(section("Milestone").getByText("None")).toBeVisible();

  const lock = details.getByRole("switch", { name: "Lock discussion" });
  await lock.click();
  await expect(section("Options").getByText("Only project members can comment")).toBeVisible();
  await section("Options").getByRole("switch", { name: "Squash commits" }).click();

  const draft = details.getByRole("switch", { name: "Draft" });
  await draft.click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Draft: Show shifts");
  await draft.click();
  await expect(page.getByRole("heading", { level: 1 })).not.toContainText("Draft:");
  await page.reload();
  await expect(section("Labels").getByText(label)).toBeVisible();
  await expect(section("Reviewers").getByText("Leila Haddad")).toBeVisible();
  await expect(lock).toBeChecked();
  await expect(section("Options").getByRole("switch", { name: "Squash commits" })).toBeChecked();
  await lock.click();
  await expectAccessible(page);
});

test("a refused change is reverted and reported, with Retry", async ({ page }) => {
  await open(page, "Show shifts in the order of arrival");
  const details = page.getByRole("complementary", { name: "Details" });
  const refusal = { code: "forbidden", message: "You may not change it.", status: 403 };
  await page.route(/merge_requests\/\d+$/, (route) =>
    route.request().method() === "PUT" ? route.fulfill({ status: 403, json: refusal }) : route.fallback(),
  );
  await details.getByRole("button", { name: "Edit target branch" }).click();
  await page.getByRole("option").filter({ hasNotText: "main" }).first().click();
  await expect(page.getByText("The target branch was not changed").first()).toBeVisible();
  await expect(details.getByRole("region", { name: "Target branch" }).getByText("main")).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
});

test("typed text survives a reload, and somebody else's change is not overwritten", async ({ page }) => {
  await open(page, "Show shifts in the order of arrival");
  await page.getByRole("button", { name: "Edit title and description" }).click();
  await expect(page.getByRole("textbox", { name: "Title" })).toBeFocused();
  const box = page.getByRole("textbox", { name: "Description", exact: true });
  const mine = `Mine ${unique()}`;
  await box.fill(mine);
  await page.waitForTimeout(400);
  await page.reload();
  await expect(box).toHaveValue(mine);
  const theirs = `Theirs ${unique()}`;
  const iid = /merge_requests\/(\d+)/.exec(page.url())?.[1] ?? "";
  await page.evaluate(
    async ([url, description]) => {
      await fetch(url, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ description }),
      });
    },
    [
      `/-/accounts/local/operations/projects/${encodeURIComponent(lantern)}/merge_requests/${iid}`,
      theirs,
    ] as const,
  );
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const alert = page.getByRole("alert").filter({ hasText: "Someone else changed it meanwhile" });
  await expect(alert.getByText(theirs)).toBeVisible();
  await expect(box).toHaveValue(mine);
  await expectAccessible(page);
  await alert.getByRole("button", { name: "Overwrite with mine" }).click();
  await expect(box).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Overview" }).getByText(mine).first()).toBeVisible();
});
