import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkDataFormat, NewerData } from "./data-format.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "helve-format-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = () => join(folder, "format.json");

test("a folder records who writes to it, and an older Helve that cannot read it says so and changes nothing", () => {
  checkDataFormat(folder, "1.2.3");
  expect(JSON.parse(readFileSync(path(), "utf8"))).toEqual({ format: 1, version: "1.2.3" });
  checkDataFormat(folder, "1.1.0");
  expect(JSON.parse(readFileSync(path(), "utf8"))).toEqual({ format: 1, version: "1.1.0" });

  const newer = '{ "format": 2, "version": "3.0.0", "more": true }';
  writeFileSync(path(), newer);
  expect(() => checkDataFormat(folder, "1.2.3")).toThrow(NewerData);
  expect(() => checkDataFormat(folder, "1.2.3")).toThrow(
    `The data in ${folder} was written by Helve 3.0.0, and this older version cannot read it. Nothing was changed.`,
  );
  expect(readFileSync(path(), "utf8")).toBe(newer);
  expect(readdirSync(folder)).toEqual(["format.json"]);
});

test("a damaged record is written anew", () => {
  writeFileSync(path(), "{");
  checkDataFormat(folder, "1.2.3");
  expect(JSON.parse(readFileSync(path(), "utf8"))).toEqual({ format: 1, version: "1.2.3" });
});
