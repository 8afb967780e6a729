import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createMergeRequest } from "../../../shared/api/resources/merge-requests.ts";
import { createTag } from "../../../shared/api/resources/tags.ts";
import { createWikiPage } from "../../../shared/api/resources/wikis.ts";
import { gitIn } from "../git/testing/test-repository.ts";
import type { Project } from "../store/projects/projects.ts";
import { type ContractService, contractService } from "./testing/contract-service.ts";
import { capabilities, pktLine } from "./testing/push-raw.ts";

/** Bytes of a file that exceeds the buffers of pipes and sockets. */
const largeBytes = 48 * 1024 * 1024;

/** The tests count processes in `/proc`, which only Linux has. */
const onLinux = it.skipIf(!existsSync("/proc/self/cmdline"));

let service: ContractService;
let project: Project;
let first: string;
beforeAll(async () => {
  service = await contractService();
  project = await service.project();
  first = await service.commit(project, { files: { a: "1\n", "d/b": "needle\n" } });
  await service.commit(project, { branch: "side", from: first, files: { c: "1\n" } });
  await service.commit(project, { branch: "topic", from: first, files: { e: "1\n" } });
  await service.commit(project, { branch: "topic", files: { "d/b": "other\nneedle\n" } });
  await service.commit(project, { branch: "large", files: { large: randomBytes(largeBytes) } });
  const { id } = project;
  await service.operate(createTag, { id, tag_name: "v1", ref: "main", message: "One" });
  const branches = { source_branch: "topic", target_branch: "main" };
  await service.operate(createMergeRequest, { id, title: "Topic", ...branches });
  // Whether it can be merged has to be checked again.
  await service.commit(project, { files: { a: "1\n2\n", "d/b": "needle\n3\n" } });
  for (const title of ["home", "other"]) {
    await service.operate(createWikiPage, { id, title, content: title });
  }
});
afterAll(() => service.remove());

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
    .filter((line) => line.includes(repositoryStem()) && !line.includes("cat-file --batch"));
}

/** Path of the repository without its ending, which that of the wiki begins with, too. */
const repositoryStem = () => project.repositoryPath.replace(/\.git$/, "");

