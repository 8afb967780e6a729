import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "@playwright/test";
import { callProject } from "../../fixtures/call-project.ts";
import { startApp } from "../../fixtures/running-app.ts";
import { openBrowser } from "../browser.ts";
import { middle } from "../middle.ts";
import { addPages, wikiFolderIn } from "./pages.ts";
import { steps } from "./steps.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "3" },
    pages: { type: "string", default: "5000" },
    out: { type: "string", default: join(".helve", "bench", "wiki.json") },
  },
});
const count = Number(values.pages);
const project = "atlas/tides";
const found: Record<string, number[]> = {};
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

for (let run = 1; run <= Number(values.runs); run++) {
  console.error(`run ${run} of ${values.runs}`);
  for (const [name, value] of Object.entries(await measure())) {
    found[name] = [...(found[name] ?? []), value];
  }
}
console.table(
  Object.fromEntries(Object.entries(found).map(([name, all]) => [name, Math.round(middle(all))])),
);
mkdirSync(join(values.out, ".."), { recursive: true });
writeFileSync(values.out, `${JSON.stringify({ pages: count, found }, null, 2)}\n`);
console.log(`Medians of ${values.runs} runs over ${count} pages; written to ${values.out}`);

/** Opens a generated wiki in an app and a browser of its own, and takes its steps as a reader does. */
async function measure(): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), "helve-bench-"));
  try {
    await withPage(folder, (page) =>
      callProject(page, project, "POST", "/wikis", { title: "home", content: "# Home\n" }),
    );
    addPages(wikiFolderIn(folder), count);
    return await withPage(folder, async (page, origin) => {
      const projectPath = `/a/local/p/${encodeURIComponent(project)}`;
      await page.goto(origin + projectPath);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      return await steps(page, `${projectPath}/wiki`);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs something in a page of an app that is started on a data folder and stopped afterwards. */
async function withPage<T>(folder: string, act: (page: Page, origin: string) => Promise<T>): Promise<T> {
  const app = await startApp(folder);
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: "en-US" });
    await page.goto(app.link);
    return await act(page, app.origin);
  } finally {
    await browser.close();
    await app.stop();
  }
}
