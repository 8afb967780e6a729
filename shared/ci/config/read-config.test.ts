import { expect, it } from "vitest";
import { evaluate } from "./expression.ts";
import { readConfig } from "./read-config.ts";
import type { PipelineContext } from "./select-job.ts";

const context: PipelineContext = {
  ref: "main",
  tag: false,
  source: "push",
  variables: { CI_COMMIT_BRANCH: "main", CI_DEFAULT_BRANCH: "main", CI_PIPELINE_SOURCE: "push" },
  overriding: {},
  changedPaths: ["src/a.ts"],
  paths: ["src/a.ts", "Dockerfile"],
};
const read = (files: Readonly<Record<string, string>> | string, more: Partial<PipelineContext> = {}) => {
  const all = typeof files === "string" ? { ".gitlab-ci.yml": files } : files;
  return readConfig(async (path) => all[path] ?? null, { ...context, ...more }).then(({ jobs }) => jobs);
};
const names = async (...input: Parameters<typeof read>) => (await read(...input)).map(({ name }) => name);

it.each([
  ["Lamp of $CI_COMMIT_BRANCH by $WHO", "Lamp of main by rule"],
  ["$NOTHING ", null],
])("names a pipeline %s", async (name, expected) => {
  const rules = "rules: [{ if: $CI_COMMIT_BRANCH, variables: { WHO: rule } }]";
  const file = `variables: { WHO: file }\nworkflow: { name: "${name}", ${rules} }\na: { script: x }`;
  expect((await readConfig(async () => file, context)).name).toBe(expected);
});

it("refuses a pipeline's name of more than 255 characters", async () => {
  await expect(read(`workflow: { name: ${"n".repeat(256)} }\na: { script: x }`)).rejects.toThrow(
    "workflow: name: it is longer than 255 characters.",
  );
});

it("reads jobs with stages, defaults, variables and every kind of script", async () => {
  const jobs = await read(`
stages: [build, check]
variables: { A: 1, B: { value: two, description: x } }
default: { before_script: [echo before], tags: [linux], timeout: 1h 30m, retry: 1 }
compile: { stage: build, script: make }
check:
  stage: check
  variables: { A: own }
  script: [echo 1, [echo 2, [echo 3]]]
  after_script: [echo after]
  coverage: '/(\\d+)%/'
  artifacts: { paths: [out/], expire_in: 2 days, when: always, reports: { junit: r.xml } }
  environment: { name: review/$CI_COMMIT_BRANCH, url: https://x.test }
.hidden: { script: no }
`);
  expect(jobs).toMatchObject([
    { name: "compile", stage: "build", stageIndex: 1, tags: ["linux"], allowFailure: false },
    { name: "check", stage: "check", stageIndex: 2 },
  ]);
  expect(jobs[0]?.definition).toMatchObject({
    beforeScript: ["echo before"],
    script: ["make"],
    variables: { A: "1", B: "two" },
    timeout: 5400,
    retries: 1,
    needs: null,
  });
  expect(jobs[1]?.definition).toMatchObject({
    script: ["echo 1", "echo 2", "echo 3"],
    afterScript: ["echo after"],
    variables: { A: "own" },
    artifacts: { paths: ["out/"], expireIn: 172_800, when: "always", junit: ["r.xml"] },
    environment: { name: "review/$CI_COMMIT_BRANCH", url: "https://x.test", action: "start" },
  });
});

it("merges includes of the same repository, extends and references", async () => {
  const jobs = await read({
    ".gitlab-ci.yml": `
include: [{ local: /ci/base.yml }, ci/more.yml]
test: { extends: [.base, .quick], script: [!reference [.setup, script], npm test] }
`,
    "ci/base.yml": ".base: { tags: [a], variables: { X: base, Y: base } }\n.setup: { script: [one, two] }",
    "ci/more.yml": "include: ci/base.yml\n.quick: { tags: [b], variables: { X: quick } }",
  });
  expect(jobs).toMatchObject([
    {
      name: "test",
      tags: ["b"],
      definition: { script: ["one", "two", "npm test"], variables: { X: "quick", Y: "base" } },
    },
  ]);
});

