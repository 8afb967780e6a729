import { expect, it } from "vitest";
import { readFrontMatter, readPagePath, titleProblems } from "./page-index.ts";

it.each([
  ["home.md", { stem: "home", extension: "md", format: "markdown" }],
  ["a/b.c.MARKDOWN", { stem: "a/b.c", extension: "MARKDOWN", format: "markdown" }],
  ["x.adoc", { stem: "x", extension: "adoc", format: "asciidoc" }],
  ["x.rdoc", { stem: "x", extension: "rdoc", format: "rdoc" }],
  ["uploads/notes.md", { stem: "uploads/notes", extension: "md", format: "markdown" }],
  [`uploads/${"0".repeat(32)}/notes.md`, null],
  ["a/.md", null],
  [".md", null],
  ["README", null],
  ["image.png", null],
])("reads the path %j as a page", (path, expected) => expect(readPagePath(path)).toEqual(expected));

it("reports why a title cannot be a file", () => {
  expect(titleProblems("fine/title")).toEqual([]);
  expect(titleProblems("a\u007f")).toEqual(["cannot contain control characters"]);
  expect(titleProblems(`uploads/${"0".repeat(32)}`)).toEqual(["is in the folder of an attachment"]);
});

it("reads front matter, and nothing where it is broken, huge or no map", () => {
  expect(readFrontMatter("---\ntitle: A\n---\ntext")).toEqual({ title: "A" });
  expect(readFrontMatter("\ufeff---\r\nn: 1\r\n---\r\n")).toEqual({ n: 1 });
  expect(readFrontMatter("text\n---\ntitle: A\n---\n")).toEqual({});
  expect(readFrontMatter("---\n- a\n---\n")).toEqual({});
  expect(readFrontMatter("---\na: [\n---\n")).toEqual({});
  expect(readFrontMatter("---\n---\n")).toEqual({});
  expect(readFrontMatter(`---\na: ${"x".repeat(9_000)}\n---\n`)).toEqual({});
  const laughs = Array.from({ length: 9 }, (_, i) => `k${i + 1}: &k${i + 1} [${`*k${i},`.repeat(9)}]\n`);
  expect(readFrontMatter(`---\nk0: &k0 [1]\n${laughs.join("")}---\n`)).toEqual({});
});
