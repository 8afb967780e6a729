import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, it } from "vitest";
import { rounds } from "../../../shared/testing/rounds.ts";
import { checkPath, isModulesFile } from "./check-path.ts";
import { GitRefusal } from "./git-errors.ts";
import { gitIn, testRepository } from "./testing/test-repository.ts";

/** Parts of names that are harmful on one system or another, and what such systems ignore in a name. */
const parts = [
  ...[
    "a",
    ".",
    "..",
    "",
    " ",
    "\\",
    "/",
    "\0",
    "\n",
    "..\\",
    ":",
    "-",
    "~",
    "~1",
    "\x01",
    "\x7f",
    "C:",
    "\ud800",
    "😀",
  ],
  ...[".git", ".GIT", "g", "i", "t", "git~1", "GIT~1", "GIT~2", "git~10", ".git ", ".git.", ".git::$DATA"],
  ...["::$INDEX_ALLOCATION", ".gitmodules", "gitmod~1", "GI7EBA~1", "gi7eb~1", "gi250a~1", ".gitattributes"],
  ...["\u200c", "\u200d", "\u200e", "\u200f", "\u202a", "\u202e", "\u206a", "\u206f", "\ufeff", ".g\u200cit"],
  ...["CON", "aux.txt", "x".repeat(300)],
];

it("accepts only paths that git accepts on every system", async () => {
  const name = fc
    .array(fc.constantFrom(...parts), { minLength: 1, maxLength: 5 })
    .map((some) => some.join(""));
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
  const candidates = rounds(20_000);
  const accepted = new Set<string>();
  fc.assert(
    fc.property(path, (candidate) => {
      try {
        accepted.add(checkPath(candidate));
      } catch (error) {
        expect(error).toBeInstanceOf(GitRefusal);
      }
    }),
    { numRuns: candidates },
  );
  expect(accepted.size).toBeGreaterThan(candidates / 4);
  const repository = await testRepository();
  try {
    const { stdout } = await gitIn(repository.folder, ["hash-object", "-w", "--stdin"], { input: "x" });
    const id = stdout.toString().trim();
    const settings = ["-c", "core.protectHFS=true", "-c", "core.protectNTFS=true"];
    const args = ["--git-dir", repository.folder, ...settings, "update-index", "-z", "--index-info"];
    /** Returns what git prints of paths that it does not take into an index. */
    const refusedOf = (paths: readonly string[]) => {
      const input = paths.map((each) => `100644 ${id}\t${each}\0`).join("");
      return spawnSync("git", args, { input }).stderr.toString();
    };
    expect(refusedOf([...accepted])).toBe("");
    expect(refusedOf(["x/.GIT/config"])).toBe("Ignoring path x/.GIT/config\n");
  } finally {
    await repository.remove();
  }
}, 60_000);

it("refuses paths that are too long", () => {
  expect(() => checkPath("x/".repeat(3000).slice(0, -1))).toThrow("invalid path");
});

it("reads a long name in one pass", () => {
  const before = process.cpuUsage();
  expect(isModulesFile(`${".".repeat(200_000)}!`)).toBe(false);
  const { user } = process.cpuUsage(before);
  // Some 30 s where each dot begins a run of its own.
  expect(user / 1_000).toBeLessThan(2_000);
});
