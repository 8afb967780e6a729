import { expect, it } from "vitest";
import { type FormInput, inputProblem, valueOfInput } from "./form-inputs.ts";
import { readPipelineForm } from "./pipeline-form.ts";

const read = (text: string) => readPipelineForm(text, ".gitlab-ci.yml");

it("reads the inputs and the described variables of a file", () => {
  expect(
    read(`spec:
  inputs:
    target: { description: Where to, options: [staging, production], default: staging }
    copies: { type: number, default: 2 }
    dry: { type: boolean, default: true }
    names: { type: array, default: [a, b] }
    version: { regex: ^v }
    plain:
---
variables:
  LAMP: { value: red, options: [red, green], description: Colour }
  NOTE: { description: Free text }
  HIDDEN: { value: x }
  PLAIN: y
deploy: { script: ./deploy $[[ inputs.target ]], stage: [$[[ inputs.plain ]]] }
`),
  ).toEqual({
    inputs: [
      {
        name: "target",
        type: "string",
        description: "Where to",
        options: ["staging", "production"],
        regex: null,
        initial: "staging",
      },
      { name: "copies", type: "number", description: "", options: null, regex: null, initial: "2" },
      { name: "dry", type: "boolean", description: "", options: null, regex: null, initial: "true" },
      { name: "names", type: "array", description: "", options: null, regex: null, initial: '["a","b"]' },
      { name: "version", type: "string", description: "", options: null, regex: "^v", initial: null },
      { name: "plain", type: "string", description: "", options: null, regex: null, initial: null },
    ],
    variables: [
      { key: "LAMP", description: "Colour", options: ["red", "green"], initial: "red" },
      { key: "NOTE", description: "Free text", options: null, initial: "" },
    ],
    problem: null,
  });
});

it("reads what it can, and says why it cannot read the rest", () => {
  const { inputs, variables, problem } = read(
    "spec: { inputs: { a: { kind: x } } }\n---\nvariables: { B: { description: b } }\na: { script: x }",
  );
  expect(inputs).toEqual([]);
  expect(variables).toHaveLength(1);
  expect(problem).toContain("spec: inputs: a: kind");
  expect(read("a: [").problem).toContain(".gitlab-ci.yml");
  expect(read("a: { script: x }")).toEqual({ inputs: [], variables: [], problem: null });
});

it.each([
  ["brackets that never close", `spec: { inputs: ${"[".repeat(100_000)}\n---\na: { script: x }`],
  [
    "aliases that grow",
    `a0: &a0 [x, x]\n${Array.from({ length: 40 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`).join("\n")}`,
  ],
  [
    "many inputs",
    `spec: { inputs: { ${Array.from({ length: 5_000 }, (_, i) => `i${i}: `).join(", ")} } }\n---\na: { script: x }`,
  ],
  ["a long text", `spec: { inputs: { a: { default: ${"x".repeat(500_000)} } } }\n---\na: { script: x }`],
  [
    "a default within itself",
    "spec: { inputs: { a: { type: array, default: &a [*a] } } }\n---\na: { script: x }",
  ],
])("returns little for %s", (_, text) => {
  const form = read(text);
  expect(form.inputs.length).toBeLessThanOrEqual(200);
  expect(JSON.stringify(form).length).toBeLessThan(50_000);
});

const input = (more: Partial<FormInput>): FormInput => ({
  name: "a",
  type: "string",
  description: "",
  options: null,
  regex: null,
  initial: null,
  ...more,
});

it.each([
  [input({}), "", "Enter a value."],
  [input({ initial: "" }), "", null],
  [input({ options: ["a", "b"] }), "c", "Choose one of a, b."],
  [input({ type: "number" }), "1.5", null],
  [input({ type: "number" }), "one", "Enter a number."],
  [input({ type: "number", initial: "1" }), "", "Enter a value."],
  [input({ type: "array" }), "a, b", 'Enter a list, such as ["a", "b"].'],
  [input({ type: "array" }), '["a"]', null],
  [input({ type: "boolean" }), "false", null],
])("%j with %j", (field, text, problem) => {
  expect(inputProblem(field, text)).toBe(problem);
});

it.each([
  ["string", "1", "1"],
  ["number", "1.5", 1.5],
  ["boolean", "true", true],
  ["array", "[1, true]", [1, true]],
] as const)("a %s of %s", (type, text, value) => {
  expect(valueOfInput(type, text)).toEqual(value);
});
