import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import nodeOptions from "../../../electron/system/node-options.json" with { type: "json" };
import serviceOptions from "../../../electron/system/service-options.json" with { type: "json" };
import { node, startBuiltApp } from "../../fixtures/running-app.ts";

const root = join(import.meta.dirname, "..", "..", "..");

/** Helve, or its service alone, in processes that can be killed. */
export interface Killable {
  /** Port on the loopback. */
  readonly port: string;
  /** Prefix of an operation's path. */
  readonly prefix: string;
  /** Origin of the service for clients of git, null where it is not known. */
  readonly gitUrl: string | null;
  /** Headers of each request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Kills processes of git that run now, and nothing else. Returns how many. */
  killGit(): number;
  /**
   * Kills the program as a crash would; what it started only with `all`. Resolves once its service has ended, which does
   * so by itself.
   */
  kill(all: boolean): Promise<void>;
  /** Ends it as Ctrl-C does. */
  stop(): Promise<void>;
  /** Text of its standard error. */
  readonly log: string[];
  /** Returns the code that it printed last to confirm a folder; null where it asks nobody. */
  codeOf(folder: string): string | null;
}

/** Starts the service on a folder: the bundle where it was built, else the sources. */
export async function startKillableService(
  folder: string,
  token: string,
  isBundled: boolean,
): Promise<Killable> {
  const { child, log } = spawnService(folder, token, isBundled);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(chunk.toString());
      if (found) resolve(found[0]);
    });
    child.once("exit", (code) => reject(new Error(`the service ended with ${code}: ${log.join("")}`)));
  });
  return {
    ...killing(child),
    port: new URL(url).port,
    prefix: "/api/v4",
    gitUrl: url,
    headers: { "private-token": token },
    stop: () => end(child, () => child.kill("SIGTERM")),
    log,
    codeOf: () => null,
  };
}

/** Starts the service and kills it some milliseconds later, whether it listens by then or not. */
export async function killAtStart(
  folder: string,
  token: string,
  isBundled: boolean,
  afterMs: number,
): Promise<void> {
  const { child } = spawnService(folder, token, isBundled);
  await delay(afterMs);
  await killing(child).kill(true);
}

function spawnService(folder: string, token: string, isBundled: boolean) {
  const main = isBundled ? join("dist", "browser", "service-cli.js") : join("electron", "service", "cli.ts");
  const child = spawn(node, [...serviceOptions.execArgv, join(root, main)], {
    env: { ...process.env, ...serviceOptions.env },
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  const log: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => log.push(chunk.toString()));
  child.stdin.on("error", () => undefined);
  child.stdin.end(JSON.stringify({ folder, token, port: 0, sample: false, allowLocalHooks: true }));
  return { child, log };
}

/** Starts the browser shell on a folder, whose service's data are in `service` below it. */
export async function startHost(folder: string): Promise<Killable> {
  process.env.HELVE_ALLOW_LOCAL_HOOKS = "1";
  const app = await startBuiltApp(folder, nodeOptions.execArgv);
  const link = new URL(app.link);
  const { host } = link;
  const entered = await send(link.port, "GET", `${link.pathname}${link.search}`, { host });
  const cookie = entered.cookie.split(";")[0] ?? "";
  return {
    ...killing(app.child),
    port: link.port,
    prefix: "/-/accounts/local/operations",
    gitUrl: null,
    headers: { host, cookie, origin: app.origin },
    stop: app.stop,
    log: [],
    codeOf: (folder) => {
      const [, asked = ""] = app.output().split(`the repository in ${folder},`).slice(-2);
      return /enter this code in the page: (\S+)/.exec(asked)?.[1] ?? null;
    },
  };
}

/** Response of a program; status 0 where there was none. */
export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly cookie: string;
}

/** Sends a request to the loopback, with a Host of its own. */
export function send(
  port: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string | Buffer,
): Promise<Reply> {
  return new Promise((resolve) => {
    const fail = () => resolve({ status: 0, body: "", cookie: "" });
    const sent = request({ host: "127.0.0.1", port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", fail);
      response.on("close", () => {
        const isWhole = response.complete;
        const [cookie = ""] = response.headers["set-cookie"] ?? [];
        const text = Buffer.concat(chunks).toString();
        resolve({ status: isWhole ? (response.statusCode ?? 0) : 0, body: text, cookie });
      });
    });
    sent.on("error", fail);
    sent.end(body);
  });
}

function killing(child: ChildProcess) {
  const pid = child.pid ?? 0;
  return {
    killGit: () => {
      const running = descendantsOf(pid).filter((id) => /(?:^|\/)git$/.test(commandOf(id)));
      for (const id of running) signal(id);
      return running.length;
    },
    kill: async (all: boolean) => {
      const services = descendantsOf(pid).filter((id) => /(?:^|\/)node$/.test(commandOf(id)));
      await end(child, () => {
        if (all) signal(-pid);
        else signal(pid);
      });
      while (services.some((id) => commandOf(id) !== "")) await delay(20);
    },
  };
}

function signal(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

async function end(child: ChildProcess, ask: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  ask();
  await ended;
}

function descendantsOf(pid: number): number[] {
  const below = readProcess(pid, `task/${pid}/children`).split(" ").filter(Boolean).map(Number);
  return below.flatMap((id) => [id, ...descendantsOf(id)]);
}

const commandOf = (pid: number): string => readProcess(pid, "cmdline").split("\0")[0] ?? "";

/** Returns a file about a process, empty where it has ended. */
function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
