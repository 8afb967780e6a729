import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs, promisify } from "node:util";
import { createProject } from "../../electron/service/domain/projects/write-project.ts";
import { issueToken } from "../../electron/service/store/users/tokens.ts";
import { insertUser } from "../../electron/service/store/users/users.ts";
import { openTestStore } from "../../electron/service/testing/open-test-store.ts";
import { startServiceCli } from "../../electron/service/testing/service-process.ts";
import { startGitHttpBackend } from "./service/git-http-backend.ts";

/** Size of a generated repository. */
interface RepositorySize {
  readonly commits: number;
  readonly branches: number;
  readonly tags: number;
  /** Bytes that do not compress, over all files. */
  readonly bytes: number;
}

const startedAt = 1_600_000_000;
const data = (content: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`data ${Buffer.byteLength(content)}\n`),
    Buffer.from(content),
    Buffer.from("\n"),
  ]);

/** Random bytes that are the same at each run. */
function* noise(seed: number): Generator<number, never> {
  for (let state = seed | 1; ; ) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    yield state & 0xff;
  }
}

function bytes(source: Generator<number, never>, count: number): Buffer {
  const buffer = Buffer.allocUnsafe(count);
  for (let at = 0; at < count; at++) buffer[at] = source.next().value;
  return buffer;
}

/** A linear history for `git fast-import`: each commit writes one file, branches and tags are spread evenly over it. */
function* grownHistory(size: RepositorySize): Generator<Buffer> {
  const source = noise(20_261_122);
  const each = Math.floor(size.bytes / size.commits);
  const branchEvery = Math.floor(size.commits / size.branches);
  const tagEvery = Math.floor(size.commits / size.tags);
  for (let n = 1; n <= size.commits; n++) {
    const who = `Person ${n % 50} <person${n % 50}@example.test> ${startedAt + n * 60} +0000`;
    const path = `src/part${n % 40}/module${Math.floor(n / 40) % 50}/file${n % 7}.bin`;
    yield Buffer.concat([
      Buffer.from(`commit refs/heads/main\nmark :${n}\nauthor ${who}\ncommitter ${who}\n`),
      data(`Change number ${n}`),
      Buffer.from(n > 1 ? `from :${n - 1}\n` : ""),
      Buffer.from(`M 100644 inline ${path}\n`),
      data(bytes(source, each)),
    ]);
    if (n % branchEvery === 0) yield Buffer.from(`reset refs/heads/topic/${n}\nfrom :${n}\n\n`);
    if (n % tagEvery === 0) yield Buffer.from(`reset refs/tags/v${n}\nfrom :${n}\n\n`);
  }
}

const { values } = parseArgs({
  options: {
    commits: { type: "string", default: "36915" },
    branches: { type: "string", default: "302" },
    tags: { type: "string", default: "712" },
    megabytes: { type: "string", default: "205" },
    rounds: { type: "string", default: "3" },
    cache: { type: "string", default: join(".helve", "bench") },
    out: { type: "string", default: join(".helve", "bench", "push.json") },
  },
});
const size = {
  commits: Number(values.commits),
  branches: Number(values.branches),
  tags: Number(values.tags),
  bytes: Number(values.megabytes) * 1_000_000,
};
const run = promisify(execFile);
const git = async (...args: string[]): Promise<string> =>
  (await run("git", args, { maxBuffer: 1 << 28, env: { ...process.env, GIT_TERMINAL_PROMPT: "0" } })).stdout;

