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

test.each([
  ["https://code.example:8443/x/y.git", "x/y"],
  ["https://code.example/x/y.git", null],
  ["git@code.example:x/y.git", "x/y"],
  ["ssh://git@code.example:2222/x/y.git", "x/y"],
  ["git@elsewhere.example:x/y.git", null],
  ["https://code.example:8443/x/100%.git", "x/100%"],
])("%s is %s on a service with a port", (url, path) => {
  expect(submoduleProject(url, "a/b", "https://code.example:8443")).toBe(path);
});
