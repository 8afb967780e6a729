import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { withRepository } from "../measuring/app-with-repository.ts";
import { middle } from "../measuring/measure.ts";
import { largeRepository, repositorySizes } from "./large-repository.ts";
import { tasks } from "./measured-tasks.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "3" },
    /** Names of the tasks; all unless given. */
    tasks: { type: "string" },
    /** Another repository than the generated one. */
    repository: { type: "string" },
    cache: { type: "string", default: join(".helve", "bench") },
    out: { type: "string", default: join(".helve", "bench", "views.json") },
  },
});
const cache = join(process.cwd(), values.cache);
mkdirSync(cache, { recursive: true });
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const repository = values.repository ?? largeRepository(cache);
const chosen = values.tasks?.split(",");
const found: Record<string, number[]> = {};
for (let run = 1; run <= Number(values.runs); run++) {
  console.error(`run ${run} of ${values.runs}`);
  for (const task of tasks) {
    if (chosen && !chosen.includes(task.name)) continue;
    const figures = await withRepository(repository, (page, root) => task.run(page, root));
    for (const [name, value] of Object.entries(figures)) {
      found[`${task.name}: ${name}`] = [...(found[`${task.name}: ${name}`] ?? []), value];
    }
  }
}
console.table(
  Object.fromEntries(
    Object.entries(found).map(([name, all]) => {
      const value = middle(all);
      const target = targetOf(name);
      // Ratios are the only figures that small.
      const shown = value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
      return [name, { found: shown, ...(target === undefined ? {} : { target }) }];
    }),
  ),
);
writeFileSync(values.out, `${JSON.stringify({ sizes: repositorySizes, found }, null, 2)}\n`);
console.log(`Medians of ${values.runs} runs; written to ${values.out}`);

/** Returns the target of a measurement by its name. */
function targetOf(name: string): number | undefined {
  const task = tasks.find((one) => name.startsWith(`${one.name}: `));
  return Object.entries(task?.targets ?? {}).find(([end]) => name.endsWith(end))?.[1];
}
