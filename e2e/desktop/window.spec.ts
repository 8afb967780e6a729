import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectPath } from "../../renderer/testing/page/project-path.ts";
import { launchOptions, startDesktop } from "../fixtures/desktop-app.ts";
import { copySample, expect, test } from "../fixtures/test.ts";

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

/** A link to a project of the local service, whose address is new at every start. */
const toast = /belongs to none of your accounts/;

test("a link opens the app, and one to the running app reaches its window", async () => {
  const folder = copySample();
  try {
    const app = await startDesktop(folder, { targets: ["helve://code.example/group/first"] });
    await expect(app.page.getByText(toast)).toBeVisible();
    await expect(app.page.getByText("helve://code.example/group/first")).toBeVisible();
    const { args, cwd, env } = launchOptions(folder, {}, ["helve://code.example/group/second"]);
    const executable = await app.electron.evaluate(() => process.execPath);
    const second = spawn(executable, args, { cwd, env, stdio: "ignore" });
    const code = await new Promise((resolve) => second.once("exit", resolve));
    expect(code).toBe(0);
    await expect(app.page.getByText("helve://code.example/group/second")).toBeVisible();
    expect(app.electron.windows()).toHaveLength(1);
    await app.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the app's scheme is registered with the system", async ({ desktop }) => {
  expect(await desktop?.electron.evaluate(({ app }) => app.isDefaultProtocolClient("helve"))).toBeDefined();
});

test("the native menu runs the page's commands", async ({ desktop, page }) => {
  await page.goto("/");
  await expect(page.getByRole("navigation").first()).toBeVisible();
  await desktop?.electron.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()?.getMenuItemById("palette.open")?.click(),
  );
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await desktop?.electron.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()?.getMenuItemById("go.settings")?.click(),
  );
  await expect(page).toHaveURL(/settings/);
});

test("a key of the menu runs its command once", async ({ desktop, page }) => {
  await page.goto("/");
  const accelerator = () =>
    desktop?.electron.evaluate(
      ({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById("palette.open")?.accelerator,
    );
  // The page reports its keys once it has started.
  await expect.poll(accelerator).toBe("CommandOrControl+K");
  await page.keyboard.press("ControlOrMeta+K");
  await expect(page.getByRole("dialog")).toHaveCount(1);
});
