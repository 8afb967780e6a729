import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, projectPath, test } from "./fixtures/test.ts";

const project = "fjord/handbook";

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
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
