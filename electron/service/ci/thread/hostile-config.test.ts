import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { pushToMain, readerOf } from "../../../../shared/testing/ci-config-files.ts";
import { CiThread } from "./run-in-thread.ts";

const thread = new CiThread();

const context = { ...pushToMain, paths: ["a".repeat(200)] };
const read = (files: Parameters<typeof readerOf>[0]) =>
  thread.readConfig(readerOf(files), context).then(({ jobs }) => jobs);
const each = (count: number, line: (index: number) => string, between = "\n") =>
  Array.from({ length: count }, (_, index) => line(index)).join(between);
const ten = (name: string) => each(10, () => name, ", ");

it("reads jobs and what they include", async () => {
  const jobs = await read({
    ".gitlab-ci.yml": "include: more.yml\na: { script: x }",
    "more.yml": "b: { script: y }",
  });
  expect(jobs.map(({ name }) => name)).toEqual(["b", "a"]);
});

it("matches a path with a pattern that could try every way", async () => {
  const rule = (pattern: string) => read(`a: { script: x, rules: [{ exists: ["${pattern}"] }] }`);
  expect(await rule(`${"*a".repeat(30)}b`)).toEqual([]);
  expect(await rule("*a".repeat(30))).toHaveLength(1);
});

it("passes on why a file of the commit cannot be read, and reads the next one", async () => {
  const failing = thread.readConfig(() => Promise.reject(new Error("no such repository")), context);
  await expect(failing).rejects.toThrow("no such repository");
  expect(await read("a: { script: x }")).toHaveLength(1);
});

it.each([
  [
    "aliases that grow",
    `.a0: &a0 [x, x]\n${each(30, (i) => `.a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`)}`,
    "too large",
  ],
  [
    "merge keys that grow",
    `.a: &a { ${each(3_000, (i) => `k${i}: v`, ", ")} }\n${each(900, (i) => `j${i}:\n  <<: *a`)}`,
    "merge keys \\(<<\\) add too many keys",
  ],
  [
    "inputs that fill a file",
    `spec: { inputs: { x: { default: ${"x".repeat(100_000)} } } }\n---\na: { script: [${each(500, () => "$[[ inputs.x ]]", ",")}] }`,
    "larger than 1 MB",
  ],
  ["an anchor within itself", "a: &a { script: x, variables: *a }", "nested too deeply|too large"],
  ["brackets that never close", `a: ${"[".repeat(200_000)}`, "nested too deeply|cannot be read"],
  [
    "parentheses that nest",
    `a: { script: x, rules: [{ if: '${"(".repeat(100_000)}' }] }`,
    "nested too deeply",
  ],
  [
    "references that grow",
    `.r0: { script: [${ten("x")}] }\n${each(9, (i) => `.r${i + 1}: { script: [${ten(`!reference [.r${i}, script]`)}] }`)}
a: { script: [!reference [.r9, script]] }`,
    "too large",
  ],
  [
    "parents that grow",
    `.e0: { script: x }\n${each(9, (i) => `.e${i + 1}: { extends: [${ten(`.e${i}`)}] }`)}\na: { extends: .e9 }`,
    "too large",
  ],
  [
    "a long list many times",
    `.a: &a [${each(10_000, () => "x", ",")}]\n.b: [${each(500, () => "*a", ",")}]`,
    "too large",
  ],
  [
    "parents with many variables",
    `.e: { variables: { ${each(5_000, (i) => `V${i}: x`, ", ")} } }\n${each(200, (i) => `j${i}: { extends: .e, script: x, variables: { A: y } }`)}`,
    "too large",
  ],
  [
    "a long text many times",
    `.a: &a ${"x".repeat(900_000)}\na: { script: [${each(400, () => "*a", ",")}] }`,
    "larger than 16 MB",
  ],
  [
    "defaults for many jobs",
    `default: { before_script: [${"x".repeat(100_000)}] }\n${each(400, (i) => `j${i}: { script: x }`)}`,
    "larger than 16 MB",
  ],
  [
    "variables of many jobs",
    `variables: { A: ${"x".repeat(100_000)} }\n${each(400, (i) => `j${i}: { script: x }`)}`,
    "larger than 16 MB",
  ],
  [
    "long names of copies",
    `a: { script: x, parallel: { matrix: [{ A: [${"x".repeat(249)}], B: [y] }] } }`,
    "longer than 255 characters",
  ],
  [
    "a matrix of a thousand million jobs",
    `a: { script: x, parallel: { matrix: [{ ${each(9, (i) => `A${i}: [${ten("v")}]`, ", ")} }] } }`,
    "more than 200 combinations",
  ],
  ["thousands of jobs", each(2_000, (i) => `j${i}: { script: x, parallel: 200 }`), "more than 500 jobs"],
  ["large jobs many times", `a: { script: ${"x".repeat(900_000)}, parallel: 200 }`, "larger than 16 MB"],
  ["a name without end", `? ${"n".repeat(256)}\n: { script: x }`, "longer than 255 characters"],
  [
    "needs without end",
    `a: { script: x, needs: [${each(51, () => "b", ", ")}] }\nb: { script: x }`,
    "more than 50",
  ],
  ["a duration without end", `a: { script: x, timeout: "${"9".repeat(10_000)}" }`, "is not a duration"],
  ["a negative duration", "a: { script: x, timeout: -5 }", "is not a duration"],
])(
  "refuses %s within its limits",
  async (_, file, message) => {
    await expect(read(file)).rejects.toThrow(new RegExp(message));
  },
  60_000,
);

it("names a copy with as many characters as a name may have", async () => {
  const longest = `a: { script: x, parallel: { matrix: [{ A: [${"x".repeat(247)}], B: [y] }] } }`;
  const [job] = await read(longest);
  expect(job?.name).toHaveLength(255);
});

it("does not expand a pattern to a very long one", async () => {
  const long = `variables: { A: ${"x".repeat(400_000)} }\na: { script: x, rules: [{ exists: ["${"$A".repeat(1_200)}"] }] }`;
  expect(await read(long)).toEqual([]);
});

it("reads files that include each other once", async () => {
  const files = {
    ".gitlab-ci.yml": "include: [a.yml]\na: { script: x }",
    "a.yml": "include: [.gitlab-ci.yml, a.yml]",
  };
  expect(await read(files)).toHaveLength(1);
});

it("ends a search for artifacts whose pattern tries every way, and makes the next one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "helve-patterns-"));
  try {
    writeFileSync(join(folder, "a".repeat(200)), "");
    const search = (path: string) =>
      thread.findArtifacts(folder, { paths: [path], exclude: [] }, null, new AbortController().signal);
    await expect(search(`${"*a".repeat(30)}b`)).rejects.toThrow("longer than 5 seconds");
    expect(await search("*")).toHaveLength(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 60_000);
