import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openStore } from "../service/store/schema/open-store.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** The headless shell has no windows, such as that of the app. */
const browser = [process.env.HELVE_CHROMIUM, "/usr/bin/chromium", "/usr/bin/google-chrome"].find(
  (path) => path && !path.includes("headless-shell") && existsSync(path),
);
/** Another user can be played by root alone. */
const canBeAnother = process.platform === "linux" && process.getuid?.() === 0;
const nobody = { uid: 65_534, gid: 65_534 };
// The folder above Helve's own is open to all, so that nothing but Helve's own modes closes it.
const folder = mkdtempSync(join(tmpdir(), "helve-other-user-"));
const data = join(folder, "data");
const children: ChildProcess[] = [];

/** Returns the output of a command of another user, including errors. */
function asNobody(command: string): string {
  return execFileSync("/bin/sh", ["-c", `(${command}) 2>&1; true`], {
    ...nobody,
    cwd: "/",
    encoding: "latin1",
    maxBuffer: 64 * 1024 * 1024,
  });
}

const everyProcess = () => asNobody("cat /proc/[0-9]*/cmdline | tr '\\0' ' '");
const everyEnvironment = () => asNobody("cat /proc/[0-9]*/environ");
/** Tokens in the command lines of what a program started; other tests' programs have tokens that are not secrets. */
function tokensShownBelow(pid: number | undefined): string[] {
  const parents = asNobody("cat /proc/[0-9]*/stat").matchAll(/^(\d+) \(.*\) \S (\d+) /gm);
  const below = new Set([pid]);
  for (const [, id, parent] of [...parents].sort(([, a], [, b]) => Number(a) - Number(b)))
    if (below.has(Number(parent))) below.add(Number(id));
  const shown = [...below].map((id) => asNobody(`cat /proc/${id}/cmdline /proc/${id}/environ`)).join("\n");
  return shown.match(/hlv-\w+/g) ?? [];
}

/** Starts a program in a group of its own and collects what it prints. */
function start(args: readonly string[], environment: Record<string, string>, input = "") {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  children.push(child);
  const printed = { text: "" };
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed.text += chunk));
  child.stdin.end(input);
  return printed;
}

