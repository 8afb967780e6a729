import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { startService } from "../service/start-service.ts";
import { app, appState } from "./mock/app.ts";
import { windows } from "./mock/browser-window.ts";
import { callsOf } from "./mock/calls.ts";
import { freshElectron } from "./mock/fresh.ts";
import { served } from "./mock/session.ts";
import { processes } from "./mock/utility-process.ts";
import { createNavigator, listenToSystem } from "./navigator.ts";
import { startApp } from "./start-app.ts";

const folder = mkdtempSync(join(tmpdir(), "helve-app-"));
const page = join(folder, "page");

beforeAll(async () => {
  mkdirSync(page);
  writeFileSync(join(page, "index.html"), "<title>Helve</title>");
  // A folder that holds something already gets no sample, which would take its time.
  const adminToken = "not-the-token-of-the-app";
  await (await startService({ folder: join(folder, "service"), port: 0, adminToken })).close();
  freshElectron();
  appState.packaged = true;
  const service = fileURLToPath(new URL("../service/main.ts", import.meta.url));
  const navigator = createNavigator(["helve", "helve://code.example/first"]);
  listenToSystem(navigator);
  const paths = {
    page,
    service,
    traceThread: new URL("../host/traces/engine/trace-worker.ts", import.meta.url),
    frame: new URL(
      "data:text/javascript,export const drawFrame = (_, href) => ({ html: href, href }); " +
        "export const readFirst = async () => undefined; " +
        "export const menuEntries = () => [{ menu: 'Go', section: 2, id: 'go.home', label: 'Home' }]",
    ),
    preload: "/app/preload.cjs",
    manifest: "/app/package.json",
    resources: join(folder, "none"),
    icons: "/app/assets/icons",
    chromium: join(folder, "chromium"),
    data: folder,
  };
  const started = startApp(paths, "1.2.3", navigator, { release: () => undefined });
  app.emit("activate");
  expect(windows).toHaveLength(0);
  appState.ready.resolve();
  await started;
}, 60_000);
afterAll(async () => {
  const { pid } = processes[0] ?? {};
  if (pid !== undefined && callsOf("app quits").length === 0) process.kill(pid);
  rmSync(folder, { recursive: true });
});

function send(path: string, init?: RequestInit): Promise<Response> {
  const handle = served.get("app");
  if (!handle) throw new Error("The scheme is not served");
  return Promise.resolve(handle(new Request(`app://helve${path}`, init)));
}

/** Reads events of the host until one is of a type; then cancels the stream, as a page does. */
async function eventOf(type: string, when: () => void): Promise<unknown> {
  const response = await send("/-/events");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  when();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) throw new Error(`No event of type ${type} in ${text}`);
    text += value ?? "";
    const frame = text.match(new RegExp(`event: ${type}\\ndata: (.*)\\n\\n`));
    if (!frame?.[1]) continue;
    await reader?.cancel();
    return JSON.parse(frame[1]);
  }
}

const accounts = z.array(z.object({ id: z.string(), name: z.string() }));

test("page and host are served, over a local service in a process of its own", async () => {
  expect(await (await send("/a/local/projects")).text()).toBe("<title>Helve</title>");
  expect(accounts.parse(await (await send("/-/accounts")).json())).toHaveLength(1);
  expect(await (await send("/-/shell")).json()).toMatchObject({ kind: "desktop", version: "1.2.3" });
  expect(callsOf("utilityProcess.fork")).toHaveLength(1);
  expect(callsOf("utilityProcess.fork")[0]?.[2]).toMatchObject({ serviceName: "Helve local service" });
  const [account] = accounts.parse(await (await send("/-/accounts")).json());
  const user = await send(`/-/accounts/${account?.id}/operations/user`);
  expect(await user.json()).toMatchObject({ username: "helve", is_admin: true });
});

test("the link that started the app waits for the page", async () => {
  const event = await eventOf("navigate", () => undefined);
  expect(event).toEqual({ type: "navigate", path: "helve://code.example/first" });
});

