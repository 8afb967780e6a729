import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { goTo } from "./fixtures/go-to.ts";
import { expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

const project = "fjord/handbook";

test("files are uploaded, renamed and deleted in one commit", async ({ page }) => {
  const branch = `files/${Math.random().toString(36).slice(2, 8)}`;
  await page.goto(projectPath(project, "branches"));
  await page.getByRole("button", { name: "New branch" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(branch);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create branch" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();

  const files = `${projectPath(project, "files")}?ref=${encodeURIComponent(branch)}`;
  await goTo(page, files);
  await page
    .getByLabel("Files to upload")
    .setInputFiles([
      { name: "bytes.bin", mimeType: "application/octet-stream", buffer: Buffer.from([0, 255, 1]) },
    ]);
  await expect(page.getByText("1 pending change")).toBeVisible();
  await expect(page.getByText("Draft saved")).toBeVisible();

  await goTo(page, `${files}&path=guide%2Freviews.md`);
  await page.getByRole("button", { name: "Actions for this file" }).click();
  await page.getByRole("menuitem", { name: "Details" }).click();
  const details = page.getByRole("dialog", { name: "Details of reviews.md" });
  await expect(details.getByRole("definition").filter({ hasText: /^[0-9a-f]{64}/ })).toBeVisible();
  await details.getByRole("button", { name: "Close", exact: true }).last().click();
  await page.getByRole("button", { name: "Actions for this file" }).click();
  await page.getByRole("menuitem", { name: "Rename or move" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("guide/how we review.md");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await expect(page.getByText("2 pending changes")).toBeVisible();
  await expect(page.getByText("Draft saved")).toBeVisible();

  await goTo(page, `${files}&path=images%2Flantern.svg`);
  await page.getByRole("button", { name: "Actions for this file" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const sure = page.getByRole("alertdialog").getByRole("button", { name: /delete/i });
  await expect(sure.or(page.getByText("3 pending changes"))).toBeVisible();
  if (await sure.isVisible()) await sure.click();
  await expect(page.getByText("3 pending changes")).toBeVisible();

  await page.getByRole("link", { name: "Review and commit" }).click();
  await expect(page.getByRole("button", { name: "Discard changes to bytes.bin" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Subject" }).fill("Tidy up");
  await page.getByRole("button", { name: "Commit 3 files" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tidy up" })).toBeVisible();
});

test("an archive is downloaded with its progress", { tag: "@browser" }, async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "helve-downloads-"));
  try {
    await page.goto("/settings/storage");
    await page.getByRole("textbox", { name: "Downloads folder" }).fill(folder);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: "Downloads folder" })).toHaveValue(folder);
    await page.goto(`${projectPath(project, "files")}?ref=main`);
    await page.getByRole("button", { name: "Download", exact: true }).click();
    await expect(page.getByRole("menuitem").nth(0)).toHaveText("zip");
    await expect(page.getByRole("menuitem").nth(1)).toHaveText("tar.gz");
    await page.getByRole("menuitem", { name: "zip", exact: true }).click();
    await expect.poll(() => readdirSync(folder).filter((name) => name.endsWith(".zip")).length).toBe(1);
    await page.getByRole("button", { name: "Downloads" }).click();
    await expect(page.getByText(/handbook-main\S*\.zip/).first()).toBeVisible();
    await expectAccessible(page);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
