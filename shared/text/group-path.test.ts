import { expect, it } from "vitest";
import { findNameProblem, findPathProblem, proposePath } from "./group-path.ts";

it.each([
  ["Søren & Team", "soren-team"],
  ["Åsa's Übersicht", "asa-s-ubersicht"],
  ["Jonas Weiß", "jonas-weiss"],
  ["  Trim me.  ", "trim-me"],
  ["v1.2 tools.git", "v1.2-tools"],
  ["鈴木", ""],
])("proposes for %s the path %s", (name, path) => {
  expect(proposePath(name)).toBe(path);
});

it.each(["team", "_a", "1st", "a.b-c", "Edit-me"])("takes the path %s", (path) => {
  expect(findPathProblem(path, "top")).toBeNull();
});

it.each([
  ["", "top", "can't be blank"],
  ["-a", "top", "can contain only"],
  ["a.", "top", "can contain only"],
  ["a.git", "below", "can contain only"],
  ["a/b", "top", "can contain only"],
  ["é", "top", "can contain only"],
  ["API", "top", "API is a reserved name"],
  ["blob", "below", "blob is a reserved name"],
  ["a".repeat(256), "top", "is too long"],
] as const)("refuses the path %s at the %s", (path, level, why) => {
  expect(findPathProblem(path, level)).toContain(why);
});

it("lets names of one level be paths of the other", () => {
  expect(findPathProblem("blob", "top")).toBeNull();
  expect(findPathProblem("api", "below")).toBeNull();
});

it.each([
  ["Platform 2.0 (new)", null],
  ["🚀 Launch", null],
  ["鈴木", null],
  [" ", "can't be blank"],
  ["-dash", "can contain only"],
  ["a/b", "can contain only"],
] as const)("judges the name %s", (name, why) => {
  if (why === null) expect(findNameProblem(name)).toBeNull();
  else expect(findNameProblem(name)).toContain(why);
});