beforeAll(() => chmodSync(folder, 0o755));
afterAll(async () => {
  for (const child of children) {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    if (child.pid && child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid, "SIGTERM");
      await ended;
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
});

describe.runIf(canBeAnother)("another user of the same machine", () => {
  it.runIf(browser)("finds no key, token or file of the running browser shell", async () => {
    const programs = join(folder, "programs");
    mkdirSync(programs, { recursive: true });
    // A slow browser, so that the files that lead there can be read meanwhile.
    writeFileSync(
      join(programs, "chromium"),
      `#!/bin/sh\nwhile [ ! -e ${folder}/go ]; do sleep 0.1; done\nexec ${browser} --headless=new --no-sandbox --disable-gpu --disable-background-networking "$@"\n`,
      { mode: 0o755 },
    );
    // A folder that holds something already gets no sample, which would take its time.
    openStore(join(data, "service")).close();
    // As it was before: a folder that everybody may read.
    mkdirSync(join(data, "host"), { recursive: true, mode: 0o755 });
    writeFileSync(join(data, "host", "settings.json"), "{}", { mode: 0o644 });
    chmodSync(data, 0o755);
    chmodSync(join(data, "host"), 0o755);
    const printed = start([join(root, "electron/browser/main.ts"), `--data=${data}`], {
      PATH: `${programs}:${process.env.PATH}`,
      DISPLAY: ":none",
    });
    await vi.waitFor(() => expect(printed.text).toContain("Ctrl-C"), { timeout: 60_000 });
    const [link = "", key = ""] = /http:\S+key=(\S+)/.exec(printed.text) ?? [];
    expect(key).toHaveLength(32);
    const name = new URL(link).hostname;

    // It is started once the link is printed.
    const processes = await vi.waitFor(
      () => {
        const all = everyProcess();
        expect(all).toContain(`--app=file://${data}`);
        return all;
      },
      { timeout: 60_000, interval: 200 },
    );
    const page = /--app=file:\/\/(\S+\.html)/.exec(processes)?.[1] ?? "";
    const seen =
      processes + everyEnvironment() + asNobody(`cat ${page}; ls -laR ${data}; cat ${data}/host/*`);
    expect(seen).toContain("Permission denied");
    for (const secret of [key, name]) expect(seen).not.toContain(secret);
    expect(tokensShownBelow(children.at(-1)?.pid)).toEqual([]);
    expect(statSync(page).mode & 0o777).toBe(0o600);

    // The port is open to all, and sends nothing without the name and the cookie.
    const { port } = new URL(link);
    // Names of sockets are not secret: other users may not enter their folder.
    const sockets = [...asNobody("cat /proc/net/unix").matchAll(/(\S*helve\S*)$/gm)].map(
      ([, path]) => path ?? "",
    );
    expect(sockets.filter((path) => path.startsWith("@"))).toEqual([]);
    for (const path of sockets.filter((path) => existsSync(path))) {
      expect(asNobody(`ls ${path}`)).toContain("Permission denied");
    }
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      const response = await fetch(`http://127.0.0.1:${port}/-/accounts`, { headers: { host } });
      expect(response.status).toBe(421);
    }

    writeFileSync(join(folder, "go"), "");
    // The page is gone once the browser has entered with it.
    await vi.waitFor(() => expect(existsSync(page)).toBe(false), { timeout: 60_000, interval: 200 });
    await vi.waitFor(() => expect(existsSync(join(data, "window", "Default"))).toBe(true), {
      timeout: 60_000,
    });
    const after = everyProcess() + everyEnvironment() + asNobody(`find ${data}`);
    for (const secret of [key, name]) expect(after).not.toContain(secret);
    expect(tokensShownBelow(children.at(-1)?.pid)).toEqual([]);
    expect(openTo(data, "window")).toEqual([]);
    // Nobody else may enter the folder; its files are closed too once the host runs, after the link is printed.
    expect(statSync(data).mode & 0o777).toBe(0o700);
    await vi.waitFor(() => expect(openTo(data, "host")).toEqual([]), { timeout: 60_000, interval: 200 });
  });

  it("finds no token of the service that runs alone", async () => {
    const script = join(root, "scripts", "service.mjs");
    const tokens = ["glpat-File_0123456789", "glpat-Input_0123456789", "glpat-Environment_0123456789"];
    const [file = "", input = "", environment = ""] = tokens;
    writeFileSync(join(folder, "token"), `${file}\n`, { mode: 0o600 });
    const flags = (name: string) => [script, `--data=${join(folder, name)}`];
    const printed = [
      start([...flags("service-1"), "--token-file", join(folder, "token")], {}),
      start([...flags("service-2"), "--token-file", "-"], {}, `${input}\n`),
      start(flags("service-3"), { HELVE_SERVICE_TOKEN: environment, CLOUD_SECRET: "of-this-machine" }),
    ];
    const urls = await Promise.all(
      printed.map(async (each) => {
        await vi.waitFor(() => expect(each.text).toMatch(/http:\S+/), { timeout: 60_000 });
        return /http:\S+/.exec(each.text)?.[0] ?? "";
      }),
    );
    const seen = everyProcess() + everyEnvironment();
    for (const [index, token] of tokens.entries()) {
      expect(seen).not.toContain(token);
      expect(printed[index]?.text).not.toContain(token);
      const me = await fetch(`${urls[index]}/api/v4/user`, { headers: { "private-token": token } });
      expect(me.status).toBe(200);
    }
    // The service itself, and git below it, have no token in their environment either.
    const service = execFileSync(
      "/bin/sh",
      [
        "-c",
        `for p in $(grep -la ${root}dist/browser/[s]ervice-cli /proc/[0-9]*/cmdline); do cat $(dirname $p)/environ; done; true`,
      ],
      { encoding: "latin1", stdio: "pipe" },
    );
    expect(service).toContain("PATH=");
    expect(service).not.toContain(environment);
    expect(service).not.toContain("of-this-machine");
  });
});

/** Files and folders below a part of the data folder that others could read, were the folder above open. */
function openTo(parent: string, part: string): string[] {
  return readdirSync(join(parent, part), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077);
}
