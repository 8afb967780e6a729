import { expect, test } from "vitest";
import { changedFile } from "../testing/changed-file.ts";
import type { DiffSummary } from "./diff-types.ts";
import { type FilteredFile, parseFileFilter } from "./filter-files.ts";

const summary = (added: number): DiffSummary => ({
  ...{ unifiedRows: added, splitRows: added, added, removed: 0, longest: 1 },
  ...{ unifiedChanges: [], splitChanges: [], fingerprint: "", hiddenLines: 0 },
});
const of = (path: string, lines: number, more = {}, isViewed = false): FilteredFile => ({
  file: changedFile(path, more),
  summary: summary(lines),
  attributes: undefined,
  isViewed,
});
const files = [
  of("src/a.ts", 5),
  of("src/a.test.ts", 300, { new_file: true }),
  of("package-lock.json", 4_000),
  of("lib/b.ts", 20, { renamed_file: true }, true),
  of("test/old.py", 7, { deleted_file: true }),
  of("api.pb.go", 900, { generated_file: true }),
];
const found = (query: string) =>
  files.filter(parseFileFilter(query)).map(({ file }) => (file.deleted_file ? file.old_path : file.new_path));

test.each([
  ["", 6],
  ["SRC a", 2],
  ["src -test", 1],
])("%j leaves %i files", (query, count) => expect(found(query)).toHaveLength(count));

test.each([
  ["kind:added", ["src/a.test.ts"]],
  ["kind:deleted", ["test/old.py"]],
  ["kind:moved", ["lib/b.ts"]],
  ["kind:changed", ["src/a.ts", "package-lock.json", "api.pb.go"]],
  ["kind:generated", ["api.pb.go"]],
  ["kind:test", ["src/a.test.ts", "test/old.py"]],
  ["kind:lock kind:generated", ["package-lock.json", "api.pb.go"]],
  ["-kind:lock -kind:test -kind:generated", ["src/a.ts", "lib/b.ts"]],
  ["lines:>100 -kind:lock", ["src/a.test.ts", "api.pb.go"]],
  ["lines:<10", ["src/a.ts", "test/old.py"]],
  ["is:viewed", ["lib/b.ts"]],
  ["-is:viewed src", ["src/a.ts", "src/a.test.ts"]],
  ["kind:none", []],
])("%j", (query, paths) => expect(found(query)).toEqual(paths));

const reviewed = [
  { ...of("a.ts", 1), owners: ["Ada", "group/team"], isChangedSinceReview: true },
  { ...of("b.ts", 1), owners: [], isChangedSinceReview: false },
  of("unknown.ts", 1),
];

test.each([
  ["owner:ada", ["a.ts"]],
  ["owner:@Group/Team", ["a.ts"]],
  ["-owner:ada", ["b.ts"]],
  ["owner:none", ["b.ts"]],
  ["-owner:none", ["a.ts"]],
  ["owner:ad", []],
  ["since:review", ["a.ts"]],
  ["-since:review", ["b.ts"]],
])("%j of files with owners, one of which is not known", (query, paths) =>
  expect(reviewed.filter(parseFileFilter(query)).map(({ file }) => file.new_path)).toEqual(paths),
);
