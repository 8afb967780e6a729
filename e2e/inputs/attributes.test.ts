import { expect, it } from "vitest";
import { z } from "zod";
import { attributesOf, parseAttributes } from "../../shared/attributes/attributes.ts";
import { readInputs } from "./read-inputs.ts";

/** A `.gitattributes` of the root; what `git check-attr` says of each path, without what is not specified. */
const inputs = readInputs("attributes", z.record(z.string(), z.record(z.string(), z.string())));
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
