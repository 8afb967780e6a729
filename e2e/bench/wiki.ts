import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "@playwright/test";
import { callProject } from "../fixtures/call-project.ts";
import { startBuiltApp } from "../fixtures/running-app.ts";
import { openBrowser } from "./measuring/browser.ts";
import { middle } from "./measuring/measure.ts";
import { linkTo, seen } from "./measuring/navigate.ts";

/** Opens a wiki and navigates in it. Returns the milliseconds of each step. */
async function steps(page: Page, root: string): Promise<Record<string, number>> {
  const text = (words: string) =>
    `document.querySelector('[aria-label^="Text of"] article')?.textContent.includes(${JSON.stringify(words)})`;
  const rows = `document.querySelectorAll('[role=tree] [role=treeitem]').length`;
  const open = await seen(page, `${rows} > 5 && ${text("Home")}`, linkTo(root));
  const drawn = Number(await page.evaluate(rows));
  const again = await seen(
    page,
    text("Page 42 of"),
    linkTo(`${root}/${encodeURIComponent("area-2/topic-1/Page-42")}`),
  );
  const filter = await seen(page, `${rows} > 0 && ${rows} < 9`, type("Filter pages", "page 4999"));
  const first = await seen(
    page,
    `document.querySelector('[aria-label="Matching pages"] [role=option]')`,
    linkTo(`${root}/-/search?q=watch`),
  );
  const next = await seen(
    page,
    `document.querySelector('[aria-label="Matching pages"] [role=option]')?.textContent.includes("Page 1234")`,
    type("Search titles and texts", "page 1234 watch"),
  );
  return {
    "first page and tree (ms)": open,
    "rows drawn": drawn,
    "another page (ms)": again,
    "filter (ms)": filter,
    "first search, reads all texts (ms)": first,
    "further search (ms)": next,
  };
}

/** Writes into the field with a label. */
const type = (label: string, words: string): string => `
  const field = [...document.querySelectorAll("input")].find(({ labels }) => labels[0]?.textContent === ${JSON.stringify(label)});
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, ${JSON.stringify(words)});
  field.dispatchEvent(new Event("input", { bubbles: true }))`;

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
  const app = await startBuiltApp(folder);
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

/** Folder of the one wiki that has but a home page, in an app's data folder. */
function wikiFolderIn(folder: string): string {
  const wikis = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".wiki.git"))
    .map((path) => join(folder, path));
  const commits = (path: string) =>
    Number(execFileSync("git", ["-C", path, "rev-list", "--count", "HEAD"], { encoding: "utf8" }));
  const own = wikis.find((path) => commits(path) === 1);
  if (!own) throw new Error("The wiki was not found");
  return own;
}

/** Adds the pages, about 4 KB each in folders of ten, as one commit. */
function addPages(repository: string, count: number): void {
  const sentence = "The lantern is turned at dusk and again before the second watch begins. ";
  const parts: string[] = [
    "commit refs/heads/main\ncommitter Bench <bench@helve.example> 1600000000 +0000\ndata 5\npages\nfrom refs/heads/main^0\n",
  ];
  for (let number = 0; number < count; number++) {
    const content = `# Page ${number}\n\nPage ${number} of the wiki.\n\n${sentence.repeat(55)}\n`;
    const path = `area-${number % 10}/topic-${number % 41}/Page-${number}.md`;
    parts.push(`M 100644 inline ${path}\ndata ${Buffer.byteLength(content)}\n${content}\n`);
  }
  execFileSync("git", ["-C", repository, "fast-import", "--quiet"], { input: parts.join("") });
}
