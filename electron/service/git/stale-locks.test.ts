import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Memory } from "../memory.ts";
import { otherFolder } from "./git-folder.ts";
import { noObject } from "./refs.ts";
import { spawnGit } from "./run.ts";
import { clearBeforeWriting, clearStaleLocks } from "./stale-locks.ts";
import { gitIn, type TestRepository, testRepositories, testRepository } from "./testing/test-repository.ts";
import { updateRefs } from "./update-refs.ts";

let repository: TestRepository;
let tip: string;
beforeEach(async () => {
  repository = await testRepository();
  tip = await repository.commit({ files: { a: "1" } });
});
afterEach(() => repository.remove());

/** What git leaves in a repository when it is killed. */
const leftovers = [
  "HEAD.lock",
  "config.lock",
  "packed-refs.lock",
  "packed-refs.new",
  "shallow.lock",
  "gc.pid",
  "gc.pid.lock",
  "refs/heads/topic.lock",
  "refs/heads/deep/er/topic.lock",
  "refs/tags/v1.lock",
  "logs/HEAD.lock",
  "logs/refs/heads/topic.lock",
  "reftable/tables.list.lock",
  "objects/maintenance.lock",
  "objects/info/alternates.lock",
  "objects/info/commit-graph.lock",
  "objects/info/commit-graphs/commit-graph-chain.lock",
  "objects/info/commit-graphs/tmp_graph_x",
  "objects/pack/multi-pack-index.lock",
  "objects/pack/tmp_pack_x",
  "objects/pack/tmp_idx_x",
  "objects/pack/.tmp-12-pack-x.pack",
  "objects/aa/tmp_obj_x",
  "objects/incoming-x/pack/tmp_pack_y",
  "objects/tmp_objdir-incoming-x/pack/tmp_pack_y",
];

function leave(name: string, content = ""): string {
  const path = join(repository.folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const create = (branch: string) =>
  updateRefs(repository, [{ ref: `refs/heads/${branch}`, before: noObject, after: tip }]);

describe("after a kill of the service", () => {
  // As the next start of the service: nothing is known.
  beforeEach(() => {
    repository = { ...repository, memory: new Memory() };
  });

  it.each(leftovers)("the first writer finds no %s", async (name) => {
    leave(name);
    expect(await create("topic")).toBe(true);
    expect(existsSync(join(repository.folder, name))).toBe(false);
  });

  it("keeps what protects a pack for another reason, and nothing of a push", async () => {
    const [own, pushed] = [
      leave("objects/pack/pack-a.keep"),
      leave("objects/pack/pack-b.keep", "receive-pack 7 on x"),
    ];
    await create("topic");
    expect([existsSync(own), existsSync(pushed)]).toEqual([true, false]);
  });

  it("follows no link: locks of an opened repository are the user's", async () => {
    const other = await testRepository();
    const lock = join(other.folder, "refs", "heads", "main.lock");
    writeFileSync(lock, "");
    symlinkSync(join(other.folder, "refs"), join(repository.folder, "refs", "remotes"));
    symlinkSync(join(other.folder, "refs", "heads"), join(repository.folder, "reftable"));
    await clearBeforeWriting(repository);
    expect(existsSync(lock)).toBe(true);
    await other.remove();
  });
});

it("goes on after a git that was killed alone", async () => {
  await create("one");
  const child = spawnGit(repository, ["update-ref", "--stdin"]);
  child.stdin.write(`start\ncreate refs/heads/topic ${tip}\nprepare\n`);
  const lock = join(repository.folder, "refs", "heads", "topic.lock");
  await expect.poll(() => existsSync(lock)).toBe(true);
  const ended = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGKILL");
  await ended;
  // The file system's times are exact to two seconds at worst.
  utimesSync(lock, new Date(), new Date(Date.now() - 5_000));
  const startedAt = Date.now();
  expect(await create("topic")).toBe(true);
  expect(Date.now() - startedAt).toBeLessThan(2_500);
});

it("goes on where a lock is left though no git of Helve's was seen to end", async () => {
  await create("one");
  leave("refs/heads/topic.lock");
  expect(await create("topic")).toBe(true);
}, 20_000);

it("leaves what a user has in a folder that is not Helve's own", async () => {
  const other = mkdtempSync(join(tmpdir(), "helve-users-"));
  writeFileSync(join(other, "config.lock"), "");
  await gitIn(other, ["init", "--quiet", "--bare", other]).catch(() => undefined);
  const users = otherFolder(testRepositories, other);
  await clearBeforeWriting(users);
  expect([existsSync(join(other, "config.lock")), await clearStaleLocks(users)]).toEqual([true, false]);
  rmSync(other, { recursive: true });
});

it("leaves the lock of a writer that runs", async () => {
  await create("one");
  const child = spawnGit(repository, ["update-ref", "--stdin"]);
  child.stdin.write(`start\ncreate refs/heads/topic ${tip}\nprepare\n`);
  const lock = join(repository.folder, "refs", "heads", "topic.lock");
  await expect.poll(() => existsSync(lock)).toBe(true);
  await expect(create("topic")).rejects.toMatchObject({ reason: "locked" });
  expect(existsSync(lock)).toBe(true);
  child.stdin.end("commit\n");
  await new Promise((resolve) => child.once("close", resolve));
  expect(await repository.run("rev-parse", "topic")).toBe(tip);
}, 20_000);