test("links of a second run and of the system reach the page, and the window gets focus", async () => {
  const [window] = windows;
  if (window) window.minimized = true;
  const second = await eventOf("navigate", () =>
    app.emit("second-instance", {}, ["helve", "--reordered"], "/", {
      args: ["--flag", "helve://code.example/second"],
      folder: "/",
    }),
  );
  expect(second).toEqual({ type: "navigate", path: "helve://code.example/second" });
  expect(window?.minimized).toBe(false);
  expect(callsOf("window.focus")).toHaveLength(1);
  let prevented = false;
  const opened = await eventOf("navigate", () =>
    app.emit("open-url", { preventDefault: () => (prevented = true) }, "helve://code.example/third"),
  );
  expect(opened).toEqual({ type: "navigate", path: "helve://code.example/third" });
  expect(prevented).toBe(true);
  app.emit("open-url", { preventDefault: () => undefined }, "https://example.com/");
  app.emit("second-instance", {}, ["helve"], "/", null);
  expect(callsOf("window.focus")).toHaveLength(3);
  expect(windows).toHaveLength(1);
});

test("a folder of a second run, or dropped on the icon, opens as a repository", async () => {
  const expected = { type: "navigate", path: pathToFileURL(folder).href };
  const request = { args: ["."], folder };
  expect(await eventOf("navigate", () => app.emit("second-instance", {}, [], folder, request))).toEqual(
    expected,
  );
  const event = { preventDefault: () => undefined };
  const dropped = join(page, "index.html");
  expect(await eventOf("navigate", () => app.emit("open-file", event, dropped))).toEqual({
    type: "navigate",
    path: pathToFileURL(page).href,
  });
});

test("a process of Chromium's that ends is in Diagnostics and on stderr", async () => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  app.emit("child-process-gone", {}, { type: "GPU", reason: "crashed", exitCode: 5 });
  expect(await (await send("/-/diagnostics")).text()).toContain("GPU ended: crashed (5)");
  expect(printed).toHaveBeenCalledWith(expect.stringContaining("GPU ended: crashed (5)"));
  printed.mockRestore();
});

/** Returns an item of the menu that was set last. */
function menuItem(id: string) {
  const [menu] = callsOf("Menu.setApplicationMenu").at(-1) ?? [];
  const template = z
    .array(z.object({ submenu: z.array(z.looseObject({ id: z.string().optional() })) }))
    .parse(menu);
  return template.flatMap(({ submenu }) => submenu).find((item) => item.id === id);
}

test("the menu shows the keys that the page reports", async () => {
  expect(menuItem("palette.open")).not.toHaveProperty("accelerator");
  const response = await send("/-/shell/menu", {
    method: "PUT",
    body: JSON.stringify({ "palette.open": ["g x", "mod+j"] }),
    headers: { "content-type": "application/json" },
  });
  expect(response.status).toBe(204);
  expect(menuItem("palette.open")).toMatchObject({ accelerator: "CommandOrControl+J" });
  expect((await send("/-/shell/menu", { method: "PUT", body: '{"palette.open":7}' })).status).toBe(400);
});

test("the menu has the pages that the built frame names", () => {
  expect(menuItem("go.home")).toMatchObject({ label: "Home" });
});

test("a command of the menu reaches the page", async () => {
  const item = menuItem("palette.open");
  const run = z.instanceof(Function).parse(item?.click);
  expect(await eventOf("command", () => Reflect.apply(run, item, []))).toEqual({
    type: "command",
    id: "palette.open",
  });
});

test("a killed service is restarted at the same address", async () => {
  const [first] = processes;
  process.kill(first?.pid ?? 0, "SIGKILL");
  await vi.waitFor(
    async () => {
      expect(processes).toHaveLength(2);
      const user = await send("/-/accounts/local/operations/user");
      expect(user.status).toBe(200);
    },
    { timeout: 20_000, interval: 100 },
  );
});

test("the app opens its window again, and quits only when the service has ended", async () => {
  windows[0]?.close();
  app.emit("activate");
  expect(windows).toHaveLength(2);
  const pid = processes[1]?.pid ?? 0;
  app.quit();
  expect(callsOf("app quits")).toHaveLength(0);
  await vi.waitFor(() => expect(callsOf("app quits")).toHaveLength(1), { timeout: 10_000 });
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});

test("on systems other than macOS the app ends with its window", () => {
  const quits = callsOf("app.quit").length;
  app.emit("window-all-closed");
  expect(callsOf("app.quit").length - quits).toBe(process.platform === "darwin" ? 0 : 1);
});
