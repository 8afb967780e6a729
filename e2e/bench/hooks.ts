import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { middle } from "./measuring/measure.ts";
import { historyOf } from "./service/large-history.ts";
import {
  benchToken,
  closeConnections,
  largeProject,
  read,
  startMeasuredService,
} from "./service/running-service.ts";
import { clock, toTiming } from "./service/timing.ts";

const { values } = parseArgs({
  options: {
    hooks: { type: "string", default: "100" },
    commits: { type: "string", default: "30" },
    rounds: { type: "string", default: "5" },
    out: { type: "string", default: join(".helve", "bench", "hooks.json") },
  },
});
const count = Number(values.hooks);
const commits = Number(values.commits);

/** A receiver that takes connections and never responds. */
const silent = createServer((socket) => socket.on("error", () => undefined));
await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
const address = silent.address();
const silentPort = typeof address === "object" && address ? address.port : 0;

/** Ways in which a receiver is unreachable: a name that does not exist, a closed port, and no response. */
const unreachable = (index: number): string =>
  [
    `https://hook-${index}.example.test/`,
    `http://127.0.0.1:1/${index}`,
    `http://127.0.0.1:${silentPort}/${index}`,
  ][index % 3] ?? "";

/** Milliseconds of commits one after the other, and of reads that are made meanwhile. */
interface Measured {
  readonly commit: number;
  readonly commitP95: number;
  readonly read: number;
  readonly readP95: number;
  /** Processor time of the service and of its git processes for a commit. */
  readonly processor: number;
  /** Processor time of the thread that responds to requests, for a commit. */
  readonly mainThread: number;
}

/** Milliseconds of processor time so far, of the fields of a `stat` of Linux; 0 where the system does not show it. */
function processorMs(stat: string, fields: readonly number[]): number {
  try {
    const values = readFileSync(stat, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return fields.reduce((sum, at) => sum + Number(values[at]) * 10, 0);
  } catch {
    return 0;
  }
}

/** Processor time of a process with its ended children, and of its main thread alone. */
const processorTimes = (pid: number) => ({
  all: processorMs(`/proc/${pid}/stat`, [11, 12, 13, 14]),
  mainThread: processorMs(`/proc/${pid}/task/${pid}/stat`, [11, 12]),
});

async function measure(hooks: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "helve-bench-"));
  const project = await largeProject(folder, "hooks", () => historyOf(1000));
  const service = await startMeasuredService(project.folder, { allowLocalHooks: true });
  const api = `${service.url}/api/v4`;
  const post = async (path: string, body: object): Promise<void> => {
    const response = await fetch(api + path, {
      method: "POST",
      headers: { "private-token": benchToken, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${response.status}: ${path}: ${await response.text()}`);
    await response.arrayBuffer();
  };
  const commit = (index: number) =>
    post("/projects/1/repository/commits", {
      branch: "main",
      commit_message: `Commit ${index}`,
      actions: [{ action: "create", file_path: `file-${index}`, content: `${index}\n` }],
      stats: false,
    });
  try {
    for (let index = 0; index < hooks; index++)
      await post("/hooks", { url: unreachable(index), push_events: true, repository_update_events: true });
    for (let index = 0; index < 3; index++) await commit(-1 - index);
    const [writes, reads]: [number[], number[]] = [[], []];
    let isOver = false;
    const before = processorTimes(service.pid);
    const reader = (async () => {
      while (!isOver) reads.push(await clock(() => read(`${api}/projects/1/repository/branches`)));
    })();
    for (let index = 0; index < commits; index++) writes.push(await clock(() => commit(index)));
    isOver = true;
    await reader;
    const after = processorTimes(service.pid);
    const [write, reading] = [toTiming(writes), toTiming(reads)];
    return {
      commit: write.p50,
      commitP95: write.p95,
      read: reading.p50,
      readP95: reading.p95,
      processor: (after.all - before.all) / commits,
      mainThread: (after.mainThread - before.mainThread) / commits,
    };
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const found: { readonly none: Measured[]; readonly many: Measured[] } = { none: [], many: [] };
for (let round = 1; round <= Number(values.rounds); round++) {
  console.error(`round ${round} of ${values.rounds}`);
  found.none.push(await measure(0));
  found.many.push(await measure(count));
}
silent.close();
closeConnections();
const names = ["commit", "commitP95", "read", "readP95", "processor", "mainThread"] as const;
const table = Object.fromEntries(
  names.map((name) => {
    const [without, withHooks] = [found.none, found.many].map((all) => middle(all.map((one) => one[name])));
    return [
      name,
      {
        "no hooks, ms": Number(without?.toFixed(1)),
        [`${count} unreachable, ms`]: Number(withHooks?.toFixed(1)),
        ratio: Number(((withHooks ?? 0) / (without ?? 1)).toFixed(2)),
      },
    ];
  }),
);
console.table(table);
mkdirSync(dirname(values.out), { recursive: true });
writeFileSync(values.out, `${JSON.stringify({ hooks: count, commits, found, table }, null, 2)}\n`);
console.log(`Medians of ${values.rounds} rounds of ${commits} commits; written to ${values.out}`);
