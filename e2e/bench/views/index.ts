import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { confirmFolders } from "../../fixtures/enter-codes.ts";
import { type RunningApp, startBuiltApp } from "../../fixtures/running-app.ts";
import { openBrowser } from "../measuring/browser.ts";
import { middle } from "../measuring/measure.ts";
import { largeRepository, repositorySizes } from "./large-repository.ts";
import { tasks } from "./measured-tasks.ts";
import type { Task } from "./task.ts";

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
    const figures = await measure(task);
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

/** Runs a task in an app and a browser of its own, so that nothing was read before. */
async function measure(task: Task): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), "helve-bench-"));
  confirmFolders(folder, [repository]);
  const app: RunningApp = await startBuiltApp(folder);
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-US" });
    const page = await context.newPage();
    await page.goto(app.link);
    const project = await page.evaluate(async (path) => {
      const response = await fetch("/-/accounts/local/operations/local/repositories", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ path }),
      });
      return String((await response.json()).path_with_namespace);
    }, repository);
    const root = `${app.origin}/a/local/p/${encodeURIComponent(project)}`;
    // The start of the app is not the task's.
    await page.waitForTimeout(1_500);
    return await task.run(page, root);
  } finally {
    await browser.close();
    await app.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
