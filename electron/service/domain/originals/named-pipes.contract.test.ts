import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { insertGroup } from "../../store/groups/groups.ts";
import type { Project } from "../../store/projects/projects.ts";
import { openTestStore } from "../../testing/open-test-store.ts";
import { addAdministrator } from "../people/users.ts";
import { createProject } from "../projects/write-project.ts";
import { adminToken, killableService } from "./testing/killable-service.ts";
import { makeOriginal, terminal } from "./testing/opened-service.ts";
import { projectReads } from "./testing/project-reads.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "helve-pipes-")));
const { start, end } = killableService(root);
type Started = Awaited<ReturnType<typeof start>>;

/** Milliseconds within which every request has a response: what stalls is looked for after two seconds. */
const deadlineMs = 25_000;
/** Milliseconds of a request to another project meanwhile: a stall is noticed after two. */
const quickMs = 5_000;

/** Names in a git folder that git opens, by what they are. */
const traps: Readonly<Record<string, (git: string) => string>> = {
  "a branch": (git) => join(git, "refs", "heads", "trap"),
  "the branch that is read": (git) => join(git, "refs", "heads", "main"),
  "a folder's object": (git) => looseObject(git, "main^{tree}"),
  "a commit's object": (git) => looseObject(git, "main"),
  "packed refs": (git) => join(git, "packed-refs"),
  "a pack": (git) => packFile(git, ".pack"),
  "the index of a pack": (git) => packFile(git, ".idx"),
  "the commit graph": (git) => join(git, "objects", "info", "commit-graph"),
  "the index of all packs": (git) => join(git, "objects", "pack", "multi-pack-index"),
  "the index": (git) => join(git, "index"),
};

function looseObject(git: string, name: string): string {
  // Without a limit the pipe of a test that timed out would hold up the process, and with it all that follows.
  const options = { encoding: "utf8", timeout: 30_000, killSignal: "SIGKILL" } as const;
  const id = execFileSync("git", ["--git-dir", git, "rev-parse", name], options).trim();
  return join(git, "objects", id.slice(0, 2), id.slice(2));
}

function packFile(git: string, extension: string): string {
  const folder = join(git, "objects", "pack");
  return join(folder, readdirSync(folder).find((name) => name.endsWith(extension)) ?? "");
}

/** Puts a named pipe at a path, and returns a function that puts back what was there. */
function putPipe(path: string): () => void {
  const saved = join(root, `saved-${Math.random()}`);
  mkdirSync(dirname(path), { recursive: true });
  const wasThere = existsSync(path);
  if (wasThere) renameSync(path, saved);
  execFileSync("mkfifo", [path]);
  return () => {
    rmSync(path, { force: true });
    if (wasThere) renameSync(saved, path);
  };
}

async function send(url: string, path: string, init: RequestInit = {}) {
  const started = performance.now();
  const response = await fetch(`${url}/api/v4${path}`, {
    ...init,
    headers: { "private-token": adminToken, "content-type": "application/json" },
    signal: AbortSignal.timeout(deadlineMs),
  });
  const body = await response.text().catch(() => "it broke off");
  return { status: response.status, body, tookMs: performance.now() - started };
}

async function open(url: string, path: string): Promise<number> {
  const { body } = await send(url, "/local/repositories", { method: "POST", body: JSON.stringify({ path }) });
  return z.object({ id: z.int() }).parse(JSON.parse(body)).id;
}

/** Processes of git that services of this test have started: their git folder is below its folder. */
function gitProcesses(): string[] {
  return readdirSync("/proc").filter((id) => {
    try {
      const command = readFileSync(`/proc/${id}/cmdline`, "latin1");
      const [, state] = /\) (\S)/.exec(readFileSync(`/proc/${id}/stat`, "latin1")) ?? [];
      return /^\d+$/.test(id) && /git\0/.test(command) && command.includes(root) && state !== "Z";
    } catch {
      return false;
    }
  });
}

/** Waits for a process of git that hangs: it is there for a while. */
async function hungProcess(): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const before = new Set(gitProcesses());
    await delay(400);
    if (gitProcesses().some((id) => before.has(id))) return;
  }
  throw new Error("git does not hang");
}

/** A repository with the reads of its project. */
interface Tried {
  readonly id: number;
  /** Its git folder. */
  readonly git: string;
  readonly reads: ReturnType<typeof projectReads>;
}

/** Packs what only the feature has; all else stays loose. Returns the reads of the project. */
function prepare(id: number, git: string): Tried {
  const run = (args: readonly string[], input = "") =>
    execFileSync("git", ["--git-dir", git, ...args], { input, encoding: "utf8" }).trim();
  run(["pack-objects", "-q", "--revs", join(git, "objects", "pack", "pack")], "feature\n^main\n");
  run(["prune-packed"]);
  const [commit, blob] = [run(["rev-parse", "main"]), run(["rev-parse", "main:src.txt"])];
  return { id, git, reads: projectReads(id, { commit, blob, path: "src.txt" }) };
}

