import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  claimDataFolder,
  claimServiceFolder,
  FolderInUse,
  lockFolder,
  lockFolderWithin,
} from "./folder-lock.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "helve-lock-"));
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

/** Starts a process that takes the folder and keeps it. Resolves with what it printed first. */
async function otherProcess(uid?: number) {
  const script = `
    import { claimDataFolder } from ${JSON.stringify(join(import.meta.dirname, "folder-lock.ts"))};
    try {
      globalThis.lock = claimDataFolder(process.argv[1], "another program", "1.2.3");
      console.log("taken");
      setInterval(() => {}, 1000);
    } catch (error) {
      console.log(error.message);
    }`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script, folder], {
    stdio: ["ignore", "pipe", "inherit"],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const [printed] = await once(child.stdout, "data");
  return { child, printed: String(printed).trim() };
}

test("a folder is one process's, is named with it, and is free at once when that is killed", async () => {
  const { child, printed } = await otherProcess();
  expect(printed).toBe("taken");
  const refused = () => claimDataFolder(folder, "a test", "1.2.3");
  expect(refused).toThrow(FolderInUse);
  expect(refused).toThrow(
    new RegExp(
      `is in use: another program \\(process ${child.pid}, since .+\\) uses it\\. Nothing was changed`,
    ),
  );
  expect((await otherProcess()).printed).toContain(`process ${child.pid}`);
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  // What names the killed one is still there.
  expect(existsSync(join(folder, "in-use.json"))).toBe(true);
  const lock = claimDataFolder(folder, "a test", "1.2.3");
  expect((await otherProcess()).printed).toContain(`a test (process ${process.pid}, since `);
  lock.release();
  const next = await otherProcess();
  expect(next.printed).toBe("taken");
  next.child.kill("SIGKILL");
});

test("of many processes that start at once exactly one has the folder", async () => {
  const started = await Promise.all(Array.from({ length: 6 }, () => otherProcess()));
  expect(started.filter(({ printed }) => printed === "taken")).toHaveLength(1);
  for (const { child } of started) child.kill("SIGKILL");
});

test("a former holder that is just ending is waited for", async () => {
  const lock = lockFolder(folder, "the former one");
  setTimeout(() => lock.release(), 200);
  (await claimServiceFolder(folder, "the next one", 5_000)).release();
  const kept = lockFolder(folder, "the former one");
  await expect(lockFolderWithin(folder, "the next one", 100)).rejects.toThrow("the former one");
  kept.release();
});

test("a lock file that a power cut damaged, and one that names nobody, are no obstacle", () => {
  writeFileSync(
    join(folder, "in-use.lock"),
    "not a database, and longer than the header of one: ".repeat(40),
  );
  const lock = lockFolder(folder, "a test");
  writeFileSync(join(folder, "in-use.json"), "{");
  expect(() => lockFolder(folder, "a test")).toThrow("another Helve uses it");
  lock.release();
});

test.skipIf(process.getuid?.() !== 0)("the folder of another user is refused with a sentence", async () => {
  chmodSync(folder, 0o700);
  const { printed } = await otherProcess(65_534);
  expect(printed).toContain(`${folder} belongs to another user of this computer`);
});

test.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
  "a folder that cannot be written is used without a lock",
  () => {
    chmodSync(folder, 0o500);
    lockFolder(folder, "a test").release();
  },
);
