import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureHelve } from "./helve.ts";
import type { GivenUp, Measured } from "./measure.ts";
import { medianOf } from "./median.ts";
import { measureParse, measurePeer, peers } from "./peers.ts";
import { print, type Result, type Row } from "./report.ts";
import { buildPeers, servePeers } from "./serve-peers.ts";
import { isWorkload, makeRepository, patchOf, type Workload } from "./workload.ts";

const { values } = parseArgs({
  options: {
    workloads: { type: "string", default: "small,large,huge" },
    /** The small workload alone, once. */
    quick: { type: "boolean", default: false },
    /** Runs of each view, of which the median is told. */
    runs: { type: "string", default: "3" },
    /** Seconds after which a view is given up. */
    limit: { type: "string", default: "60" },
    /** Names of peers; none leaves Helve alone. */
    peers: { type: "string", default: Object.keys(peers).join(",") },
    cache: { type: "string", default: join(".helve", "bench") },
    out: { type: "string", default: join(".helve", "bench", "diff.json") },
  },
});
const names = (values.quick ? "small" : values.workloads).split(",").filter(isWorkload);
const chosen = values.peers.split(",").filter((name) => name in peers);
const runs = values.quick ? 1 : Number(values.runs);
const limit = Number(values.limit) * 1_000;
const cache = join(process.cwd(), values.cache);
const built = join(cache, "peers");
/** Peers that were over the limit, which more changes would not make faster. */
const slow = new Set<string>();

mkdirSync(cache, { recursive: true });
await buildPeers(built);
const results: Result[] = [];
for (const name of names) {
  const result = await run(name);
  results.push(result);
  print(result);
  writeFileSync(values.out, `${JSON.stringify({ limit, runs, results }, null, 2)}\n`);
}
console.log(`\nMedians of ${runs} runs, milliseconds; written to ${values.out}`);

async function run(workload: Workload): Promise<Result> {
  const repository = await makeRepository(cache, workload);
  const { url, server } = await servePeers(built, await patchOf(repository));
  try {
    const rows: Row[] = [];
    for (const way of ["cold", "in-app"] as const) {
      const work = () => measureHelve(repository, workload, way, limit);
      rows.push({ view: `Helve, ${way}`, helve: true, ...(await repeat(work)) });
    }
    const parses: number[] = [];
    for (let round = 0; round < runs; round++) parses.push(await measureParse(url, limit));
    for (const name of chosen) {
      const row = slow.has(name)
        ? { outcome: { over: limit, first: null, all: null }, runs: [] }
        : await repeat(() => measurePeer(url, name, limit));
      if ("over" in row.outcome) slow.add(name);
      rows.push({ view: peers[name]?.title ?? name, helve: false, ...row });
    }
    return {
      workload,
      parse: parses.toSorted((a, b) => a - b)[Math.floor((runs - 1) / 2)] ?? Number.NaN,
      rows,
    };
  } finally {
    server.close();
  }
}

/** Measures as often as was asked for; once is enough to know that a view is over the limit. */
async function repeat(work: () => Promise<Measured | GivenUp>): Promise<Pick<Row, "outcome" | "runs">> {
  const done: Measured[] = [];
  for (let round = 0; round < runs; round++) {
    const found = await work();
    if ("over" in found) return { outcome: found, runs: done };
    done.push(found);
  }
  return { outcome: medianOf(done), runs: done };
}
