import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readChanges } from "./changes.mjs";

/** A folder with a function that runs git in it, and one that commits a file. */
function repository() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "helve-changes-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], {
      cwd: folder,
      encoding: "utf8",
    }).trim();
  git("init", "--quiet", "--initial-branch=main");
  const write = (name: string, text = name) => writeFileSync(join(folder, name), text);
  const commit = (name: string) => {
    write(name);
    git("add", name);
    git("commit", "--quiet", "-m", name);
    return git("rev-parse", "HEAD").slice(0, 8);
  };
  return { folder, git, write, commit };
}

it("compares a branch with where it left main, with what is not committed", () => {
  const { folder, git, write, commit } = repository();
  commit("a.ts");
  const fork = commit("moved é.ts");
  git("checkout", "--quiet", "-b", "work");
  expect(readChanges(folder)).toEqual({ since: fork, files: [] });
  commit("b.ts");
  write("a.ts", "changed");
  write("new.ts");
  git("mv", "moved é.ts", "there.ts");
  git("checkout", "--quiet", "-b", "later");
  expect(readChanges(folder)).toEqual({
    since: fork,
    files: ["a.ts", "b.ts", "moved é.ts", "new.ts", "there.ts"],
  });
});

it("compares main with what was pushed of it, and else with the commit before", () => {
  const { folder, git, commit } = repository();
  expect(readChanges(folder)).toBeNull();
  const first = commit("a.ts");
  expect(readChanges(folder)).toBeNull();
  const second = commit("b.ts");
  expect(readChanges(folder)).toEqual({ since: first, files: ["b.ts"] });
  git("update-ref", "refs/remotes/origin/main", "HEAD");
  expect(readChanges(folder)).toEqual({ since: first, files: ["b.ts"] });
  commit("c.ts");
  commit("d.ts");
  expect(readChanges(folder)).toEqual({ since: second, files: ["c.ts", "d.ts"] });
  // As a checkout of CI.
  git("update-ref", "refs/remotes/origin/main", "HEAD");
  git("checkout", "--quiet", "--detach");
  expect(readChanges(folder)).toMatchObject({ files: ["d.ts"] });
});

it("knows nothing where main is not there, as in a checkout of one branch", () => {
  const { folder, git, commit } = repository();
  commit("a.ts");
  git("branch", "--move", "work");
  commit("b.ts");
  expect(readChanges(folder)).toBeNull();
});

it("knows nothing in a folder without a repository of its own", () => {
  const { folder, commit } = repository();
  commit("a.ts");
  commit("b.ts");
  mkdirSync(join(folder, "unpacked"));
  expect(readChanges(join(folder, "unpacked"))).toBeNull();
});
