import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { middle } from "../middle.ts";
import { type Load, type Loads, measure } from "./measure.ts";
import { withViews } from "./views.ts";

const { values } = parseArgs({
  options: {
    /** Browsers in which each view is opened; medians are reported. */
    runs: { type: "string", default: "7" },
    /** Names of the views beside the empty page. */
    views: { type: "string", default: "projects,files,review,changes" },
    cache: { type: "string", default: join(".helve", "bench") },
    out: { type: "string", default: join(".helve", "bench", "start.json") },
  },
});
const runs = Number(values.runs);
const cache = join(process.cwd(), values.cache);
mkdirSync(cache, { recursive: true });

// An interrupted benchmark takes its processes with it.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const found = await withViews(cache, async (all) => {
  const chosen = values.views.split(",");
  const views = all.filter(({ name }, index) => index === 0 || chosen.includes(name));
  const done = views.map(({ name }) => ({ name, runs: [] as Loads[] }));
  // In turns, so that a noisy machine affects all alike; the first round warms the servers up and is not reported.
  for (let round = 0; round <= runs; round++) {
    console.error(round === 0 ? "warming up" : `run ${round} of ${runs}`);
    for (const [index, view] of views.entries()) {
      const loads = await measure(view);
      if (round > 0) done[index]?.runs.push(loads);
    }
  }
  return done;
});

for (const way of ["cold", "warm"] as const) {
  const rows = found.map(({ name, runs }) => ({ name, ...medianOf(runs.map((loads) => loads[way])) }));
  const base = rows[0]?.usable ?? Number.NaN;
  console.log(`\n${way}`);
  console.table(
    Object.fromEntries(
      rows.map(({ name, paint, usable, longest, script, transferred }) => [
        name,
        {
          paint: Math.round(paint),
          usable: Math.round(usable),
          "of empty": `${(usable / base).toFixed(2)}×`,
          "longest task": Math.round(longest),
          "script kB": Math.round(script / 1_000),
          "transferred kB": Math.round(transferred / 1_000),
        },
      ]),
    ),
  );
}
writeFileSync(values.out, `${JSON.stringify({ runs, found }, null, 2)}\n`);
console.log(`\nMedians of ${runs} runs, milliseconds; written to ${values.out}`);

function medianOf(loads: readonly Load[]): Load {
  const over = (pick: (load: Load) => number) => middle(loads.map(pick));
  return {
    paint: over(({ paint }) => paint),
    usable: over(({ usable }) => usable),
    longest: over(({ longest }) => longest),
    script: over(({ script }) => script),
    transferred: over(({ transferred }) => transferred),
  };
}
