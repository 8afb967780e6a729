import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "@playwright/test";
import { withRepository } from "./measuring/app-with-repository.ts";
import { middle } from "./measuring/measure.ts";
import { linkTo, seen } from "./measuring/navigate.ts";

/*
 * A project of thousands of open merge requests: until the rows in view are there, and until each of them says whose turn
 * it is, which reads its approvals, threads, versions and pipelines.
 */
const { values } = parseArgs({
  options: {
    count: { type: "string", default: "5000" },
    runs: { type: "string", default: "3" },
    cache: { type: "string", default: join(".helve", "bench") },
    out: { type: "string", default: join(".helve", "bench", "merge-requests.json") },
  },
});
const count = Number(values.count);
const cache = join(process.cwd(), values.cache);
mkdirSync(cache, { recursive: true });
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

/** Returns the folder of a repository with a branch for each merge request, made at the first call. */
function manyBranches(): string {
  const folder = join(cache, `merge-requests-${count}`);
  if (existsSync(folder)) return folder;
  const making = `${folder}.part`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  const git = (args: readonly string[], input?: string) => {
    const { status, stderr } = spawnSync("git", args, { cwd: making, input, maxBuffer: 2 ** 30 });
    if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
  };
  const commit = (ref: string, rest: string) =>
    `commit refs/heads/${ref}\ncommitter Ada <ada@example.test> 1600000000 +0000\ndata 5\nBegin\n${rest}`;
  const file = (path: string, text: string) => `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`;
  const branches = Array.from({ length: count }, (_, n) =>
    commit(`change-${n}`, `from refs/heads/main\n${file(`lamps/${n}.txt`, `lamp ${n}\n`)}\n`),
  );
  git(["init", "--quiet", "--initial-branch=main"]);
  git(["fast-import", "--quiet"], `${commit("main", file("README.md", "lamps\n"))}\n${branches.join("")}`);
  git(["repack", "-adq"]);
  git(["pack-refs", "--all"]);
  renameSync(making, folder);
  return folder;
}

/** Merge requests between two times that git's references are packed, as `git gc` does: a loose one is a file. */
const batch = 250;

/** Proposes each branch, eight at a time. */
async function propose(page: Page, project: string): Promise<void> {
  for (let from = 0; from < count; from += batch) {
    await page.evaluate(
      async ([id, first, end]) => {
        let next = first;
        const work = async () => {
          for (let n = next++; n < end; n = next++) {
            const { ok, status } = await fetch(`/-/accounts/local/operations/projects/${id}/merge_requests`, {
              method: "POST",
              headers: { "content-type": "application/json" },
              body: JSON.stringify({
                source_branch: `change-${n}`,
                target_branch: "main",
                title: `Change lamp ${n} of the pier, and say so in its title`,
              }),
            });
            if (!ok) throw new Error(`Merge request ${n}: ${status}`);
          }
        };
        await Promise.all(Array.from({ length: 8 }, work));
      },
      [project, from, Math.min(count, from + batch)] as const,
    );
    spawnSync("git", ["pack-refs", "--all"], { cwd: repository });
    console.error(`${Math.min(count, from + batch).toLocaleString("en")} merge requests`);
  }
}

const list = `document.querySelector('main [role=list][aria-label="Merge requests"]')`;
/** The rows within the list's own height. */
const inView = `[...(${list}?.querySelectorAll("[data-index]") ?? [])].filter((row) => {
  const { top, bottom } = row.getBoundingClientRect();
  const { top: from, bottom: to } = ${list}.getBoundingClientRect();
  return top < to && bottom > from;
})`;
const hasRows = `${inView}.length > 10 && ${inView}.every((row) => row.querySelector("a"))`;
const hasTurns = `${inView}.length > 10 && ${inView}.every((row) => row.querySelector("[data-turn]"))`;

async function measure(page: Page, root: string): Promise<Record<string, number>> {
  const address = `${root}/merge_requests`;
  await page.reload();
  await seen(page, "document.querySelector('main h1')", linkTo(`${root}/tags`));
  await page.waitForTimeout(2_000);
  const rows = await seen(page, hasRows, linkTo(address));
  const turns = rows + (await seen(page, hasTurns));
  await seen(page, "document.querySelector('main h1')", linkTo(`${root}/branches`));
  await page.waitForTimeout(2_000);
  const again = await seen(page, hasTurns, linkTo(address));
  await page.waitForTimeout(1_000);
  const scrolled = await seen(page, hasRows, `${list}.scrollTop = ${list}.scrollHeight / 2`);
  const scrolledTurns = scrolled + (await seen(page, hasTurns));
  return {
    "rows in view, first visit": rows,
    "with turn and approvals": turns,
    "second visit, with both": again,
    "rows after a jump": scrolled,
    "with both after it": scrolledTurns,
  };
}

const targets: Record<string, string> = { "rows in view, first visit": "≤ 300" };
const repository = manyBranches();
const found: Record<string, number[]> = {};
await withRepository(repository, async (page, root) => {
  // Minutes, so that all runs are in one app, each in a page that is loaded anew.
  await propose(page, root.slice(root.lastIndexOf("/") + 1));
  for (let run = 1; run <= Number(values.runs); run++) {
    console.error(`run ${run} of ${values.runs}`);
    const figures = await measure(page, root);
    for (const [name, value] of Object.entries(figures)) found[name] = [...(found[name] ?? []), value];
  }
});
console.table(
  Object.fromEntries(
    Object.entries(found).map(([name, all]) => [
      name,
      { "median ms": Math.round(middle(all)), target: targets[name] ?? "" },
    ]),
  ),
);
writeFileSync(values.out, `${JSON.stringify({ count, found }, null, 2)}\n`);
console.log(
  `${count.toLocaleString("en")} merge requests, medians of ${values.runs} runs; written to ${values.out}`,
);
