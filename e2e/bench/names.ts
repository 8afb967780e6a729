import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "@playwright/test";
import { withRepository } from "./measuring/app-with-repository.ts";
import { middle } from "./measuring/measure.ts";
import { linkTo, seen } from "./measuring/navigate.ts";

/*
 * A merge request in a repository of many files: until a name of its diff has its definition for the first time, until
 * all files are read, and until another name has its definition then.
 */
const { values } = parseArgs({
  options: {
    files: { type: "string", default: "9000" },
    runs: { type: "string", default: "3" },
    cache: { type: "string", default: join(".helve", "bench") },
    out: { type: "string", default: join(".helve", "bench", "names.json") },
  },
});
const files = Number(values.files);
const cache = join(process.cwd(), values.cache);
mkdirSync(cache, { recursive: true });
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const pathOf = (n: number) => `src/part${n % 90}/file${n}.ts`;
const nameOf = (n: number, part: number) => `read${n}Part${part}`;

/** Returns a file with ten functions, each of which calls one of another file. */
function textOf(n: number, word: string): string {
  const parts = Array.from({ length: 10 }, (_, part) => {
    const other = nameOf((n * 7 + part + 1) % files, part);
    return `/** Returns part ${part} of file ${n}. */\nexport function ${nameOf(n, part)}(value: number): number {\n  const ${word} = value + ${part};\n  return ${other}(${word} - ${n});\n}\n`;
  });
  return parts.join("\n");
}

/** Returns the folder of a repository with so many files and a branch that changes one, made at the first call. */
function manyFiles(): string {
  const folder = join(cache, `names-of-calls-${files}`);
  if (existsSync(folder)) return folder;
  const making = `${folder}.part`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  const git = (args: readonly string[], input?: string) => {
    const { status, stderr } = spawnSync("git", args, { cwd: making, input, maxBuffer: 2 ** 30 });
    if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
  };
  const file = (n: number, word: string) => {
    const text = textOf(n, word);
    return `M 100644 inline ${pathOf(n)}\ndata ${Buffer.byteLength(text)}\n${text}\n`;
  };
  const by = "committer Ada <ada@example.test> 1600000000 +0000\ndata 5\nBegin\n";
  const all = Array.from({ length: files }, (_, n) => file(n, "sum")).join("");
  git(["init", "--quiet", "--initial-branch=main"]);
  git(
    ["fast-import", "--quiet"],
    `commit refs/heads/main\nmark :1\n${by}${all}\ncommit refs/heads/change\n${by}from :1\n${file(1, "total")}\n`,
  );
  git(["repack", "-adq"]);
  renameSync(making, folder);
  return folder;
}

/** A script that presses a key where the focus is. */
const press = (key: string): string =>
  `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "${key}", bubbles: true, cancelable: true }))`;
const hasDefinition = `document.querySelector('[role=dialog] ul[aria-label=Definitions] a')`;
const isRead = `document.querySelector('[role=dialog] ul[aria-label=Definitions] a') && !document.querySelector('[role=dialog] [role=progressbar]')`;

async function measure(page: Page, root: string): Promise<Record<string, number>> {
  const project = root.slice(root.lastIndexOf("/") + 1);
  const iid = await page.evaluate(async (id) => {
    const response = await fetch(`/-/accounts/local/operations/projects/${id}/merge_requests`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ source_branch: "change", target_branch: "main", title: "Change a word" }),
    });
    return Number((await response.json()).iid);
  }, project);
  const changes = `${root}/merge_requests/${iid}?tab=changes`;
  await seen(page, `document.querySelector('[data-kind=added]')`, linkTo(changes));
  await page.waitForTimeout(1_500);
  // The second changed line of the first function, which calls one of another file.
  await page.keyboard.press("n");
  for (let line = 0; line < 3; line++) await page.keyboard.press("Alt+ArrowDown");
  const first = await seen(page, hasDefinition, press("d"));
  const all = await seen(page, isRead);
  await page.keyboard.press("Escape");
  await page.waitForTimeout(500);
  await page.keyboard.press("n");
  await page.keyboard.press("n");
  for (let line = 0; line < 3; line++) await page.keyboard.press("Alt+ArrowDown");
  const second = await seen(page, hasDefinition, press("d"));
  return {
    "first definition": first,
    "all files, for each 1,000": ((first + all) / files) * 1_000,
    "definition of another name": second,
  };
}

const targets: Record<string, string> = {
  "first definition": "≤ 300",
  "all files, for each 1,000": "≤ 2,000",
};
const repository = manyFiles();
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
writeFileSync(values.out, `${JSON.stringify({ files, found }, null, 2)}\n`);
console.log(`${files.toLocaleString("en")} files, medians of ${values.runs} runs; written to ${values.out}`);
