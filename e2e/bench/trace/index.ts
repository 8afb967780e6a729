import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type AppWithJobs, startAppWithJobs } from "../../fixtures/app-with-jobs.ts";
import { type Measured, medianOf, type TimedOut } from "../measuring/measure.ts";
import { buildPeers, servePeers } from "../measuring/serve-peers.ts";
import { measureEngine } from "./engine.ts";
import { measureHelveTrace, traceOpenModes } from "./helve-trace.ts";
import { makeTrace } from "./make-trace.ts";
import { type Following, measureFollowing } from "./measure-following.ts";
import { measureSearch } from "./measure-search.ts";
import { printEngine, printFollowing, printTraces, type TraceResult } from "./print-traces.ts";
import { measureLimits, measureTracePeer, tracePeers } from "./trace-peers.ts";

const { values } = parseArgs({
  options: {
    /** Megabytes of the traces. */
    sizes: { type: "string", default: "1,50,200,1000" },
    /** Runs of each view; the median is reported. */
    runs: { type: "string", default: "3" },
    /** Seconds after which a view is given up, and not tried with a longer trace. */
    limit: { type: "string", default: "60" },
    /** Names of peers; none leaves Helve alone. */
    peers: { type: "string", default: Object.keys(tracePeers).join(",") },
    /** Seconds for which a growing trace is followed; 0 leaves that out. */
    "follow-seconds": { type: "string", default: "20" },
    /** Lines begin with a runner's time stamp. */
    stamps: { type: "boolean", default: false },
    /** Only what the host does without a service and a page. */
    "host-only": { type: "boolean", default: false },
    cache: { type: "string", default: join(".helve", "bench") },
    out: { type: "string", default: join(".helve", "bench", "trace.json") },
  },
});
const sizes = values.sizes.split(",").map(Number);
const chosen = values.peers.split(",").filter((name) => name in tracePeers);
const runs = Number(values.runs);
const limit = Number(values.limit) * 1_000;
const followSeconds = Number(values["follow-seconds"]);
const cache = join(process.cwd(), values.cache);
const built = join(cache, "trace-peers");
/** Views that were over the limit. */
const slow = new Map<string, TimedOut>();

// An interrupted benchmark takes its processes with it.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
mkdirSync(cache, { recursive: true });
if (values["host-only"]) {
  for (const size of sizes) {
    console.log(`\n${size} MB`);
    for (let round = 0; round < runs; round++) printEngine(await measureEngine(await traceOf(size)));
  }
  process.exit();
}
await buildPeers("trace", built);
const traces: Record<string, string> = {};
for (const size of sizes) traces[nameOf(size)] = await traceOf(size);

const results: TraceResult[] = [];
let following: Following | null = null;
const app = await startAppWithJobs(traces, followSeconds);
try {
  for (const size of sizes) {
    const result = await run(app, size);
    results.push(result);
    printTraces(result);
    save();
  }
  if (followSeconds > 0) {
    following = await measureFollowing(app, followSeconds);
    printFollowing(following);
  }
} finally {
  await app.stop();
}
save();
console.log(`\nMedians of ${runs} runs, milliseconds; written to ${values.out}`);

function traceOf(size: number): Promise<string> {
  return makeTrace(cache, size, values.stamps);
}

function nameOf(size: number): string {
  return `log-${size}`;
}

function save(): void {
  writeFileSync(values.out, `${JSON.stringify({ limit, runs, results, following }, null, 2)}\n`);
}

interface View {
  readonly view: string;
  readonly helve: boolean;
  readonly work: () => Promise<Measured | TimedOut>;
}

async function run(bench: AppWithJobs, megabytes: number): Promise<TraceResult> {
  const name = nameOf(megabytes);
  const { url, server } = await servePeers(built, { trace: traces[name] ?? "" });
  const views: View[] = [
    ...traceOpenModes.map((way) => ({
      view: `Helve, ${way}`,
      helve: true,
      work: () => measureHelveTrace(bench, name, way, limit),
    })),
    ...chosen.map((peer) => ({
      view: tracePeers[peer]?.title ?? peer,
      helve: false,
      work: () => measureTracePeer(url, peer, limit),
    })),
  ];
  const done = views.map((view) => ({ ...view, runs: [] as Measured[], over: slow.get(view.view) }));
  try {
    const limits = await measureLimits(url, limit);
    // In turns, so that a noisy machine is unfair to all alike.
    for (let round = 0; round < runs; round++) {
      for (const view of done) {
        if (view.over) continue;
        console.error(`${megabytes} MB, run ${round + 1} of ${runs}: ${view.view}`);
        const found = await view.work();
        if ("over" in found) view.over = found;
        else view.runs.push(found);
      }
    }
    const rows = done.map(({ view, helve, runs, over }) => {
      if (over && !helve) slow.set(view, { ...over, first: null, all: null });
      return { view, helve, runs, outcome: over ?? medianOf(runs) };
    });
    console.error(`${megabytes} MB: search`);
    const search = await measureSearch(bench, name, limit);
    return { megabytes, limits, rows, search, engine: await measureEngine(traces[name] ?? "") };
  } finally {
    server.close();
  }
}
