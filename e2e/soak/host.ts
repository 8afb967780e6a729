import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { driveHost } from "../../electron/host/testing/faults/drive-host.ts";
import {
  collected,
  describeMemory,
  isWithinGrowth,
  type ProcessMemory,
  warmUp,
} from "./memory/process-memory.ts";

const { values } = parseArgs({
  options: {
    operations: { type: "string", default: "100000" },
    /** Share of the requests that meet a fault. */
    share: { type: "string", default: "0.33" },
    seed: { type: "string", default: "1" },
  },
});

/** Operations of one round of the warm-up. */
const roundSize = 2_000;
/** Milliseconds in which what is under way ends. */
const restMs = 5_000;
const rested = async () => {
  await delay(restMs);
  return collected();
};

/** The host, the model of a service and the proxy are in this process: its memory is all of theirs. */
const memory: { before?: ProcessMemory; after?: ProcessMemory } = {};
const began = Date.now();
let printed = 0;
const figures = await driveHost({
  seed: Number(values.seed),
  operations: Number(values.operations),
  share: Number(values.share),
  async around(drive) {
    memory.before = await warmUp(() => drive(roundSize), rested);
    await drive(Number(values.operations));
    memory.after = await rested();
  },
  report(done, { broken }) {
    for (; printed < broken.length; printed++) console.error(broken[printed]);
    if (done % 5000 === 0) console.error(`${done} operations, ${broken.length} broken`);
  },
});
const { broken, ...rest } = figures;
const { before, after } = memory;
if (!before || !after || !isWithinGrowth(before, after)) broken.push("memory did not return");
if (before && after) console.log(`Memory: ${describeMemory(before)} before, ${describeMemory(after)} after`);
console.log(JSON.stringify({ ...rest, seconds: Math.round((Date.now() - began) / 1000) }, null, 2));
for (const each of broken.slice(printed)) console.error(each);
console.log(broken.length === 0 ? "Every promise held." : `${broken.length} promises were broken.`);
process.exit(broken.length === 0 ? 0 : 1);
