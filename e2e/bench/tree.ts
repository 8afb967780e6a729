import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "@playwright/test";
import { withRepository } from "./measuring/app-with-repository.ts";
import { middle } from "./measuring/measure.ts";
import { linkTo, seen } from "./measuring/navigate.ts";

/*
 * A repository whose tree has hundreds of thousands of entries: until its first rows are there in an app that was just
 * started, and until the first letter of "go to file" has results.
 */
const { values } = parseArgs({
  options: {
    entries: { type: "string", default: "256000" },
    runs: { type: "string", default: "3" },
    cache: { type: "string", default: join(".helve", "bench") },
    out: { type: "string", default: join(".helve", "bench", "tree.json") },
  },
});
const entries = Number(values.entries);
const filesPerFolder = 63;
const cache = join(process.cwd(), values.cache);
mkdirSync(cache, { recursive: true });
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const words =
  "src app lib core view model index test utf8 config client server user branch commit diff".split(" ");
const word = (n: number) => words[n % words.length] ?? "";

/** Returns the folder of a repository with so many files and folders, made at the first call. */
function largeTree(): string {
  const folder = join(cache, `tree-${entries}`);
  if (existsSync(folder)) return folder;
  const making = `${folder}.part`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  const git = (args: readonly string[], input?: string) => {
    const { status, stderr } = spawnSync("git", args, { cwd: making, input, maxBuffer: 2 ** 30 });
    if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
  };
  const paths = Array.from({ length: Math.floor(entries / (filesPerFolder + 1)) }, (_, n) => n).flatMap(
    (n) => {
      const inside = `${word(n)}${n % 40}/${word(n * 7)}${n}`;
      return Array.from(
        { length: filesPerFolder },
        (_, i) => `${inside}/${word(i)}_${word(i * 3 + n)}${i}.ts`,
      );
    },
  );
  git(["init", "--quiet", "--initial-branch=main"]);
  git(
    ["fast-import", "--quiet"],
    `blob\nmark :1\ndata 6\nlight\n\ncommit refs/heads/main\nmark :2\ncommitter Ada <ada@example.test> 1600000000 +0000\ndata 5\nBegin\n${paths.map((path) => `M 100644 :1 ${path}\n`).join("")}\n`,
  );
  git(["repack", "-adq"]);
  renameSync(making, folder);
  return folder;
}

/** A script that opens a view at a letter typed into "go to file", as soon as a result is drawn. */
const typeLetter = (letter: string): string =>
  `const field = document.querySelector('[role=dialog] input');
   Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, field.value + "${letter}");
   field.dispatchEvent(new Event("input", { bubbles: true }))`;
const marked = (letters: string) =>
  `[...document.querySelectorAll('[role=dialog] [role=option]')].some((one) => one.querySelector('[class*=letter]')?.textContent.toLowerCase() === "${letters}")`;

/** Reads the whole tree again as "go to file" does, through host and service, without anything of the page. */
const readListing = (page: Page, root: string): Promise<number> =>
  page.evaluate(async (project) => {
    const from = performance.now();
    const path = `/-/accounts/local/operations/projects/${project}/repository/tree`;
    const response = await fetch(`${path}?recursive=true&ref=main&per_page=100&helve-pages=all`);
    await response.arrayBuffer();
    return performance.now() - from;
  }, root.split("/").at(-1));

/** Milliseconds in which git alone lists the same tree. */
function listByGit(): number {
  const from = performance.now();
  spawnSync("git", ["ls-tree", "-r", "-t", "-z", "main"], { cwd: repository, maxBuffer: 2 ** 30 });
  return performance.now() - from;
}

async function measure(page: Page, root: string): Promise<Record<string, number>> {
  const rows = await seen(
    page,
    `document.querySelector('[role=treeitem]')`,
    linkTo(`${root}/files?ref=main`),
  );
  // What a view reads ahead is the view's own; the index is not read before it is asked for.
  await page.waitForTimeout(1_500);
  await page.keyboard.press("t");
  await page.locator("[role=dialog] input").waitFor();
  const first = await seen(page, marked("c"), typeLetter("c"));
  await page.waitForTimeout(2_000);
  const second = await seen(page, marked("co"), typeLetter("o"));
  await page.keyboard.press("Escape");
  await page.waitForTimeout(500);
  await page.keyboard.press("t");
  await page.locator("[role=dialog] input").waitFor();
  await page.waitForTimeout(500);
  const again = await seen(page, marked("s"), typeLetter("s"));
  const listing = await readListing(page, root);
  return {
    "first rows": rows,
    "first key, cold": first,
    "second key": second,
    "first key, again": again,
    "whole tree through the host": listing,
    "whole tree by git alone": listByGit(),
  };
}

const targets: Record<string, string> = {
  "first rows": "≤ 200",
  "first key, cold": "≤ 50",
  "first key, again": "≤ 50",
};
const repository = largeTree();
const found: Record<string, number[]> = {};
for (let run = 1; run <= Number(values.runs); run++) {
  console.error(`run ${run} of ${values.runs}`);
  const figures = await withRepository(repository, measure);
  for (const [name, value] of Object.entries(figures)) found[name] = [...(found[name] ?? []), value];
}
console.table(
  Object.fromEntries(
    Object.entries(found).map(([name, all]) => [
      name,
      { "median ms": Math.round(middle(all)), target: targets[name] ?? "" },
    ]),
  ),
);
writeFileSync(values.out, `${JSON.stringify({ entries, found }, null, 2)}\n`);
console.log(
  `${entries.toLocaleString("en")} entries, medians of ${values.runs} runs; written to ${values.out}`,
);
