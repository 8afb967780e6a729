import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { node } from "../fixtures/running-app.ts";
import { middle } from "./measuring/measure.ts";

/*
 * From `npm start` to the printed link, and to the page's HTML, of an app that was started before. Beside it what npm
 * and Node need for nothing at all.
 */
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "7" },
    out: { type: "string", default: join(".helve", "bench", "link.json") },
  },
});
const data = mkdtempSync(join(tmpdir(), "helve-bench-"));
const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const shell = process.platform === "win32";

/** Starts a program in a group of its own, so that all of its processes can be ended together. */
const start = (command: string, args: readonly string[]): ChildProcess =>
  spawn(command, args, { stdio: ["ignore", "pipe", "inherit"], detached: !shell, shell });

const ended = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve) => child.once("exit", resolve));

async function timeUntilEnd(command: string, args: readonly string[]): Promise<number> {
  const from = performance.now();
  const child = start(command, args);
  child.stdout?.resume();
  await ended(child);
  return performance.now() - from;
}

/** Returns the milliseconds until the link is printed, and until the page that it leads to is there. */
async function timeStart(command: string, args: readonly string[]): Promise<[number, number]> {
  const from = performance.now();
  const child = start(command, [...args, "--no-open", `--data=${data}`]);
  const gone = ended(child);
  const link = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = /browser that does not find this name: (http:\/\/\S+key=\S+)/.exec(text)?.[1];
      if (found) resolve(found);
    });
    gone.then(() => reject(new Error(`it ended: ${text}`)));
  });
  const linked = performance.now() - from;
  const entered = await fetch(link, { redirect: "manual" });
  const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
  const page = await fetch(new URL("/", link), { headers: { cookie } });
  await page.text();
  const shown = performance.now() - from;
  if (child.pid !== undefined && !shell) process.kill(-child.pid, "SIGTERM");
  else child.kill();
  await gone;
  return [linked, shown];
}

const script = join("scripts", "start.mjs");
const found: Record<string, number[]> = {};
const add = (name: string, ms: number) => {
  found[name] = [...(found[name] ?? []), ms];
};
try {
  // The first one builds, fills the data folder and compiles.
  await timeStart(node, [script]);
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  for (let run = 0; run < Number(values.runs); run++) {
    add("node that does nothing", await timeUntilEnd(node, ["-e", "0"]));
    add("npm that does nothing", await timeUntilEnd(npm, ["exec", "--offline", "-c", "exit"]));
    const [linked, shown] = await timeStart(npm, ["start", "--silent", "--"]);
    add("npm start: link", linked);
    add("npm start: page's HTML", shown);
    add("node scripts/start.mjs: link", (await timeStart(node, [script]))[0]);
  }
} finally {
  rmSync(data, { recursive: true, force: true });
}
const targets: Record<string, string> = { "npm start: link": "≤ 500" };
console.table(
  Object.fromEntries(
    Object.entries(found).map(([name, all]) => [
      name,
      { "median ms": Math.round(middle(all)), target: targets[name] ?? "" },
    ]),
  ),
);
mkdirSync(dirname(values.out), { recursive: true });
writeFileSync(values.out, `${JSON.stringify(found, null, 2)}\n`);
console.log(`Medians of ${values.runs} runs; written to ${values.out}`);
