import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type RunningApp, startBuiltApp } from "../../fixtures/running-app.ts";
import { describeMemory, isWithinGrowth, type ProcessMemory, warmUp } from "../memory/process-memory.ts";
import { memoryOf, soakedOptions } from "../memory/soaked-process.ts";
import { type SessionHeaders, sendRequests } from "./send-requests.ts";

/**
 * `npm run soak -- shells`: malformed requests against the browser shell as it is started by a person. No process may
 * end, every response is a refusal or a correct one, and memory returns to within a fifth of its start.
 */
const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
    parallel: { type: "string", default: "32" },
  },
});
const [count, seed, parallel] = [values.requests, values.seed, values.parallel].map(Number);
if (!count || seed === undefined || !parallel)
  throw new Error("--requests, --seed and --parallel are numbers");
/** Requests of one round of the warm-up. */
const roundSize = 8_000;
const restMs = 20_000;

const folder = mkdtempSync(join(tmpdir(), "helve-soak-"));
const app = await startBuiltApp(folder, soakedOptions);
const broken: string[] = [];
try {
  const port = Number(new URL(app.origin).port);
  const entrance = await enter(app);
  const common = { port, entrance, parallel };
  const rounds = { begun: 0 };
  const shellBefore = await warmUp(
    () => sendRequests({ ...common, count: roundSize, seed: seed + ++rounds.begun }),
    () => memoryOf(app.child),
  );
  await rest();
  const processes = processesOf(folder);
  const serviceBefore = serviceMemory(processes);
  const began = Date.now();
  const outcome = await sendRequests({ ...common, count, seed });
  const seconds = (Date.now() - began) / 1000;
  await rest();
  const shellAfter = await memoryOf(app.child);
  const serviceAfter = serviceMemory(processesOf(folder));

  console.log(`${count} requests (seed ${seed}, ${outcome.aborted} aborted) in ${seconds.toFixed(0)} s`);
  for (const [status, times] of [...outcome.statuses].toSorted())
    console.log(`  ${status.padEnd(7)}${times}`);
  const compared = {
    "the shell": [shellBefore, shellAfter],
    "the local service": [serviceBefore, serviceAfter],
  };
  for (const [what, [before, after]] of Object.entries(compared)) {
    if (!before || !after) continue;
    console.log(`  memory of ${what}: ${describeMemory(before)} before, ${describeMemory(after)} after`);
    if (!isWithinGrowth(before, after)) broken.push(`memory of ${what} grew by more than a fifth`);
  }
  broken.push(...outcome.wrong);
  const ended = processes.filter((pid) => !processesOf(folder).includes(pid));
  if (ended.length > 0) broken.push(`processes ended: ${ended.join(", ")}`);
  for (const path of ["/", "/-/accounts", "/-/accounts/local/operations/user"]) {
    const status = await sendGet(port, path, entrance);
    if (status !== 200) broken.push(`${path} responds with ${status} afterwards`);
  }
  const noise = app
    .output()
    .split("\n")
    .filter((line) => /error|unhandled|exception/i.test(line));
  if (noise.length > 0) broken.push(`printed: ${noise.slice(0, 5).join(" | ")}`);
} finally {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const promise of broken) console.error(`Broken: ${promise}`);
console.log(broken.length === 0 ? "Every promise held." : `${broken.length} broken.`);
process.exit(broken.length === 0 ? 0 : 1);

/** Exchanges the link's key for the cookie. */
async function enter({ link }: RunningApp): Promise<SessionHeaders> {
  const url = new URL(link);
  const cookie = await new Promise<string>((resolve, reject) =>
    request(
      { host: "127.0.0.1", port: url.port, path: url.pathname + url.search, headers: { host: url.host } },
      (response) => resolve(response.resume().headers["set-cookie"]?.[0]?.split(";")[0] ?? ""),
    )
      .on("error", reject)
      .end(),
  );
  return { host: url.host, cookie };
}

function sendGet(port: number, path: string, { host, cookie }: SessionHeaders): Promise<number> {
  return new Promise((resolve, reject) =>
    request({ host: "127.0.0.1", port, path, headers: { host, cookie }, agent: false }, (response) =>
      resolve(response.resume().statusCode ?? 0),
    )
      .on("error", reject)
      .end(),
  );
}

/** Ids of the shell's process and of those that it started: the shell has the folder on its command line. */
function processesOf(data: string): number[] {
  const rows = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" })
    .split("\n")
    .map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row))
    .filter((row) => row !== null)
    .map(([, pid, parent, args = ""]) => ({ pid: Number(pid), parent: Number(parent), args }));
  const shell = rows.filter(({ args }) => args.includes(`--data=${data}`)).map(({ pid }) => pid);
  // Other children, such as git, are short-lived; the service is a Node process.
  const below = rows.filter(({ parent, args }) => shell.includes(parent) && args.includes("service/main"));
  return [...shell, ...below.map(({ pid }) => pid)];
}

/** Memory of the service as the system counts it: garbage collection cannot be triggered in a child of the shell. */
function serviceMemory([, ...services]: readonly number[]): ProcessMemory {
  const kib = services.map((pid) =>
    Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })),
  );
  return { resident: kib.reduce((sum, each) => sum + each, 0) / 1024 };
}

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, restMs));
}
