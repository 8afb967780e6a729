import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { gitIn, gitTextIn } from "../../../electron/service/git/testing/test-repository.ts";
import { historyOf, historyPath } from "./large-history.ts";
import { measureMemory } from "./measure-memory.ts";
import { printService, type ServiceResult, type ServiceRow } from "./print-service.ts";
import { measureReal, printReal, realProject } from "./real.ts";
import { realShape } from "./real-history.ts";
import {
  benchToken,
  closeConnections,
  type LargeProject,
  largeProject,
  read as readBytes,
  restore,
  startMeasuredService,
} from "./running-service.ts";
import { clock, interleave, percentile, rate } from "./timing.ts";
import { measureTransfers } from "./transfers.ts";
import { type BenchProject, workloadsOf } from "./workloads.ts";

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "1000,100000,real" },
    rounds: { type: "string", default: "15" },
    /**
     * Measurements to run: parts of the names of those of the real repository, `transfers` or `memory`; all by default.
     */
    tasks: { type: "string" },
    cache: { type: "string", default: join(tmpdir(), "helve-bench") },
    out: { type: "string", default: join(".helve", "bench", "service.json") },
  },
});
const rounds = Number(values.rounds);

/** Reads a response to its end; fails where it is not a success. */
const read = async (url: string): Promise<number> => (await readBytes(url)).bytes;

/** Commits a change of one file to `main`. */
async function commit(url: string, round: number): Promise<void> {
  const body = JSON.stringify({
    branch: "main",
    commit_message: "Measure",
    actions: [{ action: "update", file_path: historyPath(1), content: `${Date.now()} ${round}\n` }],
    stats: false,
  });
  const headers = { "private-token": benchToken, "content-type": "application/json" };
  const response = await fetch(`${url}commits`, { method: "POST", headers, body });
  await response.arrayBuffer();
  if (response.status !== 201) throw new Error(`the commit failed with status ${response.status}`);
}

async function readProjectInfo({ repository }: LargeProject, size: number): Promise<BenchProject> {
  const count = async (...args: string[]) =>
    (await gitTextIn(repository, args)).split("\n").filter(Boolean).length;
  const blobs = (await gitTextIn(repository, ["ls-tree", "-r", "--format=%(objectname)", "main"]))
    .trim()
    .split("\n");
  const step = Math.max(1, Math.floor(blobs.length / 997));
  return {
    size,
    commits: Number(await gitTextIn(repository, ["rev-list", "--count", "main"])),
    branches: await count("for-each-ref", "refs/heads/"),
    tags: await count("for-each-ref", "refs/tags/"),
    blobs: blobs.filter((_, index) => index % step === 0),
  };
}

/** Waits until the service has written the commit graph of a long history; a short one has none. */
async function untilKept({ repository }: LargeProject, commits: number): Promise<void> {
  const chain = join(repository, "objects", "info", "commit-graphs", "commit-graph-chain");
  for (let waited = 0; commits >= 5000 && waited < 60 && !existsSync(chain); waited++) await setTimeout(500);
}

async function measure(size: number): Promise<ServiceResult> {
  const project = await largeProject(values.cache, String(size), () => historyOf(size));
  await restore(project);
  const info = await readProjectInfo(project, size);
  const running = await startMeasuredService(project.folder);
  const service = { url: `${running.url}/api/v4/projects/1/repository/`, stop: running.stop };
  try {
    const workloads = workloadsOf(info);
    const cold: number[] = [];
    for (const { path } of workloads) cold.push(await clock(() => read(service.url + path(0))));
    await untilKept(project, info.commits);
    const rows: ServiceRow[] = [];
    const commits: number[] = [];
    for (const [index, { name, path, git: args }] of workloads.entries()) {
      await read(service.url + path(0));
      await gitIn(project.repository, args(0));
      const [api, own] = await interleave(
        rounds,
        (round) => read(service.url + path(round + 1)),
        (round) => gitIn(project.repository, args(round + 1)),
      );
      const fresh: number[] = [];
      for (let round = 0; round < 3; round++) {
        commits.push(await clock(() => commit(service.url, round)));
        fresh.push(await clock(() => read(service.url + path(round + 1))));
      }
      rows.push({ name, cold: cold[index] ?? Number.NaN, fresh: percentile(fresh, 0.5), api, git: own });
    }
    const blob = (n: number) => `blobs/${info.blobs[n % info.blobs.length]}/raw`;
    const folder = (n: number) => `tree?path=d${n % 100}%2Fs${n % 10}`;
    const rates = {
      blobs: await rate(2000, 8, (n) => read(service.url + blob(n))),
      trees: await rate(2000, 8, (n) => read(service.url + folder(n))),
    };
    return { size, commits: info.commits, rows, rates, commit: percentile(commits, 0.5) };
  } finally {
    await service.stop();
  }
}

await mkdir(values.cache, { recursive: true });
await mkdir(dirname(values.out), { recursive: true });
const names = values.sizes.split(",").filter(Boolean);
const results: ServiceResult[] = [];
for (const size of names.filter((name) => name !== "real")) results.push(await measure(Number(size)));
const real = names.includes("real") ? await measureRealProject() : null;
closeConnections();
printService(results);
if (real) {
  console.log(
    `\n${realShape.commits} commits, ${realShape.branches} branches, ${realShape.tags} tags; milliseconds`,
  );
  if (real.rows.length > 0) printReal(real.rows);
  if (real.transfers.length > 0) console.table(real.transfers);
  if (real.memory.length > 0) console.table(real.memory);
}
await writeFile(values.out, `${JSON.stringify({ sizes: results, real }, null, 2)}\n`);
console.log(`\nWritten to ${values.out}`);

async function measureRealProject() {
  const chosen = values.tasks?.split(",");
  const wanted = (name: string) => !chosen || chosen.some((part) => name.includes(part));
  console.error("making or finding the repository");
  const project = await realProject(values.cache);
  const rows = await measureReal(project, rounds, wanted);
  const folder = await mkdtemp(join(tmpdir(), "helve-bench-"));
  try {
    const transfers = wanted("transfers") ? await measureTransfers(project, folder) : [];
    const memory = wanted("memory") ? await measureMemory(project, join(folder, "empty")) : [];
    return { rows, transfers, memory };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
