import { expect, it } from "vitest";
import { z } from "zod";
import { submoduleUrl } from "../../renderer/views/repository/submodule/submodule-entry.tsx";
import { attributesOf, parseAttributes, readFileAttributes } from "../../shared/attributes.ts";
import { readInputs } from "./read-inputs.ts";

/** A `.gitattributes` of the root; what `git check-attr` says of each path, without what is not specified. */
const inputs = readInputs("./attributes.txt", z.record(z.string(), z.record(z.string(), z.string())));
const paths = new Set(inputs.flatMap(({ right }) => Object.keys(right)));
const names = new Set(inputs.flatMap(({ right }) => Object.values(right).flatMap(Object.keys)));

it.each(inputs)("$name means what it means to git", ({ text, right }) => {
  const file = parseAttributes(text, "");
  const found: Record<string, Record<string, string>> = {};
  for (const path of paths) {
    for (const [name, value] of attributesOf([file], path)) {
      if (value === undefined || !names.has(name)) continue;
      found[path] = { ...found[path], [name]: value === true ? "set" : value === false ? "unset" : value };
    }
  }
  expect(found).toEqual(right);
});

it("lets deeper folders decide", () => {
  const files = [
    parseAttributes("*.c -diff\n[attr]gen -text\n", ""),
    parseAttributes("a.c diff gen\n[attr]x y\n", "src"),
  ];
  expect(attributesOf(files, "src/a.c").get("diff")).toBe(true);
  expect(attributesOf(files, "src/a.c").get("text")).toBe(false);
  expect(attributesOf(files, "a.c").get("diff")).toBe(false);
});

it.each([
  ["diff", "a.svg", { generated: false, diff: false, language: undefined }],
  ["diff", "data.bin", { generated: false, diff: true, language: undefined }],
  ["language", "src/gen/b.pb.go", { generated: false, diff: undefined, language: "go" }],
  ["encoding", "src/a.c", { generated: false, diff: undefined, language: undefined }],
  ["shown", "a.svg", { generated: false, diff: false, language: undefined }],
  ["shown", "src/a.c", { generated: false, diff: undefined, language: "c++" }],
  ["shown", "src/gen/b.pb.go", { generated: true, diff: undefined, language: "go" }],
  ["shown", "Makefile", { generated: false, diff: undefined, language: undefined }],
  ["generated-values", "a.svg", { generated: true, diff: undefined, language: undefined }],
  ["generated-values", "src/a.c", { generated: false, diff: undefined, language: undefined }],
  ["generated-values", "src/gen/b.pb.go", { generated: false, diff: undefined, language: undefined }],
  ["generated-values", "lib/z.min.js", { generated: false, diff: undefined, language: undefined }],
  ["generated-values", "a[1].txt", { generated: false, diff: undefined, language: "protocol-buffer" }],
])("shows by %s.gitattributes how %s is shown", (name, path, right) => {
  const input = inputs.find((one) => one.name === `${name}.gitattributes`);
  const attributes = attributesOf([parseAttributes(input?.text ?? "", "")], path);
  expect(readFileAttributes(attributes)).toEqual(right);
});

/** The URL at each path, as `git config` reads it. */
const right = z.record(z.string(), z.string().nullable());

it.each(readInputs("./gitmodules.txt", right))("finds the URLs in $name", ({ text, right: urls }) => {
  const paths = Object.keys(urls);
  expect(Object.fromEntries(paths.map((path) => [path, submoduleUrl(text, path)]))).toEqual(urls);
});
