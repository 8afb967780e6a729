import { expect, test } from "vitest";
import { submoduleUrl } from "./submodule-url.ts";

const text = `[submodule "libs/one"]
\tpath = libs/one
\turl = https://example.com/one.git
[submodule "two words"]
\turl = ../two.git
\tpath = "two words"
`;

test.each([
  ["libs/one", "https://example.com/one.git"],
  ["two words", "../two.git"],
  ["three", null],
])("%s comes from %s", (path, url) => {
  expect(submoduleUrl(text, path)).toBe(url);
});
