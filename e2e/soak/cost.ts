import { parseArgs } from "node:util";
import {
  baseMs,
  emptyReport,
  judge,
  type MeteredService,
  meteredService,
} from "../../electron/service/testing/cost/metered-service.ts";
import { type CostCase, operationCases } from "../../electron/service/testing/cost/operation-cases.ts";
import { gitCases, headerCases, targetCases } from "../../electron/service/testing/cost/route-cases.ts";
import { seeded } from "../../electron/service/testing/seeded.ts";

const { values } = parseArgs({
  options: {
    /** Share of the cases to send, from 0 to 1. */
    share: { type: "string", default: "1" },
    seed: { type: "string", default: "20261127" },
    /** Only cases whose name has this text. */
    only: { type: "string", default: "" },
    /** Services at a time, each of which gets one request after the other. */
    services: { type: "string", default: "8" },
  },
});

const kilobyte = 1024;
/** Sizes of a case whose cost is above `closerMs` at the longest; its growth shows in them. */
const sizes = [4, 8, 16, 32, 64].map((size) => size * kilobyte);
const closerMs = 40;
/** Cost of the longest, in times of the cost of a fourth of it: 4 where it grows with the length, 16 with its square. */
const maxGrowth = 8;
/** Times that the sizes are sent before their growth counts: another process may have slowed one. */
const attempts = 3;

const report = emptyReport();
const growth: string[] = [];
const startedAt = Date.now();

/** Sends a case at its longest, and at doubling sizes where that costs much. */
async function measure(service: MeteredService, one: CostCase): Promise<void> {
  const { cpuMs } = await judge(service, one, one.maxBytes, report);
  if (cpuMs < closerMs) return;
  let costs = await costsBySize(service, one);
  for (let again = 1; again < attempts && growsFaster(costs); again++) {
    const others = await costsBySize(service, one);
    costs = costs.map((cost, index) => Math.min(cost, others[index] ?? cost));
  }
  const line = `${one.name}: ${costs.map((cost) => cost.toFixed(0)).join(", ")} ms`;
  if (growsFaster(costs)) report.broken.push(`${line} grow faster than the length`);
  growth.push(line);
}

async function costsBySize(service: MeteredService, one: CostCase): Promise<number[]> {
  const costs: number[] = [];
  for (const size of sizes) costs.push((await judge(service, one, size, report)).cpuMs);
  return costs;
}

const growsFaster = ([, , fourth = 0, , longest = 0]: readonly number[]): boolean =>
  longest > baseMs && longest > maxGrowth * fourth;

const services = await Promise.all(Array.from({ length: Number(values.services) }, meteredService));
try {
  const [{ token = "", projectPath = "" } = {}] = services;
  const random = seeded(Number(values.seed));
  const cases = [
    ...operationCases(token),
    ...headerCases(token, projectPath),
    ...targetCases(),
    ...gitCases(token, projectPath),
  ].filter(({ name }) => name.includes(values.only) && random.chance(Number(values.share)));
  const state = { next: 0, printed: 0 };
  const lane = async (service: MeteredService) => {
    for (let one = cases[state.next++]; one && !service.hasEnded(); one = cases[state.next++]) {
      await measure(service, one);
      if (service.hasEnded()) report.broken.push(`${one.name}: the service ended`);
      for (; state.printed < report.broken.length; state.printed++)
        console.error(`Broken: ${report.broken[state.printed]}`);
      if (state.next % 1_000 === 0) console.error(`${state.next} of ${cases.length} cases`);
    }
  };
  await Promise.all(services.map(lane));
  console.table({
    cases: cases.length,
    requests: report.sent,
    minutes: ((Date.now() - startedAt) / 60_000).toFixed(1),
    "highest processor time": `${report.cpuMs.toFixed(0)} ms`,
    "highest rise of memory": `${report.peakMb.toFixed(0)} MB`,
    "above 40 ms": growth.length,
    broken: report.broken.length,
  });
  console.log(`The slowest: ${report.slowest}`);
  for (const line of growth) console.log(line);
} finally {
  await Promise.all(services.map((service) => service.remove()));
}
process.exit(report.broken.length === 0 ? 0 : 1);