/** Replaces an object by a pipe, so that git waits without end when it reads it. */
async function withBlocked(
  object: string,
  work: () => Promise<void>,
  repositoryPath = project.repositoryPath,
): Promise<void> {
  const path = join(repositoryPath, "objects", object.slice(0, 2), object.slice(2));
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

/** Sends a request, aborts it once git works on it, and waits until no git process does. */
async function abortWhileGitRuns(
  url: string,
  init: RequestInit & { readonly duplex?: "half" } = {},
): Promise<void> {
  const leaving = new AbortController();
  const response = fetch(url, {
    signal: leaving.signal,
    headers: { "private-token": service.tokens.get("developer") ?? "" },
    ...init,
  }).then((found) => found.text());
  const ended = expect(response).rejects.toThrow(/abort/i);
  await vi.waitFor(() => expect(runningGits()).not.toEqual([]), { timeout: 20_000 });
  leaving.abort();
  await ended;
  await vi.waitFor(() => expect(runningGits()).toEqual([]), { timeout: 20_000 });
}

onLinux.each([
  ["a log", () => `${repository()}/commits?ref_name=main`],
  ["a log of a file", () => `${repository()}/commits?ref_name=main&path=a`],
  ["blame", () => `${repository()}/files/a/blame?ref=main`],
  ["the last commit of a file", () => `${repository()}/files/d%2Fb?ref=main`],
  ["contributors", () => `${repository()}/contributors`],
  ["refs of a commit", () => `${repository()}/commits/side/refs`],
  ["a merge base", () => `${repository()}/merge_base?refs[]=main&refs[]=side`],
  ["a comparison", () => `${repository()}/compare?from=side&to=main`],
  ["branches", () => `${repository()}/branches`],
  ["the size of a project", () => `${api()}/projects/${project.id}?statistics=true`],
  [
    "ahead and behind",
    async () =>
      `${api()}/local/projects/${project.id}/ahead_behind?base=main&ids=${await service.run(project, "rev-parse", "side")}`,
  ],
])(
  "%s ends git with its request",
  async (_, url) => {
    const address = await url();
    await withBlocked(first, () => abortWhileGitRuns(address));
  },
  60_000,
);

const mergeRequest = () => `${api()}/projects/${project.id}/merge_requests/1`;

onLinux.each([
  ["the diff of a commit", () => `${repository()}/commits/main/diff`],
  ["the check of a merge", mergeRequest],
  ["a search", () => `${api()}/projects/${project.id}/search?scope=blobs&search=needle`],
  ["an archive", () => `${repository()}/archive.tar?sha=main`],
])(
  "%s ends git with its request",
  async (_, url) => {
    const blob = await service.run(project, "rev-parse", "main:d/b");
    await withBlocked(blob, () => abortWhileGitRuns(url()));
  },
  60_000,
);

onLinux(
  "a recursive tree ends git with its request",
  async () => {
    const tree = await service.run(project, "rev-parse", "main:d");
    await withBlocked(tree, () => abortWhileGitRuns(`${repository()}/tree?ref=main&recursive=true`));
  },
  60_000,
);

onLinux.each([
  ["tags", () => `${repository()}/tags`],
  ["a tag", () => `${repository()}/tags/v1`],
])(
  "%s ends git with its request",
  async (_, url) => {
    const tag = await service.run(project, "rev-parse", "refs/tags/v1");
    await withBlocked(tag, () => abortWhileGitRuns(url()));
  },
  60_000,
);

onLinux(
  "the commits of a merge request end git with their request",
  async () => {
    const commit = await service.run(project, "rev-parse", "topic~");
    await withBlocked(commit, () => abortWhileGitRuns(`${mergeRequest()}/commits`));
  },
  60_000,
);

onLinux(
  "the versions of a wiki page end git with their request",
  async () => {
    const wiki = project.repositoryPath.replace(/\.git$/, ".wiki.git");
    const { stdout } = await gitIn(wiki, ["rev-parse", "main~"]);
    const url = `${api()}/projects/${project.id}/wikis/home/history`;
    await withBlocked(stdout.toString().trim(), () => abortWhileGitRuns(url), wiki);
  },
  60_000,
);

const transport = (tool: string) => `${service.url}/${project.fullPath}.git/${tool}`;
const asDeveloper = () => ({
  authorization: `Basic ${Buffer.from(`any:${service.tokens.get("developer") ?? ""}`).toString("base64")}`,
});

onLinux(
  "a clone ends git with its request",
  async () => {
    const tip = await service.run(project, "rev-parse", "main");
    const body = Buffer.concat([pktLine(`want ${tip}\n`), Buffer.from("0000"), pktLine("done\n")]);
    const headers = { ...asDeveloper(), "content-type": "application/x-git-upload-pack-request" };
    const clone = { method: "POST", headers, body: new Uint8Array(body) };
    await withBlocked(first, () => abortWhileGitRuns(transport("git-upload-pack"), clone));
  },
  60_000,
);

onLinux(
  "a push ends git with its request",
  async () => {
    const tip = await service.run(project, "rev-parse", "main");
    const command = pktLine(`${"0".repeat(40)} ${tip} refs/heads/pushed${capabilities}`);
    // The header of a pack of one object that never arrives.
    const pack = Buffer.from("PACK\0\0\0\x02\0\0\0\x01");
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.concat([command, Buffer.from("0000"), pack])),
    });
    const headers = { ...asDeveloper(), "content-type": "application/x-git-receive-pack-request" };
    await abortWhileGitRuns(transport("git-receive-pack"), { method: "POST", headers, body, duplex: "half" });
    expect(await service.run(project, "for-each-ref", "refs/heads/pushed")).toBe("");
  },
  60_000,
);

onLinux.each([
  ["a blob", () => `${repository()}/blobs/BLOB/raw`],
  ["a file", () => `${repository()}/files/large/raw?ref=large`],
  ["an archive", () => `${repository()}/archive.tar?sha=large`],
])(
  "%s ends git once its response is no longer read",
  async (_, url) => {
    const blob = await service.run(project, "rev-parse", "large:large");
    const leaving = new AbortController();
    const { body } = await fetch(url().replace("BLOB", blob), {
      signal: leaving.signal,
      headers: { "private-token": service.tokens.get("developer") ?? "" },
    });
    // git waits until what it wrote is read.
    expect(body).not.toBeNull();
    expect(runningGits()).not.toEqual([]);
    leaving.abort();
    await vi.waitFor(() => expect(runningGits()).toEqual([]), { timeout: 20_000 });
  },
  60_000,
);
