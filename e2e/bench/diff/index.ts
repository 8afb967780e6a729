import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Measured, medianOf, middle, type TimedOut } from "../measuring/measure.ts";
import { buildPeers, servePeers } from "../measuring/serve-peers.ts";
import { diffOpenModes, measureHelveDiff } from "./helve.ts";
import { diffPeers, measureDiffPeer, measureReading } from "./peers.ts";
import { type DiffResult, printDiffs } from "./print-diffs.ts";
import { type DiffWorkload, isWorkload, makeDiffRepository, patchOf } from "./workload.ts";

const { values } = parseArgs({
  options: {
    workloads: { type: "string", default: "small,large,huge" },
    /** The small workload alone, once. */
    quick: { type: "boolean", default: false },
    /** Runs of each view; the median is reported. */
    runs: { type: "string", default: "3" },
    /** Seconds after which a view is given up. */
    limit: { type: "string", default: "60" },
    /** Names of peers; none leaves Helve alone. */
    peers: { type: "string", default: Object.keys(diffPeers).join(",") },
    cache: { type: "string", default: join(".helve", "bench") },
    out: { type: "string", default: join(".helve", "bench", "diff.json") },
  },
});
const names = (values.quick ? "small" : values.workloads).split(",").filter(isWorkload);
const chosen = values.peers.split(",").filter((name) => name in diffPeers);
const runs = values.quick ? 1 : Number(values.runs);
const limit = Number(values.limit) * 1_000;
const cache = join(process.cwd(), values.cache);
const built = join(cache, "peers");
/** Views that were over the limit: they are not tried with more changes. */
const slow = new Map<string, TimedOut>();

// An interrupted benchmark takes its processes with it.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
mkdirSync(cache, { recursive: true });
await buildPeers("diff", built);
const results: DiffResult[] = [];
for (const name of names) {
  const result = await run(name);
  results.push(result);
  printDiffs(result);
  writeFileSync(values.out, `${JSON.stringify({ limit, runs, results }, null, 2)}\n`);
}
console.log(`\nMedians of ${runs} runs, milliseconds; written to ${values.out}`);

interface View {
  readonly view: string;
  readonly helve: boolean;
  readonly work: () => Promise<Measured | TimedOut>;
}

async function run(workload: DiffWorkload): Promise<DiffResult> {
  const repository = await makeDiffRepository(cache, workload);
  const patch = join(cache, `diff-${workload}.patch`);
  writeFileSync(patch, await patchOf(repository));
  const { url, server } = await servePeers(built, { patch });
  const views: View[] = [
    ...diffOpenModes.map((way) => ({
      view: `Helve, ${way}`,
      helve: true,
      work: () => measureHelveDiff(repository, workload, way, limit),
    })),
    ...chosen.map((name) => ({
      view: diffPeers[name]?.title ?? name,
      helve: false,
      work: () => measureDiffPeer(url, name, limit),
    })),
  ];
  const done = views.map((view) => ({ ...view, runs: [] as Measured[], over: slow.get(view.view) }));
  const reading = { parse: [] as number[], read: [] as number[] };
  try {
    // In turns, so that a noisy machine is unfair to all alike.
    for (let round = 0; round < runs; round++) {
      for (const reader of ["parse", "read"] as const)
        reading[reader].push(await measureReading(url, reader, limit));
      for (const view of done) {
        if (view.over) continue;
        console.error(`${workload}, run ${round + 1} of ${runs}: ${view.view}`);
        const found = await view.work();
        if ("over" in found) view.over = found;
        else view.runs.push(found);
      }
    }
  } finally {
    server.close();
  }
  return {
    workload,
    parse: middle(reading.parse),
    read: middle(reading.read),
    rows: done.map(({ view, helve, runs, over }) => {
      if (over) slow.set(view, { ...over, first: null, all: null });
      return { view, helve, runs, outcome: over ?? medianOf(runs) };
    }),
  };
}
