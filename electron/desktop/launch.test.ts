import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readDeepLink } from "../../shared/host/account-url.ts";
import { lockFolder } from "../system/folder-lock.ts";
import { findAppPaths } from "./app-paths.ts";
import { completePath, launch, registerDeepLinks } from "./launch.ts";
import { app, appState } from "./mock/app.ts";
import { windows } from "./mock/browser-window.ts";
import { calls, callsOf } from "./mock/calls.ts";
import { freshElectron } from "./mock/fresh.ts";

describe("launch", () => {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  let folder = "";
  let bundle = "";
  const before = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
  beforeEach(() => {
    freshElectron();
    folder = mkdtempSync(join(tmpdir(), "helve-launch-"));
    bundle = pathToFileURL(join(folder, "dist", "desktop", "main.cjs")).href;
    appState.paths.set("userData", join(folder, "system"));
  });
  afterEach(() => {
    for (const listener of added()) process.removeListener(listener.signal, listener.run);
    rmSync(folder, { recursive: true });
  });
  const added = () =>
    signals.flatMap((signal) =>
      process
        .listeners(signal)
        .filter((run) => !before.get(signal)?.includes(run))
        .map((run) => ({ signal, run })),
    );

  test("the scheme and the folders are set before the lock, and nothing more before Electron is ready", () => {
    launch(["electron", "main.cjs", `--data=${join(folder, "data")}`], bundle, "1.2.3");
    expect(calls.map(({ name }) => name)).toEqual([
      "app.setName",
      "app.enableSandbox",
      "protocol.registerSchemesAsPrivileged",
      "app.setPath",
      "app.setPath",
      "app.requestSingleInstanceLock",
      "app.setAsDefaultProtocolClient",
    ]);
    expect(callsOf("app.setName")).toEqual([["Helve"]]);
    // A second run sends its arguments along, as they were given.
    expect(callsOf("app.requestSingleInstanceLock")).toEqual([
      [{ args: [`--data=${join(folder, "data")}`], folder: process.cwd() }],
    ]);
    expect(callsOf("protocol.registerSchemesAsPrivileged")).toEqual([
      [
        [
          {
            scheme: "app",
            privileges: {
              standard: true,
              secure: true,
              supportFetchAPI: true,
              stream: true,
              corsEnabled: true,
              codeCache: true,
            },
          },
        ],
      ],
    ]);
    expect(callsOf("app.setPath")).toEqual([
      ["userData", join(folder, "data")],
      ["sessionData", join(folder, "data", "chromium")],
    ]);
  });

  test("a second run of the same folder ends at once", () => {
    appState.lock = false;
    launch(["electron", "main.cjs"], bundle, "1.2.3");
    expect(callsOf("app quits")).toHaveLength(1);
    expect(callsOf("app.setAsDefaultProtocolClient")).toEqual([]);
    expect(added()).toEqual([]);
  });

  test("a folder that a browser shell has is refused with its name, and data of a newer Helve with its version", () => {
    const data = join(folder, "data");
    mkdirSync(data);
    const lock = lockFolder(data, "Helve in a browser");
    launch(["electron", "main.cjs", `--data=${data}`], bundle, "1.2.3");
    const said = () => String(callsOf("dialog.showErrorBox").at(-1)?.[1]);
    expect(said()).toContain(`${data} is in use: Helve in a browser (process ${process.pid}, since `);
    lock.release();
    writeFileSync(join(data, "format.json"), '{"format":99,"version":"9.0.0"}');
    launch(["electron", "main.cjs", `--data=${data}`], bundle, "1.2.3");
    expect(said()).toContain(`The data in ${data} was written by Helve 9.0.0, and this older version cannot`);
    expect(callsOf("app.exit")).toEqual([[1], [1]]);
    expect(callsOf("app.setAsDefaultProtocolClient")).toEqual([]);
    expect(added()).toEqual([]);
  });

  test("signals end the app as Quit does", () => {
    launch(["electron", "main.cjs"], bundle, "1.2.3");
    for (const { run } of added()) Reflect.apply(run, process, []);
    expect(added().map(({ signal }) => signal)).toEqual([...signals]);
    expect(callsOf("app.quit")).toHaveLength(3);
  });

  test("a packed app does not start without the sandbox, and prints how to enable it", () => {
    appState.switches.add("no-sandbox");
    launch(["electron", "main.cjs"], bundle, "1.2.3");
    expect(callsOf("app.exit")).toEqual([]);
    appState.packaged = true;
    launch(["/opt/helve/helve"], bundle, "1.2.3");
    expect(callsOf("app.exit")).toEqual([[1]]);
    expect(String(callsOf("dialog.showErrorBox")[0]?.[1])).toContain("unprivileged user namespaces");
    expect(windows).toHaveLength(0);
  });

  test("Windows gets the id of the app's shortcuts; macOS gets a terminal's search path", () => {
    launch(["electron", "main.cjs"], bundle, "1.2.3", "win32");
    expect(callsOf("app.setAppUserModelId")).toEqual([["dev.helve.app"]]);
    expect(completePath(["/usr/bin", "/usr/local/bin"].join(delimiter), "darwin").split(delimiter)).toEqual([
      "/usr/bin",
      "/usr/local/bin",
      "/opt/homebrew/bin",
    ]);
    expect(completePath("/usr/bin", "linux")).toBe("/usr/bin");
  });

  test("a start that fails is reported, and ends the app", async () => {
    launch(["electron", "main.cjs"], bundle, "1.2.3");
    appState.ready.reject(new Error("no display"));
    await vi.waitFor(() => expect(callsOf("app.exit")).toEqual([[1]]));
    expect(callsOf("dialog.showErrorBox")).toEqual([["Helve could not start", "no display"]]);
    expect(app.listenerCount("will-quit")).toBe(0);
  });

  test("without a folder of its own the system's is used; built files are beside the bundle", () => {
    const paths = findAppPaths(["--no-sandbox", "helve://code.example/g/p"], bundle);
    expect(paths).toEqual({
      icons: join(folder, "assets", "icons"),
      page: join(folder, "dist", "renderer"),
      service: join(folder, "dist", "desktop", "service.cjs"),
      traceThread: new URL("./trace-worker.cjs", bundle),
      frame: new URL("./frame.cjs", bundle),
      preload: join(folder, "dist", "desktop", "preload.cjs"),
      manifest: join(folder, "package.json"),
      resources: join(folder, "system", "resources"),
      chromium: join(folder, "system", "chromium"),
      data: join(folder, "system"),
    });
    expect(statSync(join(folder, "system", "chromium")).isDirectory()).toBe(true);
  });

  test.skipIf(process.platform === "win32")(
    "data that was open to others is closed, and checks stay on",
    () => {
      const data = join(folder, "open");
      mkdirSync(join(data, "chromium", "Default"), { recursive: true, mode: 0o755 });
      writeFileSync(join(data, "chromium", "Default", "Cookies"), "", { mode: 0o644 });
      for (const path of [data, join(data, "chromium")]) chmodSync(path, 0o755);
      process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
      launch(["electron", "main.js", `--data=${data}`], bundle, "1.2.3");
      const modeOf = (path: string) => statSync(join(data, path)).mode & 0o777;
      expect([modeOf("."), modeOf("chromium"), modeOf("chromium/Default")]).toEqual([0o700, 0o700, 0o700]);
      expect(modeOf("chromium/Default/Cookies")).toBe(0o600);
      expect(process.env.NODE_TLS_REJECT_UNAUTHORIZED).toBeUndefined();
    },
  );
});

