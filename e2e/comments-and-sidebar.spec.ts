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

/** An empty comment box with the caret in it. */
async function emptyBox(page: Page) {
  const box = page.getByRole("textbox", { name: "Comment", exact: true });
  await box.fill("");
  return box;
}

test("people, merge requests and emoji are suggested at the caret", async ({ page }) => {
  await open(page, "Print voyages on one page");
  const box = await emptyBox(page);
  await box.pressSequentially("Thanks @mat");
  const people = page.getByRole("listbox", { name: "people" });
  await expect(people.getByRole("option", { name: "Mateo Fuentes @mateo" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await expect(box).toHaveAttribute("aria-activedescendant", /.+/);
  await expectAccessible(page);
  await box.press("Enter");
  await expect(box).toHaveValue("Thanks @mateo ");
  await expect(people).toBeHidden();

  await box.pressSequentially("see !weather");
  const requests = page.getByRole("listbox", { name: "merge requests" });
  await expect(requests.getByRole("option").nth(1)).toBeVisible();
  await box.press("ArrowDown");
  await box.press("ArrowUp");
  await expect(requests.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await box.press("Tab");
  await expect(box).toHaveValue(/^Thanks @mateo see !\d+ $/);

  await box.pressSequentially(":tada");
  await page.getByRole("listbox", { name: "emoji" }).getByRole("option", { name: ":tada:" }).click();
  await expect(box).toHaveValue(/🎉 $/);
  await expect(box).toBeFocused();
  // Closed, the list takes no key; within code nothing is suggested.
  await box.press("Enter");
  await box.pressSequentially("`@mat");
  await page.waitForTimeout(400);
  await expect(people).toBeHidden();
  await box.press("Enter");
  await expect(box).toHaveValue(/🎉 \n`@mat\n$/);
  await box.fill("");
});

test("in a dialog, Escape closes the suggestions and leaves the dialog", async ({ page }) => {
  await page.goto(projectPath(lantern, "merge_requests"));
  await page.getByRole("button", { name: "New merge request" }).click();
  const dialog = page.getByRole("dialog", { name: "New merge request" });
  const box = dialog.getByRole("textbox", { name: "Description (Markdown supported)" });
  await box.fill("");
  await box.pressSequentially("@leila");
  const people = dialog.getByRole("listbox", { name: "people" });
  await expect(people.getByRole("option", { name: /Leila/ })).toBeVisible();
  await expectAccessible(page);
  await box.press("Escape");
  await expect(people).toBeHidden();
  await expect(dialog).toBeVisible();
  await box.pressSequentially(" @leil");
  await people.getByRole("option", { name: /Leila/ }).click();
  await expect(box).toHaveValue("@leila @leila ");
  await box.fill("");
  await dialog.getByRole("button", { name: "Close" }).first().click();
});

test("keys and the toolbar format what is selected, and undo takes it back", async ({ page }) => {
  await open(page, "Print voyages on one page");
  const box = await emptyBox(page);
  await box.pressSequentially("word");
  await box.press("ControlOrMeta+a");
  await box.press("ControlOrMeta+b");
  await expect(box).toHaveValue("**word**");
  await box.press("ControlOrMeta+i");
  await expect(box).toHaveValue("**_word_**");
  await box.press("ControlOrMeta+z");
  await expect(box).toHaveValue("**word**");
  await box.press("ControlOrMeta+z");
  await expect(box).toHaveValue("word");
  await box.press("ControlOrMeta+a");
  await box.press("ControlOrMeta+e");
  await expect(box).toHaveValue("`word`");
  await box.press("ControlOrMeta+e");
  await box.press("ControlOrMeta+k");
  await expect(box).toHaveValue("[word](url)");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.type("https://harbor.example");
  await expect(box).toHaveValue("[word](https://harbor.example)");

  await box.fill("one\ntwo");
  await box.press("ControlOrMeta+a");
  const tools = page.getByRole("toolbar", { name: "Comment: format" });
  await tools.getByRole("button", { name: "Quote" }).click();
  await expect(box).toHaveValue("> one\n> two");
  await expect(box).toBeFocused();
  await tools.getByRole("button", { name: "Quote" }).click();
  await tools.getByRole("button", { name: "Quote" }).focus();
  await page.keyboard.press("End");
  await expect(tools.getByRole("button", { name: "Task list" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(box).toHaveValue("- [ ] one\n- [ ] two");
  await expectAccessible(page);
  await box.fill("");
  await box.press("Tab");
  // Outside of the text the keys are the palette's.
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("reactions are given, counted and taken back, to the whole and to a comment", async ({ page }) => {
  await open(page, "Print voyages on one page");
  const bar = page.getByRole("list", { name: "Reactions", exact: true });
  await bar.getByRole("button", { name: "Add reaction" }).click();
  const picker = page.getByRole("dialog", { name: "Add reaction" });
  await expect(picker.getByRole("option", { name: "rocket", exact: true }).first()).toBeVisible();
  await picker.getByRole("combobox", { name: "Add reaction" }).fill("rocket");
  // Of thousands of emoji axe would have the same to say, slowly.
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  const rocket = bar.getByRole("button", { name: "rocket: 1, you" });
  await expect(rocket).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(rocket).toBeVisible();
  await expectAccessible(page);
  await rocket.click();
  await expect(rocket).toHaveCount(0);

  const box = await emptyBox(page);
  const words = `React to this ${unique()}`;
  await box.fill(words);
  await box.press("ControlOrMeta+Enter");
  const card = page.getByRole("article", { name: /^Comment by/ }).filter({ hasText: words });
  await card.getByRole("button", { name: "Add reaction" }).click();
  await page.getByRole("option", { name: "eyes", exact: true }).first().click();
  const eyes = card.getByRole("button", { name: "eyes: 1, you" });
  await expect(eyes).toBeVisible();
  await page.reload();
  await eyes.click();
  await expect(eyes).toHaveCount(0);
});

test("a refused reaction goes back, and a service without reactions shows none", async ({ page }) => {
  await open(page, "Print voyages on one page");
  const refusal = { code: "forbidden", message: "You may not react here.", status: 403 };
  await page.route(/award_emoji$/, (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 403, json: refusal }) : route.fallback(),
  );
  const bar = page.getByRole("list", { name: "Reactions", exact: true });
  await bar.getByRole("button", { name: "Add reaction" }).click();
  await page.getByRole("option", { name: "tada", exact: true }).first().click();
  await expect(page.getByText("The reaction was not added").first()).toBeVisible();
  await expect(bar.getByRole("button", { name: /^tada.*you/ })).toHaveCount(0);

  const missing = { code: "not_implemented", message: "501 Not Implemented", status: 501 };
  await page.route(/award_emoji/, (route) => route.fulfill({ status: 501, json: missing }));
  await page.reload();
  await expect(page.getByRole("button", { name: "Edit labels" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Discussion" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add reaction" })).toHaveCount(0);
});

test("labels, people, milestone, target and draft state are changed in the side column", async ({ page }) => {
  await open(page, "Show shifts in the order of arrival");
  const facts = page.getByRole("complementary", { name: "Details" });
  const fact = (name: string) => facts.getByRole("region", { name });
  const label = `urgent ${unique()}`;
  await facts.getByRole("button", { name: "Edit labels" }).click();
  const labels = page.getByRole("combobox", { name: "Labels of the merge request" });
  await expect(page.getByRole("option", { name: /^docs/ })).toBeVisible();
  await expectAccessible(page);
  await labels.fill(label);
  await page.getByRole("option", { name: `Create "${label}"` }).click();
  await page.keyboard.press("Escape");
  await expect(fact("Labels").getByText(label)).toBeVisible();
  await expect(facts.getByRole("button", { name: "Edit labels" })).toBeFocused();

  await facts.getByRole("button", { name: "Edit assignees" }).click();
  const people = page.getByRole("combobox", { name: "People to assign" });
  await expect(page.getByRole("option").first()).toBeVisible();
  // Enter takes who was typed, however long the service looks for them.
  await page.route(/members.*query=/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await people.fill("Tomasz");
  const tomasz = page.getByRole("option", { name: /Tomasz/ });
  const had =
    (await fact("Assignees")
      .getByText(/Tomasz/)
      .count()) > 0;
  await expect(tomasz).toHaveCount(1);
  await people.press("Enter");
  await people.press("Escape");
  await expect(fact("Assignees").getByText(/Tomasz/)).toHaveCount(had ? 0 : 1);

  await facts.getByRole("button", { name: "Edit reviewers" }).click();
  const reviewers = page.getByRole("combobox", { name: "People to review" });
  await reviewers.fill("Leila");
  await expect(page.getByRole("option", { name: /Leila/ })).toHaveCount(1);
  await reviewers.press("Enter");
  await reviewers.press("Escape");
  await expect(fact("Reviewers").getByText("Leila Haddad")).toBeVisible();

  await facts.getByRole("button", { name: "Edit milestone" }).click();
  await page.getByRole("option", { name: /^Summer fixes/ }).click();
  await expect(fact("Milestone").getByText("Summer fixes")).toBeVisible();
  await facts.getByRole("button", { name: "Edit milestone" }).click();
  await page.getByRole("option", { name: /^No milestone/ }).click();
  await expect(fact("Milestone").getByText("None")).toBeVisible();

  const lock = facts.getByRole("switch", { name: "Lock discussion" });
  await lock.click();
  await expect(fact("Options").getByText("Only project members can comment")).toBeVisible();
  await fact("Options").getByRole("switch", { name: "Squash commits" }).click();

  const draft = facts.getByRole("switch", { name: "Draft" });
  await draft.click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Draft: Show shifts");
  await draft.click();
  await expect(page.getByRole("heading", { level: 1 })).not.toContainText("Draft:");
  await page.reload();
  await expect(fact("Labels").getByText(label)).toBeVisible();
  await expect(fact("Reviewers").getByText("Leila Haddad")).toBeVisible();
  await expect(lock).toBeChecked();
  await expect(fact("Options").getByRole("switch", { name: "Squash commits" })).toBeChecked();
  await lock.click();
  await expectAccessible(page);
});

test("what the service refuses goes back and is said, with another try", async ({ page }) => {
  await open(page, "Show shifts in the order of arrival");
  const facts = page.getByRole("complementary", { name: "Details" });
  const refusal = { code: "forbidden", message: "You may not change it.", status: 403 };
  await page.route(/merge_requests\/\d+$/, (route) =>
    route.request().method() === "PUT" ? route.fulfill({ status: 403, json: refusal }) : route.fallback(),
  );
  await facts.getByRole("button", { name: "Edit target branch" }).click();
  await page.getByRole("option").filter({ hasNotText: "main" }).first().click();
  await expect(page.getByText("The target branch was not changed").first()).toBeVisible();
  await expect(facts.getByRole("region", { name: "Target branch" }).getByText("main")).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
});

test("words survive a reload, and what somebody else wrote meanwhile is not overwritten", async ({
  page,
}) => {
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
