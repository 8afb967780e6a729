import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { countInputs } from "./read-inputs.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));

it("has at least 400 inputs, and a test for each kind", () => {
  const tests = readdirSync(folder).filter((name) => name.endsWith(".test.ts"));
  const code = tests.map((name) => readFileSync(`${folder}${name}`, "utf8")).join("\n");
  const kinds = countInputs();
  expect([...kinds.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(400);
  expect([...kinds.keys()].filter((kind) => !code.includes(`"${kind}"`))).toEqual([]);
});

it("has each byte that nobody sees as digits", () => {
  const unseen = /(?![\n\t ])[\p{Cc}\p{Cf}\p{Z}]|[\t ]$/mu;
  const files = [...countInputs().keys()];
  expect(files.filter((file) => unseen.test(readFileSync(new URL(file, import.meta.url), "utf8")))).toEqual(
    [],
  );
});