it("reads hundreds of jobs from anchors that merge others", async () => {
  const jobs = Array.from({ length: 300 }, (_, index) => `rspec ${index} 300: *pg`).join("\n");
  const file = `
.runner: &runner { tags: [a], retry: 1 }
.cache: &cache { key: x }
.pull: &pull
  cache:
    <<: *cache
.metadata: &metadata
  <<: *runner
  <<: *pull
  script: [bundle exec rspec]
.pg: &pg
  <<: *metadata
  services: [postgres]
${jobs}`;
  const planned = await read(file);
  expect(planned).toHaveLength(300);
  expect(planned.at(-1)).toMatchObject({ tags: ["a"], definition: { retries: 1 } });
});

it("adds the entries of a referenced list to the list around it, in scripts, tags and rules", async () => {
  const file = `
.base: { tags: [linux, gpu], rules: [{ if: $CI_COMMIT_TAG }], before_script: [one, two] }
a:
  tags: [first, !reference [.base, tags]]
  rules: [!reference [.base, rules], { if: $CI_COMMIT_BRANCH, when: manual }]
  script: [!reference [.base, before_script], three]
`;
  expect(await read(file)).toMatchObject([
    { tags: ["first", "linux", "gpu"], definition: { script: ["one", "two", "three"], when: "manual" } },
  ]);
});

it("chooses jobs by rules: if, changes, exists, when", async () => {
  const file = `
a: { script: x, rules: [{ if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH }] }
b: { script: x, rules: [{ if: $CI_COMMIT_TAG }] }
c: { script: x, rules: [{ changes: ["src/**/*"] }] }
d: { script: x, rules: [{ changes: { paths: [docs/*] } }] }
e: { script: x, rules: [{ exists: [Dockerfile], when: manual, allow_failure: true, variables: { V: set } }] }
f: { script: x, rules: [{ if: '$CI_PIPELINE_SOURCE == "push"', when: never }, { when: always }] }
`;
  expect(await names(file)).toEqual(["a", "c", "e"]);
  expect(await names(file, { changedPaths: null })).toEqual(["a", "c", "d", "e"]);
  expect((await read(file)).at(-1)).toMatchObject({
    allowFailure: true,
    definition: { when: "manual", variables: { V: "set" } },
  });
});

it("chooses jobs by only and except, and whole pipelines by workflow", async () => {
  const file = `
a: { script: x, only: [main] }
b: { script: x, only: [tags] }
c: { script: x, except: [branches] }
d: { script: x, only: { refs: [/^ma/], variables: [$NONE] } }
e: { script: x, only: [merge_requests] }
f: { script: x }
`;
  expect(await names(file)).toEqual(["a", "f"]);
  expect(await names(file, { ref: "v1", tag: true })).toEqual(["b", "c", "f"]);
  expect(await names(file, { source: "merge_request_event" })).toContain("e");
  expect(await names(`workflow: { rules: [{ if: $NEVER }] }\na: { script: x }`)).toEqual([]);
});

it.each([
  ["/^v@1/", "v@1.2", true],
  ["/^v@1/", "version", false],
  ["/^MA/is", "main", true],
  ["/^MA/@team/lamp", "MAIN", true],
  ["main@team/lamp", "main", true],
  ["branches@team/lamp", "main", true],
  ["main@team/other", "main", false],
  ["/^ma/@team/other", "main", false],
])("chooses by only: %s a job of %s in team/lamp: %s", async (only, ref, isChosen) => {
  const variables = { ...context.variables, CI_PROJECT_PATH: "team/lamp" };
  const found = await names(`a: { script: x, only: ['${only}'] }`, { ref, variables });
  expect(found).toEqual(isChosen ? ["a"] : []);
});