/** Adds a project of Helve's own to the data, before a service has them. */
async function addProject(): Promise<Project> {
  const folder = join(root, "data");
  const store = openTestStore(folder);
  addAdministrator(store);
  const group = insertGroup(store, { name: "Team", path: "team" });
  const project = await createProject(store, { name: "Own", path: "own", groupId: group.id, creatorId: 1 });
  await store.close();
  return project;
}

/** Fills a repository of Helve's own: no door checks its files, so that git meets what is put there. */
async function fill(url: string, { id, repositoryPath }: Project): Promise<Tried> {
  const post = (path: string, body: object) =>
    send(url, `/projects/${id}/repository${path}`, { method: "POST", body: JSON.stringify(body) });
  const commit = (branch: string, file_path: string) =>
    post("/commits", {
      branch,
      commit_message: `Add ${file_path}`,
      actions: [{ action: "create", file_path, content: "one\ntwo\n" }],
    });
  await commit("main", "src.txt");
  await post("/branches", { branch: "feature", ref: "main" });
  await commit("feature", "feature.txt");
  await post("/tags", { tag_name: "v1", ref: "main" });
  return prepare(id, repositoryPath);
}

describe.skipIf(process.platform !== "linux")("a named pipe among git's files", () => {
  let service: Started;
  let other: number;
  let tried: readonly Tried[];
  let own: Tried;

  beforeAll(async () => {
    const original = await makeOriginal(join(root, "original"));
    await terminal(original, "tag", "v1", "main");
    const healthy = await makeOriginal(join(root, "healthy"));
    const project = await addProject();
    service = await start();
    const opened = prepare(await open(service.url, original), join(original, ".git"));
    own = await fill(service.url, project);
    tried = [opened, own];
    other = await open(service.url, healthy);
  }, 60_000);
  afterAll(async () => {
    await service.kill();
    end();
    rmSync(root, { recursive: true, force: true });
  });

  it("has every read of the repository among those that are tried", async () => {
    for (const { reads } of tried) {
      const statuses = await Promise.all(
        reads.map(async ({ key, path }) => `${key}: ${(await send(service.url, path)).status}`),
      );
      const ofRepository = statuses.filter((line) => line.includes("/repository/"));
      expect(ofRepository.length).toBeGreaterThan(20);
      expect(ofRepository.filter((line) => !line.endsWith(" 200"))).toEqual([]);
      expect(statuses.filter((line) => / 5\d\d$/.test(line))).toEqual([]);
    }
  }, 60_000);

  it.each(Object.entries(traps))(
    "holds up no request for long as %s",
    async (_name, pathOf) => {
      const tryOne = async ({ id, git, reads }: Tried) => {
        const restore = putPipe(pathOf(git));
        try {
          const all = Promise.all(
            reads.map(async ({ key, path }) => ({ key, ...(await send(service.url, path)) })),
          );
          await delay(200);
          const quick = await send(service.url, `/projects/${other}/repository/branches`);
          expect(quick.status).toBe(200);
          expect(quick.tookMs).toBeLessThan(quickMs);
          const unexplained = (await all).filter(
            ({ status, body }) => status === 500 || (status === 504 && !body.includes("not_responding")),
          );
          expect(unexplained).toEqual([]);
        } finally {
          restore();
        }
        const after = await send(service.url, `/projects/${id}/repository/tree?ref=main&recursive=true`);
        expect(after).toMatchObject({ status: 200 });
        expect(after.tookMs).toBeLessThan(quickMs);
      };
      await Promise.all(tried.map(tryOne));
    },
    120_000,
  );

  it("names the file, and ends with the service within two seconds", async () => {
    const pipe = looseObject(own.git, "main^{tree}");
    await service.kill();
    service = await start();
    const tree = `/projects/${own.id}/repository/tree?ref=main`;
    const restore = putPipe(pipe);
    try {
      const { status, body } = await send(service.url, tree);
      expect(status).toBe(504);
      expect(body).toContain(pipe);
      const cut = send(service.url, tree).catch(() => null);
      await hungProcess();
      const started = performance.now();
      await service.stop();
      expect(performance.now() - started).toBeLessThan(2_500);
      expect(gitProcesses()).toEqual([]);
      await cut;
    } finally {
      restore();
    }
    service = await start();
  }, 60_000);

  it("leaves no git behind after a kill and the next start", async () => {
    const restore = putPipe(looseObject(own.git, "main^{tree}"));
    try {
      const cut = send(service.url, `/projects/${own.id}/repository/tree?ref=main`).catch(() => null);
      await hungProcess();
      await service.killAlone();
      await cut;
      expect(gitProcesses()).not.toEqual([]);
      service = await start();
      expect(gitProcesses()).toEqual([]);
    } finally {
      restore();
    }
  }, 60_000);
});
