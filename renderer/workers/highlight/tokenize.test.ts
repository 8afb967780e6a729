import { expect, test } from "vitest";
import { grammarOfLanguage, languageOf } from "./language-of.ts";
import { tokenKinds } from "./token-kinds.ts";
import { isLanguage, tokenize, tokenizeFile } from "./tokenize.ts";

async function kindsOf(language: string, line: string): Promise<Record<string, string>> {
  const [tokens = []] = (await tokenize(language, [line])) ?? [];
  const found: Record<string, string> = {};
  let at = 0;
  for (let i = 0; i < tokens.length; i += 2) {
    const end = at + (tokens[i] ?? 0);
    found[line.slice(at, end).trim()] = tokenKinds[tokens[i + 1] ?? 0] ?? "";
    at = end;
  }
  return found;
}

test("tokens get their kinds", async () => {
  const kinds = await kindsOf("typescript", 'const answer = greet("x", 42); // note');
  expect(kinds).toMatchObject({
    const: "keyword",
    greet: "function",
    '"x"': "string",
    "42": "number",
    "// note": "comment",
  });
});

test("lengths cover each line, line by line", async () => {
  const lines = ["package main", "", 'var s = "héllo 🪓"', "\tx := `a"];
  const tokens = (await tokenize("go", lines)) ?? [];
  expect(tokens.map((flat) => flat.reduce((sum, value, i) => (i % 2 ? sum : sum + value), 0))).toEqual(
    lines.map((line) => line.length),
  );
});

test("an unknown language is not coloured", async () => {
  expect(await tokenize("no-such-language", ["x"])).toBeNull();
});

test.each([
  ["src/main.ts", "", "typescript"],
  ["Dockerfile", "", "docker"],
  ["a/b/CMakeLists.txt", "", "cmake"],
  ["run", "#!/usr/bin/env python3", "python"],
  ["run", "#!/bin/bash", "shellscript"],
  ["notes", "hello", "text"],
  ["x.go", "", "go"],
  [".gitmodules", "", "ini"],
])("%s (%j) is %s", (path, line, language) => {
  expect(languageOf(path, line)).toBe(language);
  if (language !== "text") expect(isLanguage(language)).toBe(true);
});

test.each([
  "ruby",
  "erb",
  "c++",
  "c#",
  "f#",
  "objective-c",
  "objective-c++",
  "shell",
  "protobuf",
  "vim-script",
])("%s has a grammar", (name) => expect(isLanguage(grammarOfLanguage(name))).toBe(true));

test("a language that attributes name comes before that of the path, where it has a grammar", async () => {
  const lines = ["def a; :b; end"];
  const ruby = await tokenize("ruby", lines);
  expect(await tokenizeFile({ path: "Thingfile", lines, language: "ruby" })).toEqual(ruby);
  expect(await tokenizeFile({ path: "a.py", lines, language: "ruby" })).toEqual(ruby);
  expect(await tokenizeFile({ path: "a.rb", lines, language: "no-such-language" })).toEqual(ruby);
  expect(await tokenizeFile({ path: "a.rb", lines })).toEqual(ruby);
  expect(await tokenizeFile({ path: "a.rb", lines, language: "plaintext" })).toBeNull();
});
