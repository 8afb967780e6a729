import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listCheckedOut } from "./checked-out.ts";
import { linkRepository } from "./linked-repository.ts";
import { findLayout } from "./original-layout.ts";
import { readSettings } from "./original-settings.ts";
import { branchTip } from "./refs.ts";
import { createRepository, type Repository } from "./repository.ts";
import type { WorktreeMove } from "./restore-worktree.ts";
import { gitTextIn, testRepositories } from "./testing/test-repository.ts";
import { finishMove, recoverMove, startMove, undoMove } from "./update-worktree.ts";

let root: string;
let folder: string;
let repository: Repository;
let move: WorktreeMove;

/** Returns what the user's own git prints in the work tree. */
const inFolder = (...args: string[]) =>
  gitTextIn(
    join(folder, ".git"),
    ["--work-tree", folder, "-c", "user.name=A", "-c", "user.email=a@example.test", ...args],
    {
      cwd: folder,
    },
  );
const status = () => inFolder("status", "--porcelain");
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const lock = () => join(folder, ".git", "index.lock");

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "helve-worktree-")));
  folder = join(root, "original");
  mkdirSync(folder);
  await gitTextIn(join(folder, ".git"), ["init", "-q", "-b", "main"], { cwd: folder });
  const commit = async (files: Readonly<Record<string, string>>, message: string): Promise<string> => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    await inFolder("add", "-A");
    await inFolder("commit", "-q", "-m", message);
    return (await inFolder("rev-parse", "HEAD")).trim();
  };
  const before = await commit({ changed: "before\n", deleted: "deleted\n", same: "same\n" }, "Before");
  rmSync(join(folder, "deleted"));
  const after = await commit({ changed: "after, and longer\n", added: "added\n" }, "After");
  await inFolder("reset", "-q", "--hard", before);
  const own = join(root, "own.git");
  await createRepository(testRepositories, own);
  repository = testRepositories.open(own);
  const layout = await findLayout(folder);
  const settings = await readSettings(testRepositories, layout);
  await linkRepository(repository, layout, settings);
  const [worktree] = await listCheckedOut(repository, layout);
  if (!worktree) throw new Error("nothing is checked out");
  move = { worktree, settings, before, after };
});
afterEach(() => {
  repository.objects.close();
  rmSync(root, { recursive: true });
});

const start = async () => {
  const started = await startMove(repository, move);
  if (!started) throw new Error("not started");
  return started;
};
const moveBranch = () =>
  gitTextIn(repository.folder, ["update-ref", "refs/heads/main", move.after, move.before ?? ""]);
/** Recovers as a start of the service does after a kill. */
const recover = () => recoverMove(repository, () => branchTip(repository, "main"));
const expectBefore = async () => {
  expect([read("changed"), read("deleted")]).toEqual(["before\n", "deleted\n"]);
  expect(existsSync(join(folder, "added"))).toBe(false);
  expect(await status()).toBe("");
  expect(existsSync(lock())).toBe(false);
};
const expectAfter = async () => {
  expect([read("changed"), read("added")]).toEqual(["after, and longer\n", "added\n"]);
  expect(existsSync(join(folder, "deleted"))).toBe(false);
  expect(await status()).toBe("");
  expect(existsSync(lock())).toBe(false);
};

describe("a move of a clean work tree", () => {
  it("locks the index until the branch is updated", async () => {
    const started = await start();
    await expect(inFolder("commit", "-q", "--allow-empty", "-m", "In between")).rejects.toThrow("index.lock");
    await expect(inFolder("checkout", "-q", "-b", "other")).rejects.toThrow("index.lock");
    await moveBranch();
    await finishMove(repository, started);
    await expectAfter();
  });

  it("is undone where the branch could not be updated, but for what the user changed", async () => {
    await undoMove(repository, await start());
    await expectBefore();
    const started = await start();
    writeFileSync(join(folder, "changed"), "mine\n");
    await undoMove(repository, started);
    expect([read("changed"), read("deleted")]).toEqual(["mine\n", "deleted\n"]);
    expect(await status()).toBe(" M changed\n");
    expect(existsSync(join(folder, "added"))).toBe(false);
  });

  it("does not begin where another branch was checked out meanwhile", async () => {
    await inFolder("checkout", "-q", "-b", "other");
    expect(await startMove(repository, move)).toBeNull();
    await expectBefore();
  });

  it("waits for a lock, and names one that stays", async () => {
    writeFileSync(lock(), "");
    setTimeout(() => rmSync(lock()), 50);
    await undoMove(repository, await start());
    writeFileSync(lock(), "");
    await expect(start()).rejects.toMatchObject({ reason: "locked", details: { file: lock() } });
    expect(existsSync(lock())).toBe(true);
  });
});

describe("after a kill", () => {
  it("before the branch was updated the work tree is as before", async () => {
    await start();
    await recover();
    await expectBefore();
  });

  it("after it was updated the work tree is as after", async () => {
    await start();
    await moveBranch();
    await recover();
    await expectAfter();
  });

  it("in the middle of the files only those that Helve wrote are taken back", async () => {
    await start();
    writeFileSync(join(folder, "changed"), "after, a".slice(0, 7));
    writeFileSync(join(folder, "added"), "");
    writeFileSync(join(folder, "same"), "mine\n");
    await recover();
    expect(await status()).toBe(" M same\n");
    expect([read("changed"), read("same")]).toEqual(["before\n", "mine\n"]);
    expect(existsSync(join(folder, "added"))).toBe(false);
  });

  it("nothing is taken back that the user wrote or committed since", async () => {
    await start();
    writeFileSync(join(folder, "changed"), "mine\n");
    writeFileSync(join(folder, "deleted"), "mine too\n");
    await recover();
    expect([read("changed"), read("deleted")]).toEqual(["mine\n", "mine too\n"]);
    await inFolder("reset", "-q", "--hard");
    await start();
    rmSync(lock());
    await inFolder("add", "-A");
    await inFolder("commit", "-q", "-m", "Mine");
    await recover();
    expect(await status()).toBe("");
    expect(read("changed")).toBe("after, and longer\n");
  });

  it("a lock that was removed by hand does not matter", async () => {
    await start();
    rmSync(lock());
    await recover();
    await expectBefore();
  });

  it("a damaged journal is removed, and the work tree left as it is", async () => {
    const journal = join(repository.folder, "moving-worktree");
    for (const text of ["", '{"worktree":', '{"writes":true}']) {
      writeFileSync(journal, text);
      await recover();
      expect(existsSync(journal)).toBe(false);
    }
    await expectBefore();
  });
});
