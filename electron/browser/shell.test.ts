import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { createBrowserShell, openerOf, startProgram } from "./shell.ts";

test("what needs the desktop fails with a reason", async () => {
  const shell = createBrowserShell();
  expect(shell.kind).toBe("browser");
  expect(shell.can).toMatchObject({ chooseFolder: false, showInFolder: false, notify: false });
  for (const call of [
    () => shell.chooseFolder(),
    () => shell.showInFolder("/x"),
    () => shell.notify({ title: "title", body: "body", path: "/", silent: false }),
  ]) {
    await expect(call()).rejects.toMatchObject({
      problem: { code: "not_implemented" },
      message: expect.stringContaining("desktop app"),
    });
  }
  expect(await shell.resolveProxy("https://code.example/")).toBeNull();
  vi.stubEnv("XDG_DOWNLOAD_DIR", "");
  expect(shell.downloadsFolder()).toBe(join(homedir(), "Downloads"));
  vi.stubEnv("XDG_DOWNLOAD_DIR", "/home/me/Téléchargements");
  expect(shell.downloadsFolder()).toBe("/home/me/Téléchargements");
  vi.unstubAllEnvs();
});

test("each system has its opener, and none is a shell that reads the link's text", () => {
  expect(openerOf("darwin")).toEqual({ command: "open", args: [] });
  expect(openerOf("win32")).toEqual({ command: "rundll32", args: ["url.dll,FileProtocolHandler"] });
  expect(openerOf("linux")).toEqual({ command: "xdg-open", args: [] });
});

test("a missing program is reported", async () => {
  expect(await startProgram("helve-no-such-program", [])).toBe(false);
  expect(await startProgram(process.execPath, ["--version"])).toBe(true);
});
