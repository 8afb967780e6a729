import { expect, test } from "vitest";
import { editorLanguage } from "./use-text-model.ts";

const known = [
  { id: "typescript", extensions: [".ts", ".tsx"] },
  { id: "json", extensions: [".json"] },
  { id: "dockerfile", extensions: [".dockerfile"], filenames: ["Dockerfile"] },
  { id: "xml", extensions: [".xml"], firstLine: "(\\<\\?xml.*)" },
  { id: "ruby", extensions: [".rb"], filenames: ["rakefile"] },
];

test.each([
  ["a/b.ts", "", "typescript"],
  ["package.json", "", "json"],
  ["x/Dockerfile", "", "dockerfile"],
  ["Dockerfile.dev", "", "dockerfile"],
  ["Rakefile", "", "ruby"],
  ["run", "#!/usr/bin/env python3", "python"],
  ["run", "#!/bin/sh -e", "shell"],
  ["data", '<?xml version="1.0"?>', "xml"],
  ["Cargo.toml", "", "ini"],
  ["notes", "", "plaintext"],
  ["ts", "", "plaintext"],
])("%s (%j) is %s", (path, line, language) => {
  expect(editorLanguage(known, path, line)).toBe(language);
});

test.each([
  ["Thingfile", "ruby", "ruby"],
  ["a.ts", "ruby", "ruby"],
  ["a.ts", "rb", "ruby"],
  ["a.ts", "docker", "dockerfile"],
  ["a.ts", "plaintext", "plaintext"],
  ["a.ts", "no-such-language", "typescript"],
])("%s is %s by its attributes: %s", (path, language, right) => {
  const aliases = [{ id: "ruby", aliases: ["Ruby", "rb"] }, ...known];
  expect(editorLanguage(aliases, path, "", language)).toBe(right);
});
