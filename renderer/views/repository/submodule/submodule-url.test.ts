import { expect, test } from "vitest";
import { submoduleUrl } from "./submodule-url.ts";

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
