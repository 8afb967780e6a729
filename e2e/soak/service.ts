import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createProject } from "../../electron/service/domain/projects/write-project.ts";
import { gitIn, gitTextIn } from "../../electron/service/git/testing/test-repository.ts";
import { storm } from "../../electron/service/http/testing/storm.ts";
import { touchProject } from "../../electron/service/store/projects/projects.ts";
import { insertProtectedBranch } from "../../electron/service/store/projects/protected-branches.ts";
import { issueToken } from "../../electron/service/store/users/tokens.ts";
import { insertUser } from "../../electron/service/store/users/users.ts";
import { openTestStore } from "../../electron/service/testing/open-test-store.ts";
import { seeded } from "../../electron/service/testing/seeded.ts";
import serviceOptions from "../../electron/system/service-options.json" with { type: "json" };
import { operations } from "../../shared/api/index.ts";
import { describeMemory, isWithinGrowth, warmUp } from "./memory/process-memory.ts";
import { memoryOf, soakedOptions } from "./memory/soaked-process.ts";

const { values } = parseArgs({
  options: {
    /** Requests to send at least. */
    requests: { type: "string", default: "100000" },
    /** Minutes to send them for at least. */
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: "20261122" },
    /** Connections at once. */
    connections: { type: "string", default: "24" },
  },
});
const requests = Number(values.requests);
/** Requests of one round of the warm-up. */
const roundSize = Math.max(1_000, requests / 20);
/** Milliseconds in which idle processes of git end. */
const restMs = 30_000;
const token = "hlv-soak-of-the-local-service";

/** A data folder with one project whose branches are protected. */
async function prepare(folder: string) {
  const store = openTestStore(folder);
  const user = insertUser(store, { username: "soak", name: "Soak", email: "soak@example.test" });
  const project = await createProject(store, { name: "P", path: "p", userId: user.id, creatorId: user.id });
  const { stdout } = await gitIn(project.repositoryPath, ["hash-object", "-w", "--stdin"], {
    input: "text\n",
  });
  const tree = await gitIn(project.repositoryPath, ["mktree"], {
    input: `100644 blob ${stdout.toString().trim()}\tREADME.md\n`,
  });
  const person = { NAME: "A", EMAIL: "a@example.test", DATE: "1600000000 +0000" };
  const env = Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap((who) =>
      Object.entries(person).map(([key, value]) => [`GIT_${who}_${key}`, value]),
    ),
  );
  const made = await gitIn(
    project.repositoryPath,
    ["commit-tree", tree.stdout.toString().trim(), "-m", "First"],
    { env },
  );
  const commit = made.stdout.toString().trim();
  await gitIn(project.repositoryPath, ["update-ref", "refs/heads/main", commit]);
  touchProject(store, project, "main");
  insertProtectedBranch(store, project.id, { name: "*", pushAccessLevel: 0, mergeAccessLevel: 0 });
  const caller = issueToken(store, user.id, { name: "soak", scopes: ["api"] });
  await store.close();
  return { project, commit, caller };
}

/** Starts the service as `npm run service` does. */
async function start(folder: string) {
  const main = join(import.meta.dirname, "..", "..", "electron", "service", "cli.ts");
  const child = spawn(process.execPath, [...serviceOptions.execArgv, ...soakedOptions, main], {
    env: { ...process.env, ...serviceOptions.env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const log: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => log.push(chunk.toString()));
  child.stdin.end(JSON.stringify({ port: 0, folder, sample: false, token }));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(chunk.toString());
      if (found) resolve(found[0]);
    });
    child.once("exit", () => reject(new Error(`the service ended: ${log.join("")}`)));
  });
  return { child, url, log };
}

/** Processes that a process has started and that still run. */
async function childrenOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return text.split(" ").filter(Boolean).length;
}

const folder = await mkdtemp(join(tmpdir(), "helve-soak-service-"));
const broken: string[] = [];
try {
  const { project, commit, caller } = await prepare(folder);
  const service = await start(folder);
  const pid = service.child.pid ?? 0;
  const [first = "", ...rest] = [...new Set(Object.values(operations).map(({ path }) => path))];
  const target = {
    host: new URL(service.url).host,
    token: caller,
    project: project.fullPath,
    commit,
    templates: [first, ...rest] as const,
  };
  const random = seeded(Number(values.seed));
  const connections = Number(values.connections);
  const warm = { sent: 0, wrong: [] as string[] };
  const memoryBefore = await warmUp(
    async () => {
      const { sent, wrong } = await storm(target, random, connections, (count) => count >= roundSize);
      warm.sent += sent;
      warm.wrong.push(...wrong);
    },
    () => memoryOf(service.child),
  );
  const startedAt = Date.now();
  const until = startedAt + Number(values.minutes) * 60_000;
  const result = await storm(target, random, connections, (sent) => sent >= requests && Date.now() >= until);
  const minutes = (Date.now() - startedAt) / 60_000;
  await setTimeout(restMs);
  const memoryAfter = await memoryOf(service.child);
  const children = await childrenOf(pid);
  const ended = service.child.exitCode !== null || service.child.signalCode !== null;
  const wrong = [...warm.wrong, ...result.wrong];
  const alive = await fetch(`${service.url}/api/v4/version`, { headers: { "private-token": caller } })
    .then(({ status }) => status)
    .catch(() => 0);
  const refs = await gitTextIn(project.repositoryPath, [
    "for-each-ref",
    "--format=%(objectname) %(refname)",
    "refs/heads",
  ]);
  await gitIn(project.repositoryPath, ["fsck", "--strict", "--no-dangling"]).catch((error: unknown) =>
    broken.push(String(error)),
  );
  if (ended) broken.push("the service ended");
  if (alive !== 200) broken.push(`the service responds with ${alive}`);
  if (wrong.length > 0)
    broken.push(`${wrong.length} wrong responses, such as ${wrong.slice(0, 5).join("\n")}`);
  if (service.log.length > 0) broken.push(`it logged ${service.log.join("").slice(0, 2000)}`);
  if (refs !== `${commit} refs/heads/main\n`) broken.push(`branches are ${refs}`);
  if (!isWithinGrowth(memoryBefore, memoryAfter)) broken.push("memory did not return");
  if (children > 0) broken.push(`${children} processes of git still run`);
  const statuses = [...result.statuses].toSorted(([a], [b]) => a - b);
  console.table({
    "requests to warm up": warm.sent,
    requests: result.sent,
    minutes: minutes.toFixed(1),
    "memory before": describeMemory(memoryBefore),
    "memory after": describeMemory(memoryAfter),
    "wrong responses": wrong.length,
    "git processes left": children,
  });
  console.log(
    `Statuses (0: closed without one): ${statuses.map(([status, count]) => `${status} × ${count}`).join(", ")}`,
  );
  const exited = new Promise((resolve) => service.child.once("exit", resolve));
  if (!ended) {
    service.child.kill("SIGTERM");
    await exited;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
for (const line of broken) console.error(line);
process.exit(broken.length === 0 ? 0 : 1);
