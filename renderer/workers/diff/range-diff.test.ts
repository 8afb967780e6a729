import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { rounds } from "../../../shared/testing/rounds.ts";
import { interdiff } from "./interdiff.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "helve-range-diff-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const names = ["a.txt", "b.txt", "c.txt"] as const;
const rows = 40;

/** A repository of three files whose lines can be changed by one word each. */
function repository() {
  const path = mkdtempSync(join(folder, "r-"));
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@x.test", ...args], {
      cwd: path,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trimEnd();
  git("init", "-q", "-b", "main");
  const show = (ref: string, name: string) => `${git("show", `${ref}:${name}`)}\n`;
  const change = (file: number, row: number, words: string, ...how: string[]) => {
    const name = names[file] ?? "a.txt";
    const lines = show("HEAD", name).split("\n");
    lines[row] = words;
    writeFileSync(join(path, name), lines.join("\n"));
    git("commit", "-qa", "--allow-empty", ...how);
  };
  for (const name of names)
    writeFileSync(join(path, name), `${Array.from({ length: rows }, (_, i) => `${name} ${i}`).join("\n")}\n`);
  git("add", "-A");
  git("commit", "-qm", "Base");
  return { git, show, change };
}

/** Returns where edits are made: the author's in rows far from those of the target. */
const editRows = (offset: number) =>
  fc
    .array(fc.tuple(fc.nat(2), fc.nat(3)), { minLength: 1, maxLength: 4 })
    .map((all) => all.map(([file, at]) => ({ file, row: at * 10 + offset })));

test("agrees with git's range-diff on commits that a rebase left unchanged, and finds amended ones", () => {
  fc.assert(
    fc.property(editRows(0), editRows(5), fc.option(fc.nat(2)), (author, target, amended) => {
      const { git, show, change } = repository();
      git("checkout", "-qb", "topic");
      for (const [i, { file, row }] of author.entries())
        change(file, row, `author ${i}`, "-m", `Author ${i}`);
      const [oldBase, oldHead] = [git("rev-parse", "main"), git("rev-parse", "topic")];
      git("checkout", "-q", "main");
      for (const [i, { file, row }] of target.entries())
        change(file, row, `target ${i}`, "-m", `Target ${i}`);
      git("checkout", "-q", "topic");
      git("rebase", "-q", "main");
      if (amended !== null) change(amended, 39, "amended", "--amend", "--no-edit");
      const [newBase, newHead] = [git("rev-parse", "main"), git("rev-parse", "topic")];
      const marks = git("range-diff", "--no-color", "-s", `${oldBase}..${oldHead}`, `${newBase}..${newHead}`)
        .split("\n")
        .map((line) => /^ *(?:\d+|-): +[0-9a-f-]+ ([=!<>])/.exec(line)?.[1]);
      const authored = names.filter(
        (name) =>
          interdiff(
            { base: show(oldBase, name), head: show(oldHead, name) },
            { base: show(newBase, name), head: show(newHead, name) },
          ).authored,
      );
      if (marks.every((mark) => mark === "=")) expect(authored).toEqual([]);
      expect(authored).toEqual(amended === null ? [] : [names[amended]]);
    }),
    { numRuns: rounds(12, 2) },
  );
}, 120_000);
