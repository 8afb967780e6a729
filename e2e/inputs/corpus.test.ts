import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { countInputs } from "./read-inputs.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));

it("has a test for each kind", () => {
  const tests = readdirSync(folder).filter((name) => name.endsWith(".test.ts"));
  const code = tests.map((name) => readFileSync(`${folder}${name}`, "utf8")).join("\n");
  expect([...countInputs().keys()].filter((kind) => !code.includes(`"${kind}"`))).toEqual([]);
});
