import { rmSync } from "node:fs";
import { beacon, startPipeline } from "./fixtures/pipeline.ts";
import { copySample, expect, projectPath, test } from "./fixtures/test.ts";

test("the list of what is watched leaves a notice its place", async ({ page }) => {
  const { id, name } = await startPipeline(page);
  await page.setViewportSize({ width: 900, height: 700 });
  await page.goto(projectPath(beacon, `pipelines/${id}`));
  await page.getByRole("button", { name: `Watch ${name}` }).click();
  await page
    .getByRole("contentinfo")
    .getByRole("button", { name: /^Watching \d+$/ })
    .click();
  const list = page.getByRole("dialog", { name: "Watched jobs and pipelines" });
  const explanation = page.getByRole("listitem").filter({ hasText: `Watching ${name}` });
  await expect(explanation).toBeVisible();
  const [panel, notice] = [await list.boundingBox(), await explanation.boundingBox()];
  expect((panel?.y ?? 0) + (panel?.height ?? 0)).toBeLessThanOrEqual(notice?.y ?? 0);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Stop watching ${name}` }).click();
});

test("what is watched survives a restart, and settings silence it", async ({ openApp }) => {
  const folder = copySample();
  const first = await openApp(folder);
  await first.page.goto(`${first.origin}/`);
  const { id, name } = await startPipeline(first.page);
  await first.page.goto(`${first.origin}${projectPath(beacon, `pipelines/${id}`)}`);
  await first.page.getByRole("button", { name: `Watch ${name}` }).click();
  await expect(first.page.getByRole("button", { name: `Stop watching ${name}` })).toBeVisible();
  await first.stop();
  const second = await openApp(folder);
  await second.page.goto(`${second.origin}/settings/notifications`);
  await expect(
    second.page.getByRole("contentinfo").getByRole("button", { name: "Watching 1" }),
  ).toBeVisible();
  const sound = second.page.getByRole("switch", { name: "Sound" });
  await sound.click();
  await expect(sound).not.toBeChecked();
  await second.page.reload();
  await expect(sound).not.toBeChecked();
  await second.stop();
  rmSync(folder, { recursive: true, force: true });
});