describe("deep link", () => {
  beforeEach(freshElectron);

  test("a link is a web URL with another scheme", () => {
    for (const link of [
      "helve://code.example/group/project/-/blob/main/a%20b.ts#L3-7",
      "helve://code.example:8443/base/group/project",
      "helve://127.0.0.1:4000/g/p/-/commit/abc",
    ]) {
      expect(readDeepLink(link)).toBe(link);
    }
  });

  test("anything else is not followed", () => {
    for (const text of [
      "https://code.example/",
      "helve:code.example",
      "helve://",
      "helve:///etc/passwd",
      "helve://user:pass@code.example/",
      "javascript:alert(1)//helve://code.example",
      " helve://code.example/",
      `helve://code.example/${"a".repeat(5_000)}`,
      "--inspect=helve://x",
      "",
    ]) {
      expect(readDeepLink(text)).toBeNull();
    }
  });

  test("links are registered with the system; a run from sources registers its command line", () => {
    appState.packaged = true;
    registerDeepLinks(["/opt/helve/helve", "--data=/x"]);
    appState.packaged = false;
    registerDeepLinks([
      "electron",
      "/src/dist/desktop/main.cjs",
      "--no-sandbox",
      "--data=/x",
      "helve://code.example/g/p",
    ]);
    expect(callsOf("app.setAsDefaultProtocolClient")).toEqual([
      ["helve"],
      ["helve", process.execPath, [resolve("/src/dist/desktop/main.cjs"), "--data=/x"]],
    ]);
  });
});
