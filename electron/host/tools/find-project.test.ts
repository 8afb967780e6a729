import { expect, it } from "vitest";
import { projectOfRemote } from "./find-project.ts";

const service = "https://code.test:8443/git";

it.each([
  ["https://code.test:8443/git/a/b.git", "a/b"],
  ["https://ada:password@code.test:8443/git/a/b/c", "a/b/c"],
  ["ssh://git@code.test:2222/a/b.git", "a/b"],
  ["git@code.test:a/b.git", "a/b"],
  ["code.test:a/b", "a/b"],
  ["https://code.test:8443/git/%C3%A4/b.git", "ä/b"],
  // Other places.
  ["https://code.test/git/a/b.git", null],
  ["https://code.test:8443/other/a/b.git", null],
  ["https://code.test.evil:8443/git/a/b.git", null],
  ["git@code.test.evil:a/b.git", null],
  // No projects.
  ["https://code.test:8443/git/", null],
  ["https://code.test:8443/git/a/%2e%2e/%2e%2e/b", null],
  ["git@code.test:a/../b", null],
  ["https://code.test:8443/git/%zz", null],
  ["/srv/git/a.git", null],
  ["file:///srv/git/a.git", null],
  ["../a", null],
  ["", null],
])("%s is %s", (remote, project) => {
  expect(projectOfRemote(remote, service)).toBe(project);
});
