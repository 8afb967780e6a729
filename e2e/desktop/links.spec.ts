import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { launchOptions, startDesktop } from "../fixtures/desktop-app.ts";
import { copySample, expect, test } from "../fixtures/test.ts";

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
