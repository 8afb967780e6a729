import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Project } from "../store/projects/projects.ts";
import { type ContractService, contractService } from "./testing/contract-service.ts";

/** Processes are counted and made to wait as only Linux allows. */
const here = it.skipIf(!existsSync("/proc/self/cmdline"));

let service: ContractService;
let project: Project;
let first: string;
beforeAll(async () => {
  service = await contractService();
  project = await service.project();
  first = await service.commit(project, { files: { a: "1\n", "d/b": "needle\n" } });
  await service.commit(project, { branch: "side", from: first, files: { c: "1\n" } });
  await service.commit(project, { files: { a: "1\n2\n", "d/b": "needle\n3\n" } });
});
afterAll(async () => {
  await service.check();
  await service.remove();
});

/** Command lines of the git processes that work on the repository, those that stay open left out. */
function runningGits(): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")];
      } catch {
        return [];
      }
    })
    .filter((line) => line.includes(project.repositoryPath) && !line.includes("cat-file --batch"));
}

/** Lets git wait for ever when it reads an object. */
async function withBlocked(object: string, work: () => Promise<void>): Promise<void> {
  const path = join(project.repositoryPath, "objects", object.slice(0, 2), object.slice(2));
  renameSync(path, `${path}.away`);
  execFileSync("mkfifo", [path]);
  try {
    await work();
  } finally {
    rmSync(path);
    renameSync(`${path}.away`, path);
  }
}

const api = () => `${service.url}/api/v4`;
const repository = () => `${api()}/projects/${project.id}/repository`;

/** Sends a request, goes away once git works on it, and waits until no git does. */
async function leave(url: string): Promise<void> {
  const leaving = new AbortController();
  const response = fetch(url, {
    signal: leaving.signal,
    headers: { "private-token": service.tokens.get("developer") ?? "" },
  }).then((found) => found.arrayBuffer());
  const ended = expect(response).rejects.toThrow(/abort/i);
  await vi.waitFor(() => expect(runningGits()).not.toEqual([]), { timeout: 20_000 });
  leaving.abort();
  await ended;
  await vi.waitFor(() => expect(runningGits()).toEqual([]), { timeout: 20_000 });
}

here.each([
  ["a log", () => `${repository()}/commits?ref_name=main`],
  ["a log of a file", () => `${repository()}/commits?ref_name=main&path=a`],
  ["blame", () => `${repository()}/files/a/blame?ref=main`],
  ["the last commit of a file", () => `${repository()}/files/d%2Fb?ref=main`],
  ["contributors", () => `${repository()}/contributors`],
  ["refs of a commit", () => `${repository()}/commits/side/refs`],
  ["a merge base", () => `${repository()}/merge_base?refs[]=main&refs[]=side`],
  ["a comparison", () => `${repository()}/compare?from=side&to=main`],
  ["branches", () => `${repository()}/branches`],
  [
    "ahead and behind",
    async () =>
      `${api()}/local/projects/${project.id}/ahead_behind?base=main&ids=${await service.run(project, "rev-parse", "side")}`,
  ],
])(
  "%s ends git with its request",
  async (_, url) => {
    const address = await url();
    await withBlocked(first, () => leave(address));
  },
  60_000,
);

here.each([
  ["the diff of a commit", () => `${repository()}/commits/main/diff`],
  ["a search", () => `${api()}/projects/${project.id}/search?scope=blobs&search=needle`],
  ["an archive", () => `${repository()}/archive.tar?sha=main`],
])(
  "%s ends git with its request",
  async (_, url) => {
    const blob = await service.run(project, "rev-parse", "main:d/b");
    await withBlocked(blob, () => leave(url()));
  },
  60_000,
);

here(
  "a recursive tree ends git with its request",
  async () => {
    const tree = await service.run(project, "rev-parse", "main:d");
    await withBlocked(tree, () => leave(`${repository()}/tree?ref=main&recursive=true`));
  },
  60_000,
);
