import { expect, test } from "vitest";
import { folderOf, nameOf } from "../../../shared/text/paths.ts";
import { commitHref, editHref, filesHref, historyHref } from "./repository-hrefs.ts";
import { foldersOf, joinPath, pathProblem } from "./repository-paths.ts";

test("paths are split and joined", () => {
  expect([folderOf("a/b/c.ts"), nameOf("a/b/c.ts"), folderOf("c.ts"), nameOf("c.ts")]).toEqual([
    "a/b",
    "c.ts",
    "",
    "c.ts",
  ]);
  expect(foldersOf("a/b/c.ts")).toEqual(["a", "a/b"]);
  expect(foldersOf("c.ts")).toEqual([]);
  expect([joinPath("", "x"), joinPath("a", "x")]).toEqual(["x", "a/x"]);
});

test.each(["", "/a", "a/", "a//b", "../a", "a/./b", ".git/config", "a\nb"])("%j is not a path", (path) => {
  expect(pathProblem(path)).not.toBeNull();
});

test.each(["a", "a/b c.ts", "-x", "#1 100% ☕.md", "..a/b..", ".gitignore"])("%j is a path", (path) => {
  expect(pathProblem(path)).toBeNull();
});

test("addresses keep every character", () => {
  const scope = { account: "a/1", project: "g/s/p" };
  const path = "a #1/100% & ☕+=?.md";
  const url = new URL(filesHref(scope, "feat/ü", path, "L3-9"), "http://x");
  expect(url.searchParams.get("path")).toBe(path);
  expect(url.searchParams.get("ref")).toBe("feat/ü");
  expect(url.hash).toBe("#L3-9");
  expect(url.pathname).toBe("/a/a%2F1/p/g%2Fs%2Fp/files");
  expect(filesHref(scope, undefined, "")).toBe("/a/a%2F1/p/g%2Fs%2Fp/files");
  expect(historyHref(scope, "main", "")).toBe("/a/a%2F1/p/g%2Fs%2Fp/commits?ref=main");
  expect(commitHref(scope, "abc")).toBe("/a/a%2F1/p/g%2Fs%2Fp/commits/abc");
  expect(new URL(editHref(scope, "main", path), "http://x").searchParams.get("path")).toBe(path);
});
