import { expect, test } from "vitest";
import type { ArchiveEntry, EntryRefusal } from "../../../../shared/host/artifacts.ts";
import { artifactFolders, filterEntries } from "./artifact-tree.ts";

const entry = (path: string, size = 1, refusal: EntryRefusal | null = null): ArchiveEntry => ({
  path,
  size,
  refusal,
});
const shown = (entries: readonly ArchiveEntry[], folder = "") =>
  artifactFolders(entries)
    .get(folder)
    ?.entries.map(({ name, kind, size }) => [name, kind, size]);

test("folders are first, with their total size; names are in natural order", () => {
  const entries = [
    entry("b.txt"),
    entry("log/10.txt", 10),
    entry("log/9.txt", 9),
    entry("log/deep/x", 5),
    entry("a/", 0),
  ];
  expect(shown(entries)).toEqual([
    ["a", "directory", 0],
    ["log", "directory", 24],
    ["b.txt", "file", 1],
  ]);
  expect(shown(entries, "log")).toEqual([
    ["deep", "directory", 5],
    ["9.txt", "file", 9],
    ["10.txt", "file", 10],
  ]);
  expect(shown(entries, "a")).toEqual([]);
});

test("a name that is not trusted makes no folders", () => {
  const entries = [entry("../../etc/passwd", 1, "unsafe_name"), entry("a", 1), entry("a", 2, "duplicate")];
  const folders = artifactFolders(entries);
  expect([...folders.keys()]).toEqual([""]);
  expect(folders.get("")?.entries.map(({ name, refusal }) => [name, refusal])).toEqual([
    ["../../etc/passwd", "unsafe_name"],
    ["a", null],
    ["a", "duplicate"],
  ]);
  const paths = folders.get("")?.entries.map(({ path }) => path) ?? [];
  expect(new Set(paths).size).toBe(3);
});

test("a file whose name is a folder's too leaves the folder reachable", () => {
  expect(shown([entry("a"), entry("a/b")])).toEqual([["a", "directory", 1]]);
  expect(shown([entry("a/b"), entry("a")])).toEqual([["a", "directory", 1]]);
  expect(shown([entry("__proto__/constructor")], "__proto__")).toEqual([["constructor", "file", 1]]);
});

test("a filter finds files by any part of their path, without regard to case", () => {
  const all = [
    entry("Report/a.xml", 3),
    entry("Report/deep/b.xml", 4),
    entry("dist/b.js"),
    entry("empty-report/", 0),
    entry("../report", 1, "unsafe_name"),
  ];
  const names = (text: string) => filterEntries(all, text).found.map(({ path }) => path);
  expect(names("REPORT")).toEqual(["Report/a.xml", "Report/deep/b.xml", "../report"]);
  expect(names("deep/b")).toEqual(["Report/deep/b.xml"]);
  expect(names("0")).toEqual([]);
  expect(shown(filterEntries(all, "a.xml").found)).toEqual([["Report", "directory", 3]]);
});

test("a filter that finds thousands of files shows some and counts all", () => {
  const all = Array.from({ length: 5_000 }, (_, index) => entry(`part/${index}.txt`));
  const { found, total } = filterEntries(all, "txt");
  expect([found.length, total]).toEqual([2_000, 5_000]);
});