/** The generated repository, as an earlier run left it or made now. */
async function sourceRepository(): Promise<string> {
  const folder = join(values.cache, `push-${size.commits}-${size.branches}-${size.tags}-${size.bytes}.git`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await git("init", "--quiet", "--bare", "--initial-branch=main", unfinished);
  const importer = spawn("git", ["--git-dir", unfinished, "fast-import", "--quiet"], {
    stdio: ["pipe", "inherit", "inherit"],
  });
  await pipeline(Readable.from(grownHistory(size)), importer.stdin);
  await new Promise((resolve) => importer.once("close", resolve));
  await rename(unfinished, folder);
  return folder;
}

/** The service in a process of its own, with one empty project for each round. */
async function startService(folder: string, projects: number) {
  const store = openTestStore(folder);
  const user = insertUser(store, { username: "bench", name: "Bench", email: "bench@example.test" });
  const token = issueToken(store, user.id, { name: "bench", scopes: ["api"] });
  for (let n = 0; n < projects; n++) {
    await createProject(store, { name: `p${n}`, path: `p${n}`, userId: user.id, creatorId: user.id });
  }
  await store.close();
  const { url, kill } = await startServiceCli({ folder, token: "hlv-benchmark-of-pushes" });
  return {
    project: (n: number) => `${url.replace("://", `://any:${token}@`)}/bench/p${n}.git`,
    stop: kill,
  };
}

async function clock(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** Returns the measured seconds of one server, with its repository of a round. */
async function measure(source: string, folder: string, url: string) {
  const clone = (name: string, ...flags: string[]) =>
    clock(() => git("clone", "--quiet", "--bare", ...flags, url, join(folder, name)));
  const push = await clock(() => git("--git-dir", source, "push", "--quiet", url, "refs/*:refs/*"));
  const full = await clone("full");
  const blobless = await clone("blobless", "--filter=blob:none");
  const shallow = await clone("shallow", "--depth=1");
  const tree = (await git("--git-dir", source, "rev-parse", "main^{tree}")).trim();
  const identity = ["-c", "user.name=A", "-c", "user.email=a@example.test"];
  const commit = (
    await git("--git-dir", source, ...identity, "commit-tree", tree, "-p", "main", "-m", `Round ${url}`)
  ).trim();
  const small = await clock(() =>
    git("--git-dir", source, "push", "--quiet", url, `${commit}:refs/heads/small`),
  );
  const fetch = await clock(() => git("--git-dir", join(folder, "full"), "fetch", "--quiet", url, "small"));
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
  return { push, full, blobless, shallow, small, fetch };
}

type Figures = Awaited<ReturnType<typeof measure>>;
const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

await mkdir(values.cache, { recursive: true });
const source = await sourceRepository();
const folder = await mkdtemp(join(tmpdir(), "helve-bench-push-"));
try {
  const rounds = Number(values.rounds);
  await mkdir(join(folder, "clones"));
  const service = await startService(join(folder, "service"), rounds);
  await mkdir(join(folder, "backend"));
  const backend = await startGitHttpBackend(join(folder, "backend"));
  const results: { service: Figures; git: Figures }[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const bare = join(folder, "backend", `p${round}.git`);
      await git("init", "--quiet", "--bare", "--initial-branch=main", bare);
      await git("--git-dir", bare, "config", "uploadpack.allowFilter", "true");
      const own = await measure(source, join(folder, "clones"), `${backend.url}/p${round}.git`);
      const ours = await measure(source, join(folder, "clones"), service.project(round));
      results.push({ service: ours, git: own });
    }
  } finally {
    backend.close();
    await service.stop();
  }
  const names = ["push", "full", "blobless", "shallow", "small", "fetch"] as const;
  console.log(`${size.commits} commits, ${size.branches + size.tags} refs, ${values.megabytes} MB; seconds`);
  console.table(
    Object.fromEntries(
      names.map((name) => {
        const [ours, own] = [
          median(results.map(({ service }) => service[name])),
          median(results.map((result) => result.git[name])),
        ];
        const row = {
          "git http-backend": own.toFixed(2),
          service: ours.toFixed(2),
          times: (ours / own).toFixed(2),
        };
        return [name, row];
      }),
    ),
  );
  await writeFile(values.out, `${JSON.stringify(results, null, 2)}\n`);
  console.log(`\nWritten to ${values.out}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
