import { rmSync } from "node:fs";
import { beacon, runJob, startPipeline } from "./fixtures/pipeline.ts";
import { copySample, expect, expectAccessible, projectPath, test } from "./fixtures/test.ts";

test("what is watched is listed, and its end is shown in the window that is in front", async ({ page }) => {
  // Home lists the failed jobs of visited projects.
  await page.goto(projectPath(beacon));
  await expect(page.getByRole("heading", { level: 1, name: "Beacon" }).first()).toBeVisible();
  const { id, name } = await startPipeline(page);
  await page.goto(projectPath(beacon, `pipelines/${id}`));
  const button = page.getByRole("button", { name: `Watch ${name}` });
  await button.click();
  await expect(page.getByRole("button", { name: `Stop watching ${name}` })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.getByRole("contentinfo").getByRole("button", { name: "Watching 1" }).click();
  const list = page.getByRole("dialog", { name: "Watched jobs and pipelines" });
  await expect(list.getByRole("link", { name })).toBeVisible();
  const explanation = page.getByRole("listitem").filter({ hasText: `Watching ${name}` });
  await expect(explanation).toBeVisible();
  await page.setViewportSize({ width: 900, height: 700 });
  const [panel, toastBox] = [await list.boundingBox(), await explanation.boundingBox()];
  expect((panel?.y ?? 0) + (panel?.height ?? 0)).toBeLessThanOrEqual(toastBox?.y ?? 0);
  await expectAccessible(page);
  // Escape belongs to the panel, though the toast came after it.
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Watched" }).getByRole("link", { name })).toBeVisible();
  const failed = page
    .getByRole("region", { name: "Your failed jobs" })
    .getByRole("link", { name: /\bfails\b/ });
  const before = await failed.count();
  await runJob(page, id);
  const toast = page.getByRole("listitem").filter({ hasText: `${name} failed` });
  await expect(toast).toBeVisible({ timeout: 30_000 });
  await page.getByRole("button", { name: "Refresh Local" }).click();
  await expect(failed).toHaveCount(before + 1);
  await toast.getByRole("button", { name: "Open" }).click();
  await expect(page).toHaveURL(new RegExp(`/pipelines/${id}$`));
  // What has ended is not watched again.
  await expect(page.getByRole("button", { name: /atch(ing)? Pipeline/ })).toHaveCount(0);
  await page.getByRole("contentinfo").getByRole("button", { name: "Watched" }).click();
  await list.getByRole("button", { name: "Remove ended" }).click();
  await expect(list.getByText("No watched jobs or pipelines")).toBeVisible();
});

test("the browser's notification of an end opens what ended", { tag: "@browser" }, async ({ page }) => {
  await page.addInitScript(() => {
    const shown: unknown[] = [];
    class Recorded extends EventTarget {
      static permission = "default";
      static async requestPermission() {
        Recorded.permission = "granted";
        return "granted";
      }
      constructor(title: string, options: object) {
        super();
        shown.push({ title, ...options });
        Object.assign(window, { lastNotification: this });
      }
      close() {}
    }
    Object.assign(window, { Notification: Recorded, shownNotifications: shown });
    document.hasFocus = () => false;
  });
  await page.goto("/");
  const { id, name } = await startPipeline(page);
  await page.goto(projectPath(beacon, `pipelines/${id}`));
  await page.getByRole("button", { name: `Watch ${name}` }).click();
  await expect(page.getByRole("button", { name: `Stop watching ${name}` })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  await page.evaluate(() => Object.assign(Reflect.get(window, "Notification"), { permission: "granted" }));
  await runJob(page, id);
  const shown = () => page.evaluate(() => Reflect.get(window, "shownNotifications"));
  await expect.poll(shown, { timeout: 30_000 }).toHaveLength(1);
  expect(await shown()).toMatchObject([{ title: `${name} failed`, silent: false }]);
  await expect(page).not.toHaveURL(/\/pipelines\//);
  await page.evaluate(() => Reflect.get(window, "lastNotification").dispatchEvent(new Event("click")));
  await expect(page).toHaveURL(new RegExp(`/pipelines/${id}$`));
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
  await expectAccessible(second.page);
  await second.page.reload();
  await expect(sound).not.toBeChecked();
  await second.stop();
  rmSync(folder, { recursive: true, force: true });
});
