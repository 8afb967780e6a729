import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startDesktop } from "../fixtures/desktop-app.ts";
import { copySample, expect, projectPath, test } from "../fixtures/test.ts";

test("a window is restored at its position, or on another monitor where its own is gone", async () => {
  const folder = copySample();
  try {
    const first = await startDesktop(folder);
    const bounds = { x: 60, y: 70, width: 1000, height: 700 };
    await first.electron.evaluate(
      ({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to),
      bounds,
    );
    await first.stop();
    expect(JSON.parse(readFileSync(join(folder, "window.json"), "utf8")).bounds).toMatchObject({
      width: 1000,
      height: 700,
    });
    const gone = {
      bounds: { x: 9_000, y: 9_000, width: 1000, height: 700 },
      maximized: false,
      fullScreen: false,
    };
    writeFileSync(join(folder, "window.json"), JSON.stringify(gone));
    const second = await startDesktop(folder);
    const visible = await second.electron.evaluate(({ BrowserWindow, screen }) => {
      const at = BrowserWindow.getAllWindows()[0]?.getBounds() ?? { x: 0, y: 0, width: 0, height: 0 };
      const { workArea } = screen.getDisplayMatching(at);
      return at.x >= workArea.x && at.x < workArea.x + workArea.width;
    });
    expect(visible).toBe(true);
    await second.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("what is typed survives Quit, and a second start shows the same draft", async () => {
  const folder = copySample();
  const edit = `${projectPath("fjord/lantern", "edit")}?ref=main&path=README.md`;
  const text = "Typed just before Quit";
  try {
    const first = await startDesktop(folder);
    await first.page.goto(edit);
    await first.page.getByRole("textbox", { name: "Content of README.md" }).focus();
    await first.page.keyboard.type(text);
    await expect(first.page.getByText("Draft saved")).toBeVisible();
    await first.stop();
    const second = await startDesktop(folder);
    await second.page.goto(edit);
    await expect(second.page.getByText(text).first()).toBeVisible();
    await second.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the page zooms by the menu's commands and back", async ({ desktop, page }) => {
  await page.goto("/");
  const zoom = () =>
    desktop?.electron.evaluate(
      ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.zoomFactor,
    );
  /** Clicks the first item of a role in the application menu. */
  const click = (role: string) =>
    desktop?.electron.evaluate(({ BrowserWindow, Menu }, wanted) => {
      const window = BrowserWindow.getAllWindows()[0];
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
      // Electron writes the roles in lower case.
      const item = items?.find(({ role }) => role?.toLowerCase() === wanted.toLowerCase());
      item?.click(undefined, window, window?.webContents);
    }, role);
  await click("zoomIn");
  await expect.poll(zoom).toBeGreaterThan(1);
  await expect(page.getByRole("navigation").first()).toBeVisible();
  await click("resetZoom");
  await expect.poll(zoom).toBe(1);
});
