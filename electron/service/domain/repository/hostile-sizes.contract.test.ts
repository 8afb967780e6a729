import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { startService } from "../../start-service.ts";
import { makeOriginal, terminal } from "../originals/testing/opened-service.ts";
import { projectReads } from "../originals/testing/project-reads.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "helve-sizes-")));
const token = "an-administrator-of-tests";
/** Bytes of the large file, which compresses to a thousandth. */
const largeBytes = Number(process.env.HELVE_LARGE_BYTES ?? 90 * 1024 * 1024);
/** Bytes of a response that are read: an archive of such a tree never ends. */
const maxReadBytes = 2 * largeBytes;
/** Bytes by which the memory of the service may grow at any time. */
const maxGrowthBytes = 320 * 1024 * 1024;

let service: Awaited<ReturnType<typeof startService>>;
let id: number;
let original: string;

/** Writes an object of git and returns its hash. */
async function hashObject(args: readonly string[], chunks: Iterable<string>): Promise<string> {
  const child = spawn("git", ["-C", original, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  let id = "";
  child.stdout.on("data", (chunk: Buffer) => {
    id += chunk.toString();
  });
  for (const chunk of chunks) if (!child.stdin.write(chunk)) await once(child.stdin, "drain");
  child.stdin.end();
  await once(child, "close");
  return id.trim();
}

function* linesOf(bytes: number): Generator<string> {
  const chunk = "one two three\n".repeat(8_000);
  for (let size = 0; size < bytes; size += chunk.length) yield chunk;
}

/** Ten folders that are the same one, nine levels deep: a billion files in some 2 KB. */
async function makeTreeBomb(): Promise<string> {
  let [mode, type, inner] = ["100644", "blob", await hashObject(["hash-object", "-w", "--stdin"], ["one\n"])];
  for (let level = 0; level < 9; level++) {
    const entries = Array.from({ length: 10 }, (_, index) => `${mode} ${type} ${inner}\tentry-${index}\n`);
    [mode, type, inner] = ["040000", "tree", await hashObject(["mktree"], entries)];
  }
  return inner;
}

interface Reply {
  readonly key: string;
  readonly status: number;
  /** The beginning of the body. */
  readonly text: string;
}

async function send(key: string, path: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(`${service.url}/api/v4${path}`, {
    ...init,
    headers: { "private-token": token, "content-type": "application/json" },
  });
  let size = 0;
  let text = "";
  try {
    for await (const chunk of response.body ?? []) {
      if (text.length < 2_000) text += Buffer.from(chunk).toString();
      size += chunk.length;
      if (size > maxReadBytes) break;
    }
  } catch {
    text += " (broken off)";
  }
  return { key, status: response.status, text };
}

/** Runs work and returns by how many bytes the memory of this process, and so of the service, grew at most. */
async function growthOf(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  await work().finally(() => clearInterval(timer));
  return most - before;
}

describe("a small push that is large when it is read", () => {
  let reads: ReturnType<typeof projectReads>;
  let commit: string;

  beforeAll(async () => {
    original = await makeOriginal(join(root, "original"));
    const large = await hashObject(["hash-object", "-w", "--stdin"], linesOf(largeBytes));
    const bomb = await makeTreeBomb();
    const entries = ["large.txt", "LICENSE", ".gitlab-ci.yml", "README.md", "CODEOWNERS"];
    const tree = await hashObject(
      ["mktree"],
      [...entries.map((name) => `100644 blob ${large}\t${name}\n`), `040000 tree ${bomb}\tbomb\n`],
    );
    const parent = await terminal(original, "rev-parse", "main");
    commit = await terminal(original, "commit-tree", "-m", "A bomb", "-p", parent, tree);
    await terminal(original, "branch", "bomb", commit);
    await terminal(original, "update-ref", "refs/heads/main", commit);
    await terminal(original, "tag", "v1", commit);
    const gitLimits = { searchMs: 2_000, memoryKib: 256 * 1024, listedEntries: 20_000 };
    service = await startService({ folder: join(root, "data"), port: 0, adminToken: token, gitLimits });
    const { text } = await send("open", "/local/repositories", {
      method: "POST",
      body: JSON.stringify({ path: original }),
    });
    id = z.object({ id: z.int() }).parse(JSON.parse(text)).id;
    reads = projectReads(id, { commit, blob: large, path: "large.txt" });
  }, 120_000);
  afterAll(async () => {
    await service.close();
    rmSync(root, { recursive: true, force: true });
  });

  it.each(["reads", "writes"])(
    "keeps the memory of the service bounded: %s",
    async (kind) => {
      const position = { base_sha: commit, start_sha: commit, head_sha: commit, position_type: "text" };
      const post = (path: string, body: object) => ({ key: `POST ${path}`, path, body });
      const calls: { readonly key: string; readonly path: string; readonly body?: object }[] =
        kind === "reads"
          ? reads
          : [
              post(`/projects/${id}/merge_requests`, {
                source_branch: "bomb",
                target_branch: "feature",
                title: "Bomb",
              }),
              post(`/projects/${id}/repository/commits/${commit}/comments`, {
                note: "Here",
                path: "large.txt",
                line: 5,
                line_type: "new",
              }),
              post(`/projects/${id}/merge_requests/1/discussions`, {
                body: "Here",
                position: { ...position, new_path: "large.txt", new_line: 5 },
              }),
              post(`/projects/${id}/repository/commits`, {
                branch: "bomb",
                commit_message: "Move",
                actions: [{ action: "move", previous_path: "large.txt", file_path: "moved.txt" }],
              }),
              post(`/projects/${id}/repository/commits/${commit}/cherry_pick`, { branch: "feature" }),
              post(`/projects/${id}/pipeline`, { ref: "bomb" }),
            ];
      const replies: Reply[] = [];
      const growth = await growthOf(async () => {
        for (const { key, path, body } of calls) {
          const init = body ? { method: "POST", body: JSON.stringify(body) } : {};
          replies.push(await send(key, path, key.startsWith("HEAD") ? { method: "HEAD" } : init));
        }
      });
      expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
      if (process.env.HELVE_LARGE_BYTES) console.log(`grew by ${growth} bytes`);
      expect(growth).toBeLessThan(maxGrowthBytes);
      const after = await send("after", `/projects/${id}/repository/branches`);
      expect(after.status).toBe(200);
    },
    240_000,
  );

  it("lists the beginning of the tree, and refuses the page behind its end with the reason", async () => {
    const tree = `/projects/${id}/repository/tree?ref=main&recursive=true&per_page=100`;
    const last = await send("last", `${tree}&page=200`);
    expect(last.status).toBe(200);
    expect(
      JSON.parse((await send("first", `${tree}&page=1&per_page=1`.replace("per_page=100&", ""))).text),
    ).toHaveLength(1);
    const behind = await send("behind", `${tree}&page=201`);
    expect(behind.status).toBe(413);
    expect(behind.text).toContain("too_large");
    expect(behind.text).toContain("more files than are listed");
  });

  it("leaves no process of git behind", async () => {
    // Those that stay open for reads of objects. The others end on a busy machine, too, where nobody waits for them.
    const others = () => service.store.git.processes.commands.filter((command) => command !== "cat-file");
    await expect.poll(others, { timeout: 30_000, interval: 50 }).toEqual([]);
    expect(service.store.git.processes.commands.length).toBeLessThanOrEqual(2);
  }, 60_000);
});
