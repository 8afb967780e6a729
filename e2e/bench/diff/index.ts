import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium, errors } from "@playwright/test";
import { startApp } from "../../fixtures/running-app.ts";
import { type Measured, measure, watchTasks } from "./measure.ts";
import { peers, servePeers } from "./peers.ts";
import { makeRepository, patchOf, type Workload, workloads } from "./workload.ts";

const { values } = parseArgs({
  options: {
    workloads: { type: "string", default: "small,large,huge" },
    /** Seconds after which a view is given up. */
    limit: { type: "string", default: "60" },
    cache: { type: "string", default: join(".helve", "bench") },
    out: { type: "string", default: join(".helve", "bench", "diff.json") },
  },
});
const limit = Number(values.limit) * 1_000;
const cache = join(process.cwd(), values.cache);
mkdirSync(cache, { recursive: true });
const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executablePath = process.env.HELVE_CHROMIUM ?? installed.find((path) => existsSync(path));
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
];

type Outcome = Measured | "over the limit";
const results: Record<string, Record<string, Outcome | number>> = {};
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: flags });
try {
  for (const name of values.workloads.split(",") as Workload[]) results[name] = await run(browser, name);
} finally {
  await browser.close();
}
writeFileSync(values.out, `${JSON.stringify(results, null, 2)}\n`);
print();

async function run(browser: Browser, name: Workload): Promise<Record<string, Outcome | number>> {
  const repository = await makeRepository(cache, name);
  const patch = await patchOf(repository);
  const found: Record<string, Outcome | number> = { Helve: await helve(browser, repository, name) };
  const { url, server } = await servePeers(join(cache, "peers"), () => patch);
  try {
    const page = await browser.newPage();
    await page.goto(`${url}/?peer=parse`);
    await page.waitForFunction("globalThis.done === true", undefined, { timeout: limit });
    found["diff2html, parse alone"] = await page.evaluate(() => globalThis.took);
    await page.close();
    for (const peer of peers) found[peer] = await attempt(() => drawn(browser, `${url}/?peer=${peer}`));
  } finally {
    server.close();
  }
  return found;
}

async function attempt(work: () => Promise<Measured>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    return "over the limit";
  }
}

/** The real app: the workload as a merge request of a repository that was opened from disk. */
async function helve(browser: Browser, repository: string, name: Workload): Promise<Outcome> {
  const data = mkdtempSync(join(tmpdir(), "helve-bench-"));
  const app = await startApp(data);
  // The app's own policy forbids the scripts that ask it what it shows.
  const context = await browser.newContext({ bypassCSP: true, viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await watchTasks(page);
    await page.goto(app.link);
    const post = (
      path: string,
      body: object,
    ): Promise<{ id: number; iid: number; path_with_namespace: string }> =>
      page.evaluate(
        async ([url, text]) => {
          const headers = { "content-type": "application/json" };
          const response = await fetch(url, { method: "POST", headers, body: text });
          if (!response.ok) throw new Error(await response.text());
          return response.json();
        },
        [`/-/accounts/local/operations${path}`, JSON.stringify(body)] as const,
      );
    const project = await post("/local/repositories", { path: repository, name: `bench-${name}` });
    const { iid } = await post(`/projects/${project.id}/merge_requests`, {
      source_branch: "topic",
      target_branch: "main",
      title: name,
    });
    const half = (workloads[name].lines / 2).toLocaleString("en");
    const review = `${app.origin}/a/local/p/${encodeURIComponent(project.path_with_namespace)}/merge_requests/${iid}?tab=changes`;
    return await attempt(() =>
      measure(page, () => page.goto(review, { waitUntil: "commit" }), {
        first: `document.querySelector('[data-kind="added"]') !== null`,
        all: `document.body.innerText.includes("+${half}")`,
        scroller: '[aria-label="Changes"]',
        limit,
      }),
    );
  } finally {
    await context.close();
    await app.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

async function drawn(browser: Browser, url: string): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(limit);
    await watchTasks(page);
    return await measure(page, () => page.goto(url, { waitUntil: "commit" }), {
      first: `document.querySelector(".d2h-ins, .diff-code-insert") !== null`,
      all: "globalThis.done === true && document.querySelector('.d2h-ins, .diff-code-insert') !== null",
      scroller: "html",
      limit,
    });
  } finally {
    await context.close();
  }
}

/** One line for each view, with its ratio to the best other one. */
function print(): void {
  for (const [name, views] of Object.entries(results)) {
    const { files, lines } = workloads[name as Workload];
    console.log(`\n${name}: ${files.toLocaleString()} files, ${lines.toLocaleString()} changed lines`);
    const others = Object.entries(views).flatMap(([view, outcome]) =>
      view !== "Helve" && typeof outcome === "object" ? [outcome.first] : [],
    );
    const best = Math.min(...others);
    console.table(
      Object.fromEntries(
        Object.entries(views).map(([view, outcome]) => [
          view,
          typeof outcome === "number"
            ? { all: Math.round(outcome) }
            : outcome === "over the limit"
              ? { first: `over ${values.limit} s` }
              : {
                  first: Math.round(outcome.first),
                  "of the best other": Number.isFinite(best) ? (outcome.first / best).toFixed(2) : "-",
                  all: Math.round(outcome.all),
                  "heap MB": Math.round(outcome.heap / 1e6),
                  nodes: outcome.nodes,
                  "frame p50": Math.round(outcome.p50),
                  "frame p95": Math.round(outcome.p95),
                  "longest task": Math.round(outcome.longest),
                },
        ]),
      ),
    );
  }
}
