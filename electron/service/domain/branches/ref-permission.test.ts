import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { denialOf, folded, nameRuleOf } from "./ref-permission.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "helve-names-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ["MAIN", "main"],
  ["ma\u200din", "main"],
  ["cafe\u0301", "café"],
  ["Release/1.", "release/1"],
])("takes %s for %s where names are folded", (name, same) => expect(folded(name)).toBe(folded(same)));

it("distinguishes names that every file system distinguishes", () => {
  expect(folded("main2")).not.toBe(folded("main"));
  expect(folded("a/b")).not.toBe(folded("ab"));
});

it("detects how the file system compares names", () => {
  const exact = join(folder, "exact.git");
  mkdirSync(exact);
  expect(nameRuleOf(exact)("MAIN")).not.toBe("main");
  // As on a file system that ignores case: the folder also exists under its name in capitals.
  const folding = join(folder, "folding.git");
  mkdirSync(folding);
  symlinkSync(folding, join(folder, "FOLDING.GIT"));
  expect(nameRuleOf(folding)("MAIN")).toBe(nameRuleOf(folding)("main"));
});

it("protects a branch under every spelling that is the same file", () => {
  const protection = {
    id: 1,
    name: "main",
    pushAccessLevel: 40,
    mergeAccessLevel: 40,
    allowForcePush: false,
  };
  const rules = {
    archived: false,
    defaultBranch: "trunk",
    protections: [protection],
    tagProtections: [],
    level: 30,
    formerTag: () => null,
  };
  const write = { kind: "branch", name: "MAIN", change: "write" } as const;
  expect(denialOf({ ...rules, nameRule: folded }, write)).toBe("protected");
  expect(denialOf({ ...rules, nameRule: (name) => name }, write)).toBeNull();
});
