import { expect, test } from "vitest";
import { submoduleProject } from "./submodule-project.ts";

test.each([
  ["../handbook.git", "fjord/toolbox", "fjord/handbook"],
  ["../../fjord/handbook", "a/b", "fjord/handbook"],
  ["./below", "a/b", "a/b/below"],
  ["https://code.example/git/x/y.git", "a/b", "x/y"],
  ["git@code.example:git/x/y.git", "a/b", "x/y"],
  ["https://elsewhere.example/x/y.git", "a/b", null],
  ["../../../../x", "a/b", null],
  ["nonsense", "a/b", null],
])("%s in %s is %s", (url, project, path) => {
  expect(submoduleProject(url, project, "https://code.example/git")).toBe(path);
});
