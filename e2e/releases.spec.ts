import { goTo } from "./fixtures/go-to.ts";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";
import { undoDiscard } from "./fixtures/undo-discard.ts";

const project = "fjord/handbook";

test("a release is written, stored as a draft, published, edited and deleted", async ({ page }) => {
  const tag = `v9.${Math.floor(Math.random() * 100_000)}`;
  await page.goto(projectPath(project, "releases"));
  await page.getByRole("button", { name: "New release" }).click();
  const dialog = page.getByRole("dialog", { name: "New release" });
  await dialog.getByRole("textbox", { name: "Tag", exact: true }).fill("v..1");
  await expect(dialog.getByText('Names cannot contain "..".')).toBeVisible();
  await dialog.getByRole("textbox", { name: "Tag", exact: true }).fill(tag);
  await expect(dialog.getByText("This tag will be created.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill(`Harbour ${tag}`);
  await dialog.getByRole("textbox", { name: "Release notes" }).fill("## New\n\nA **lighter** board.");
  await dialog.getByRole("button", { name: "Add link" }).click();
  await dialog.getByRole("textbox", { name: "Name of link 1" }).fill("Installer");
  await dialog.getByRole("textbox", { name: "URL of link 1" }).fill("not a url");
  await expect(dialog.getByText("Enter a URL that starts with https:// or http://.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Publish" })).toBeDisabled();
  await dialog.getByRole("textbox", { name: "URL of link 1" }).fill("https://downloads.example/harbour.zip");
  await page.reload();
  await page.getByRole("button", { name: "New release" }).click();
  await dialog.getByRole("button", { name: "Discard" }).click();
  await undoDiscard(page, "release draft");
  await page.getByRole("button", { name: "New release" }).click();
  await expect(dialog.getByRole("textbox", { name: "Tag", exact: true })).toHaveValue(tag);
  await dialog.getByText("Preview", { exact: true }).click();
  await expect(dialog.getByText("lighter")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Publish" }).click();
  const card = page.getByRole("article", { name: `Harbour ${tag}` });
  await expect(card.getByText("Latest", { exact: true })).toBeVisible();
  await expect(card.getByRole("link", { name: "Installer" })).toBeVisible();
  const sizes = await card
    .getByRole("heading", { name: /^(Harbour|New)/ })
    .evaluateAll((headings) => headings.map((each) => Number.parseFloat(getComputedStyle(each).fontSize)));
  expect(sizes).toHaveLength(2);
  expect(sizes[1]).toBeLessThan(sizes[0] ?? 0);
  await expectAccessible(page);
  await card.getByRole("button", { name: "Source (zip)" }).click();
  await expect(page.getByText(`Downloading handbook-${tag}.zip`, { exact: true })).toBeVisible();
  await card.getByRole("button", { name: /^Edit the release/ }).click();
  const edit = page.getByRole("dialog", { name: `Edit Harbour ${tag}` });
  await edit.getByRole("textbox", { name: "Release notes" }).fill("Changed notes.");
  await edit.getByRole("button", { name: "Publish" }).click();
  await expect(card.getByText("Changed notes.")).toBeVisible();
  await goTo(page, projectPath(project, "tags"));
  await page.getByRole("link", { name: `Release of ${tag}` }).click();
  await card.getByRole("button", { name: /^Delete the release/ }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(card).toHaveCount(0);
});
