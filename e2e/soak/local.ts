import { parseArgs } from "node:util";
import fc from "fast-check";
import { openedService } from "../../electron/service/domain/originals/testing/opened-service.ts";
import { runSideBySide, stepsOf } from "../../electron/service/domain/originals/testing/side-by-side.ts";

const { values } = parseArgs({
  options: {
    /** Steps in all: git commands in a terminal and operations of Helve, in random order. */
    steps: { type: "string", default: "2400" },
    /** Steps over one repository before the next one is made. */
    each: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
  },
});
const each = Number(values.each);
const runs = Math.ceil(Number(values.steps) / each);
const seed = Number(values.seed);
const service = await openedService();
const totals = { repositories: 0, steps: 0, "in the terminal": 0, "refs Helve moved": 0, "Helve refused": 0 };
const began = performance.now();
try {
  for (const [index, steps] of fc.sample(stepsOf(each), { numRuns: runs, seed }).entries()) {
    const counts = await runSideBySide(service, `run-${index}`, steps);
    totals.repositories++;
    totals.steps += steps.length;
    totals["in the terminal"] += counts.terminal;
    totals["refs Helve moved"] += counts.moved;
    totals["Helve refused"] += counts.refused;
  }
} catch (error) {
  console.error(`Seed ${seed}, repository ${totals.repositories}:`, error);
  process.exitCode = 1;
} finally {
  await service.close();
}
console.table({ ...totals, seconds: Math.round((performance.now() - began) / 1000) });