it("makes parallel copies, and needs that name them all", async () => {
  const jobs = await read(`
t: { script: x, parallel: 2 }
m: { script: x, parallel: { matrix: [{ OS: [linux, mac], V: ["1"] }, { OS: win }] } }
last: { stage: deploy, script: x, needs: [t, { job: m, artifacts: false }, { job: gone, optional: true }] }
`);
  expect(jobs.map(({ name }) => name)).toEqual([
    "t 1/2",
    "t 2/2",
    "m: [linux, 1]",
    "m: [mac, 1]",
    "m: [win]",
    "last",
  ]);
  expect(jobs[1]?.definition.variables).toMatchObject({ CI_NODE_INDEX: "2", CI_NODE_TOTAL: "2" });
  expect(jobs.at(-1)?.definition.needs?.map(({ job }) => job)).toEqual([
    "t 1/2",
    "t 2/2",
    "m: [linux, 1]",
    "m: [mac, 1]",
    "m: [win]",
  ]);
});

it.each([
  ["a: [", ".gitlab-ci.yml: line 1: a quotation mark, bracket, comma or colon is missing."],
  ["- a", "top level"],
  ["a: 1", "a: a job has to be a map"],
  ["a: { stage: test }", "a: script"],
  ["a: { script: x, stage: none }", 'a: there is no stage "none"'],
  ["a: { script: x, unknown: 1 }", "a: unknown: there is no such keyword here"],
  ["a: { script: x, timeout: soon }", '"soon" is not a duration'],
  ["a: { script: x, needs: [b] }", 'a: needs "b", which is not in this pipeline'],
  ["a: { script: x, extends: .b }", "a: extends .b, which is not there"],
  ["a: { extends: .b }\n.b: { extends: a }", "extends itself"],
  ["a: { script: !reference [b, c] }", "!reference [b, c] is not there"],
  ["include: https://evil.test/x.yml", "only files of the same repository"],
  ["include: none.yml", "none.yml is not in this commit"],
  ['a: { script: x, rules: [{ if: "$A = 1" }] }', 'if: cannot read "$A = 1"'],
  ["a: { script: x, rules: [{ if: $A =~ /(/ }] }", "not a regular expression"],
  ["a: { script: x, only: [/^release/x] }", "/^release/x is not a pattern such as /release/ or /release/i."],
  ["a: { script: x, only: [/] }", "/ is not a pattern"],
  ["a: { script: x, needs: 5 }", "a: needs: has to be a list"],
  ["a: { script: { x: y } }", "a: script: has to be a text or a list"],
  ["a: { script: x, when: soon }", "a: when: has to be one of on_success, on_failure"],
  ["a: { script: x, variables: { T: 2024-01-01 10:00:00 } }", "line 1: a time has to be in quotation marks."],
  ["a: { script: x }\n---\nb: 1\n---\nc: 2", "a file can have two documents at most"],
  [
    "spec: { inputs: { stage: } }\n---\na: { script: x }",
    ".gitlab-ci.yml: spec: inputs: stage: has no value and no default",
  ],
])("says what is wrong with %s", async (file, message) => {
  await expect(read(file)).rejects.toThrow(message);
});

it("evaluates conditions with precedence and patterns in linear time", () => {
  const variables = { A: "main", B: "", P: "/^feature/", LONG: "a".repeat(50_000) };
  const truths: Readonly<Record<string, boolean>> = {
    $A: true,
    $B: false,
    "$NONE == null": true,
    '$A == "main" && $B == ""': true,
    '$A == "x" || $A == "main" && $NONE': false,
    '($A == "x" || $A == "main") && $A': true,
    "$A =~ /^MA/i": true,
    "$A =~ /^ma.n$/sm && $A": true,
    "$A !~ /x/": true,
    '"feature/1" =~ $P': true,
    "$A =~ $NONE": false,
    "$A !~ $NONE": true,
    "$NONE =~ /^$/": true,
    "$NONE !~ /x/": true,
    "$NONE =~ $NONE": false,
    '"main" =~ "/^ma/"': true,
    // A text that is no pattern makes the whole condition false.
    "$A !~ $A": false,
    "$A || $A =~ $A": false,
    "$LONG =~ /^(a+)+$b/": false,
  };
  for (const [text, expected] of Object.entries(truths)) {
    expect([text, evaluate(text, variables)]).toEqual([text, expected]);
  }
});
