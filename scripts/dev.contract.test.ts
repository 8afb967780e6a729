import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { runsGroup } from "../electron/service/ci/executor/process-group.ts";
import { openStore } from "../electron/service/store/schema/open-store.ts";

const root = join(import.meta.dirname, "..");
const waiting = { timeout: 150_000, interval: 20 };

/** A copy of the project, so that its modules can be changed. Its packages are links, its Vite has a cache of its own. */
function copyOfProject(): string {
  const folder = mkdtempSync(join(tmpdir(), "helve-dev-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const parts = ["assets", "electron", "renderer", "scripts", "shared", "*.json", "*.ts"];
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", ...parts], {
    cwd: root,
    encoding: "utf8",
  });
  for (const path of files.split("\n").filter((name) => name && !/\.test\.tsx?$/.test(name))) {
    cpSync(join(root, path), join(folder, path));
  }
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (!name.startsWith(".vite"))
      symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
  return folder;
}

/** `npm run dev` and what it printed. */
interface DevServer {
  readonly child: ChildProcess;
  readonly output: () => string;
}

function startDev(folder: string): DevServer {
  const child = spawn(
    process.execPath,
    [join(folder, "scripts", "dev.mjs"), "--no-open", `--data=${join(folder, "data")}`],
    // A group of its own, by which all of its processes are found.
    { cwd: folder, stdio: ["ignore", "pipe", "pipe"], detached: true },
  );
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  onTestFinished(() => {
    if (child.pid !== undefined && runsGroup(child.pid)) process.kill(-child.pid, "SIGKILL");
  });
  return { child, output: () => text };
}

/** Returns the links for browsers that do not resolve names below `localhost`, once there are `count`. */
function links({ output }: DevServer, count: number): Promise<URL[]> {
  return vi.waitFor(() => {
    const found = [...output().matchAll(/^For a browser .*: (http\S+)$/gm)].map(
      ([, link = ""]) => new URL(link),
    );
    if (found.length < count) throw new Error(`No link:\n${output()}`);
    return found;
  }, waiting);
}

/** Enters with a link as a browser does. Returns a function that requests a path with the session. */
async function enter(link: URL): Promise<(path: string) => Promise<Response>> {
  const entered = await fetch(link, { redirect: "manual" });
  const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
  return (path) => fetch(new URL(path, link), { headers: { cookie } });
}

const update = z.object({
  type: z.literal("update"),
  updates: z.array(z.object({ path: z.string(), timestamp: z.number() })),
});

/** Opens the socket for hot reload as the page's script does. Returns the messages that it received. */
async function openSocket(address: string, token: string): Promise<unknown[]> {
  const socket = new WebSocket(`${address}/?token=${token}`, "vite-hmr");
  onTestFinished(() => socket.close());
  const messages: unknown[] = [];
  socket.addEventListener("message", ({ data }) => messages.push(JSON.parse(String(data))));
  await vi.waitFor(() => expect(messages).toContainEqual({ type: "connected" }), waiting);
  return messages;
}

test.skipIf(process.platform === "win32")(
  "the development server reloads changed modules, restarts a changed host and leaves no process behind",
  async () => {
    const folder = copyOfProject();
    // A folder that holds something already gets no sample, which would take its time.
    openStore(join(folder, "data", "service")).close();
    const dev = startDev(folder);
    const [link] = await links(dev, 1);
    const get = await enter(link as URL);

    const page = await get("/");
    const html = await page.text();
    const policy = page.headers.get("content-security-policy") ?? "";
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
    expect(html).toContain(`nonce="${nonce}"`);
    expect(html).toContain("/@vite/client");
    const accounts = await (await get("/-/accounts")).json();
    expect(accounts).toMatchObject([{ id: "local" }]);

    const module = join(folder, "renderer", "ui", "states", "progress.tsx");
    expect(await (await get("/ui/states/progress.tsx")).text()).not.toContain("Changed by a test");
    const token = /wsToken = "([^"]+)"/.exec(await (await get("/@vite/client")).text())?.[1] ?? "";
    const messages = await openSocket(/ws:\S+?(?=[ ;])/.exec(policy)?.[0] ?? "", token);
    const changed = readFileSync(module, "utf8").replace(/(?<=<)span/, 'span title="Changed by a test"');
    const found = await vi.waitFor(
      () => {
        // Again, since Vite may not watch the file yet.
        writeFileSync(module, changed);
        const all = messages.flatMap((message) => update.safeParse(message).data ?? []);
        return z.tuple([update]).rest(update).parse(all)[0].updates[0];
      },
      { ...waiting, interval: 500 },
    );
    expect(found?.path).toBe("/ui/states/progress.tsx");
    expect(await (await get(`/ui/states/progress.tsx?t=${found?.timestamp}`)).text()).toContain(
      "Changed by a test",
    );

    const service = join(folder, "electron", "browser", "main.ts");
    writeFileSync(service, `${readFileSync(service, "utf8")}\n// changed\n`);
    const [, again] = await links(dev, 2);
    await expect(get("/-/accounts")).rejects.toThrow();
    expect((await (await enter(again as URL))("/-/accounts")).status).toBe(200);

    const ended = once(dev.child, "exit");
    dev.child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    // Processes of git end by themselves once the service has.
    await vi.waitFor(() => expect(runsGroup(dev.child.pid ?? 0)).toBe(false), waiting);
  },
  500_000,
);
