import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { operationKey } from "./contract/call-facts.ts";
import { operations } from "./index.ts";

const listed = readFileSync(new URL("./endpoints.tsv", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t"))
  .map(([, method, path]) => `${method} ${path}`);

const declared = Object.values(operations);

it("declares every operation of the interface's list", () => {
  expect(listed).toHaveLength(158);
  const keys = new Set(declared.map(operationKey));
  expect(listed.filter((key) => !keys.has(key))).toEqual([]);
});

it("declares none twice", () => {
  const keys = declared.map(operationKey);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

it("marks what the list does not have as an extension", () => {
  const known = new Set(listed);
  for (const operation of declared) {
    expect([operationKey(operation), operation.extension === undefined]).toEqual([
      operationKey(operation),
      known.has(operationKey(operation)),
    ]);
  }
});

it("has for every operation what it reads or changes, and a summary", () => {
  for (const operation of declared) {
    expect(operation.summary, operationKey(operation)).not.toBe("");
    // A text is checked and nothing of the service.
    if (operation === operations.lintCi) continue;
    const resources = operation.reads.length + operation.changes.length;
    expect(resources, operationKey(operation)).toBeGreaterThan(0);
    // One action of the interface is a GET.
    if (operation.method === "GET" && operationKey(operation) !== "GET /hooks/:id")
      expect(operation.changes, operationKey(operation)).toEqual([]);
  }
});

it("names every path parameter", () => {
  for (const operation of declared) {
    const names = [...operation.path.matchAll(/[:*](\w+)|\[\.(\w+)\]/g)].map((match) => match[1] ?? match[2]);
    expect(Object.keys(operation.params).toSorted(), operationKey(operation)).toEqual(names.toSorted());
  }
});
