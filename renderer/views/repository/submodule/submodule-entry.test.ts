import { expect, test } from "vitest";
import { submoduleProject, submoduleUrl } from "./submodule-entry.tsx";

const text = `[submodule "libs/one"]
\tpath = libs/one
\turl = https://example.com/one.git
[submodule "two words"]
\turl = ../two.git
\tpath = "two words"
`;

const gitConfig = `\uFEFF; comment
[submodule "web/api"]
	path = web/api
	Url = https://example.test/api.git
[submodule "lib"]
	path = lib
	url = https://example.test/lib.git # mirror of upstream
[submodule "tools"] path = tools
	url = https://example.test/tools.git
[SubModule "a \\"quoted\\" \\\\ name"]
	path = "with # sign; and \\"marks\\""   ; comment
	url = https://example.test/\\
long.git
[submodule "twice"]
	path = twice
	url = old.git
[submodule "twice"]
	url = "ne"w.git
[submodule.old]
	path = old
	url = old-style.git
`;

test.each([
  ["web/api", "https://example.test/api.git"],
  ["lib", "https://example.test/lib.git"],
  ["tools", "https://example.test/tools.git"],
  ['with # sign; and "marks"', "https://example.test/long.git"],
  ["twice", "new.git"],
  ["old", "old-style.git"],
])("%s is read as git config reads it: %s", (path, url) => {
  expect(submoduleUrl(gitConfig, path)).toBe(url);
  expect(submoduleUrl(gitConfig.replaceAll("\n", "\r\n"), path)).toBe(url);
});

test.each([
  '[submodule "a"]\npath = a\nurl = "open\n',
  '[submodule "a"]\npath = a\nurl = b\n= x\n',
  "path = a\n",
])("a file that git refuses has no URL: %j", (text) => {
  expect(submoduleUrl(text, "a")).toBeNull();
});

test.each([
  ["libs/one", "https://example.com/one.git"],
  ["two words", "../two.git"],
  ["three", null],
])("%s comes from %s", (path, url) => {
  expect(submoduleUrl(text, path)).toBe(url);
});

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
