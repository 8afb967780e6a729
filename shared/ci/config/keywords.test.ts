import { describe, expect, it } from "vitest";
import { pushToMain, readerOf } from "../../testing/ci-config-files.ts";
import { evaluate, expand } from "./expression.ts";
import { jobDefinition } from "./job-definition.ts";
import type { jobSchema } from "./job-schema.ts";
import { readConfig } from "./read-config.ts";
import type { PipelineContext } from "./select-job.ts";

const context: PipelineContext = {
  ref: "main",
  tag: false,
  source: "push",
  variables: { CI_COMMIT_BRANCH: "main" },
  overriding: {},
  changedPaths: ["src/a.ts"],
  paths: ["src/a.ts"],
};
const files: Readonly<Record<string, string>> = { "ci/more.yml": ".more: { script: included }" };
const read = async (file: string) =>
  (await readConfig(async (path) => (path === ".gitlab-ci.yml" ? file : (files[path] ?? null)), context))
    .jobs;
const notSupported = "is not supported by jobs on this computer";

/** For each keyword of a job: a job that uses it, and what is planned of it, or the error. */
const keywords: Readonly<Record<keyof typeof jobSchema.shape, readonly [string, object | string]>> = {
  script: ["script: [a, b]", { definition: { script: ["a", "b"] } }],
  before_script: ["script: x, before_script: b", { definition: { beforeScript: ["b"] } }],
  after_script: ["script: x, after_script: [b]", { definition: { afterScript: ["b"] } }],
  stage: ["script: x, stage: deploy", { stage: "deploy", stageIndex: 3 }],
  variables: [
    "script: x, variables: { A: 1, B: { value: b, description: B, options: [b] }, C: { description: C } }",
    { definition: { variables: { A: "1", B: "b", C: "" } } },
  ],
  rules: ["script: x, rules: [{ if: $CI_COMMIT_BRANCH, when: always }]", { definition: { when: "always" } }],
  only: ["script: x, only: [main]", { name: "job" }],
  except: ["script: x, except: [tags]", { name: "job" }],
  needs: ["script: x, needs: []", { definition: { needs: [] } }],
  dependencies: ["script: x, dependencies: []", { definition: { dependencies: [] } }],
  parallel: ["script: x, parallel: 1", { name: "job 1/1" }],
  when: ["script: x, when: manual", { definition: { when: "manual" }, allowFailure: true }],
  start_in: ["script: x, when: delayed, start_in: 2 minutes", { definition: { startIn: 120 } }],
  allow_failure: [
    "script: x, allow_failure: { exit_codes: [3, 4] }",
    { allowFailure: false, definition: { allowedExitCodes: [3, 4] } },
  ],
  environment: [
    "script: x, environment: { name: e, url: https://e.test, action: stop, on_stop: job, deployment_tier: staging }",
    { definition: { environment: { name: "e", url: "https://e.test", action: "stop", onStop: "job" } } },
  ],
  coverage: ["script: x, coverage: /a/", { definition: { coverage: "/a/" } }],
  artifacts: [
    "script: x, artifacts: { name: n, paths: [p], exclude: [q], untracked: true, when: always, expire_in: never, public: false, expose_as: e, reports: { junit: j.xml, cobertura: c.xml } }",
    {
      definition: {
        ignored: ["artifacts: expose_as", "artifacts: reports: cobertura"],
        artifacts: {
          name: "n",
          paths: ["p"],
          exclude: ["q"],
          untracked: true,
          when: "always",
          expireIn: null,
          junit: ["j.xml"],
          access: "developer",
        },
      },
    },
  ],
  retry: [
    "script: x, retry: { max: 2, when: [runner_system_failure], exit_codes: 7 }",
    { definition: { retries: 2, retryAfter: { causes: ["runner_system_failure"], exitCodes: [7] } } },
  ],
  tags: ["script: x, tags: [t]", { tags: ["t"] }],
  timeout: ["script: x, timeout: 1h", { definition: { timeout: 3600 } }],
  interruptible: ["script: x, interruptible: true", { definition: { interruptible: true } }],
  inherit: ["script: x, inherit: { default: false }", { definition: { afterScript: [] } }],
  resource_group: [
    "script: x, resource_group: to-$CI_COMMIT_BRANCH",
    { definition: { resourceGroup: "to-main" } },
  ],
  image: ["script: x, image: node", { definition: { ignored: ["image"] } }],
  services: ["script: x, services: [db]", { definition: { ignored: ["services"] } }],
  cache: ["script: x, cache: { paths: [a] }", { definition: { ignored: ["cache"] } }],
  pages: ["script: x, pages: true", { definition: { ignored: ["pages"] } }],
  publish: ["script: x, publish: out", { definition: { ignored: ["publish"] } }],
  manual_confirmation: [
    "script: x, when: manual, manual_confirmation: Sure?",
    { definition: { ignored: ["manual_confirmation"] } },
  ],
  run: ["run: [{ name: a, script: b }]", `job: run: ${notSupported}`],
  identity: ["script: x, identity: google_cloud", `job: identity: ${notSupported}`],
  dast_configuration: ["script: x, dast_configuration: {}", `job: dast_configuration: ${notSupported}`],
  inputs: ["script: x, inputs: { a: { default: b } }", `job: inputs: ${notSupported}`],
  hooks: ["script: x, hooks: { pre_get_sources_script: a }", `job: hooks: ${notSupported}`],
  id_tokens: ["script: x, id_tokens: { T: { aud: a } }", `job: id_tokens: ${notSupported}`],
  release: ["script: x, release: { tag_name: v1 }", `job: release: ${notSupported}`],
  secrets: ["script: x, secrets: { S: { vault: a } }", `job: secrets: ${notSupported}`],
  trigger: [
    "trigger: other/project",
    { definition: { trigger: { project: "other/project" }, afterScript: [] } },
  ],
};

it.each(Object.entries(keywords))("plans a job with %s, or says why not", async (_, [job, expected]) => {
  const jobs = read(`default: { after_script: [after] }\njob: { ${job} }`);
  if (typeof expected === "string") await expect(jobs).rejects.toThrow(expected);
  else expect(await jobs).toMatchObject([expected]);
});

it.each([
  ["stages", "stages: [one, two]\na: { stage: two, script: x }", { stageIndex: 2 }],
  ["variables", "variables: { A: a }\na: { script: x }", { definition: { variables: { A: "a" } } }],
  ["default", "default: { timeout: 5m }\na: { script: x }", { definition: { timeout: 300 } }],
  ["include", "include: ci/more.yml\na: { extends: .more }", { definition: { script: ["included"] } }],
  ["workflow", "workflow: { name: n, rules: [{ if: $CI_COMMIT_BRANCH }] }\na: { script: x }", { name: "a" }],
  ["image", "image: node\na: { script: x }", { definition: { ignored: ["image"] } }],
])("plans jobs with %s at the top level", async (_, file, expected) => {
  expect(await read(file)).toMatchObject([expected]);
});

it.each([
  ["", "all"],
  ["public: true", "all"],
  ["public: false", "developer"],
  ["access: none", "none"],
])("reads who may read artifacts with '%s'", async (written, access) => {
  const jobs = await read(`a: { script: x, artifacts: { paths: [p], ${written} } }`);
  expect(jobs).toMatchObject([{ definition: { ignored: [], artifacts: { access } } }]);
});

it("inherits the defaults and variables that a job lets in", async () => {
  const job = "a: { script: x, inherit: { default: [timeout], variables: [B] } }";
  const file = `variables: { A: a, B: b }\ndefault: { timeout: 5m, tags: [t] }\n${job}`;
  expect(await read(file)).toMatchObject([{ tags: [], definition: { timeout: 300, variables: { B: "b" } } }]);
  expect((await read(file))[0]?.definition.variables).not.toHaveProperty("A");
});

it("replaces the values of a file's variables by those that a pipeline was started with, in resource groups", async () => {
  const file = "variables: { TO: file }\na: { script: x, resource_group: $TO }";
  const overriding = { TO: "given" };
  const { jobs } = await readConfig(async () => file, { ...context, overriding });
  expect(jobs).toMatchObject([{ definition: { resourceGroup: "given" } }]);
});

it.each([
  ["include: { project: a/b, file: c.yml }", "only files of the same repository"],
  [
    "workflow: { auto_cancel: { on_new_commit: none } }",
    `workflow: auto_cancel: on_new_commit: ${notSupported}`,
  ],
  [
    "a: { script: x, retry: { max: 1, when: bad_luck } }",
    "a: retry: when: has to be one of always, unknown_failure",
  ],
  ["a: { script: x, retry: 3 }", "a: retry: can be 2 at most"],
  ["a: { script: x, needs: [{ job: b, project: c/d }] }", `a: needs: 0: project: ${notSupported}`],
  ["a: { script: x, needs: [a] }", "a: these jobs need each other"],
  ["a: { script: x, needs: [b] }\nb: { script: x, needs: [a] }", "a, b: these jobs need each other"],
  ["a: { script: x, stage: build, needs: [b] }\nb: { script: x }", 'a: needs "b", which is in a later stage'],
  ["a: { script: x, artifacts: { access: owner } }", "a: artifacts: access: has to be one of all, developer"],
  [
    "a: { script: x, artifacts: { access: all, public: false } }",
    "a: artifacts: public and access cannot be used together",
  ],
  [
    "a: { script: x, environment: { name: e, auto_stop_in: 1 day } }",
    `a: environment: auto_stop_in: ${notSupported}`,
  ],
])("refuses what it would have to ignore: %s", async (file, message) => {
  await expect(read(file)).rejects.toThrow(message);
});

describe("inherited names", () => {
  const read = (files: Parameters<typeof readerOf>[0]) =>
    readConfig(readerOf(files), pushToMain).then(({ jobs }) => jobs);

  /** Names that every object of JavaScript has. */
  const inherited = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];

  describe.each(inherited)("%s", (name) => {
    it("is a job, also in an included file, that others need and that a stage is named after", async () => {
      const jobs = await read({
        ".gitlab-ci.yml": `
include: more.yml
stages: [${name}, last]
${name}: { stage: ${name}, script: [from file] }
after: { stage: last, script: y, needs: [${name}], dependencies: [${name}] }
`,
        "more.yml": `${name}: { script: [from include], tags: [included] }`,
      });
      expect(jobs.map((job) => [job.name, job.stage])).toEqual([
        [name, name],
        ["after", "last"],
      ]);
      expect(jobs[0]).toMatchObject({ tags: ["included"], definition: { script: ["from file"] } });
      expect(jobs[1]?.definition.needs).toEqual([{ job: name, artifacts: true, optional: false }]);
    });

    it("is a job that others extend and refer to", async () => {
      const [first, second] = await read(`
${name}: { script: [parent], tags: [t] }
child: { extends: ${name}, before_script: [!reference [${name}, script]] }
`);
      expect(first?.name).toBe(name);
      expect(second).toMatchObject({ name: "child", tags: ["t"] });
      expect(second?.definition).toMatchObject({ script: ["parent"], beforeScript: ["parent"] });
    });

    it.each([
      [`a: { script: x, extends: ${name} }`, `a: extends ${name}, which is not there`],
      [`a: { script: !reference [${name}] }`, `!reference [${name}] is not there`],
      [`a: { script: !reference [a, ${name}] }`, `!reference [a, ${name}] is not there`],
      [`a: { script: x, needs: [${name}] }`, `a: needs "${name}", which is not in this pipeline`],
      [`a: { script: x, stage: ${name} }`, `a: there is no stage "${name}"`],
      [`a: { script: x, ${name}: y }`, name],
    ])("is refused where there is none: %s", async (file, message) => {
      await expect(read(file)).rejects.toThrow(message);
    });

    it("is the name of an environment, of artifacts and of a resource group", async () => {
      const [job] = await read(
        `a: { script: x, environment: ${name}, resource_group: ${name}, artifacts: { name: ${name}, paths: [${name}] } }`,
      );
      expect(job?.definition).toMatchObject({
        environment: { name },
        resourceGroup: name,
        artifacts: { name, paths: [name] },
      });
    });

    it("has no value as a variable that nobody sets", () => {
      expect(expand(`<$${name}>`, {})).toBe("<>");
      expect(evaluate(`$${name} == null`, {})).toBe(true);
      expect(evaluate(`$${name}`, {})).toBe(false);
    });
  });

  it.each(inherited.slice(1))("is a variable: %s", async (name) => {
    const [job] = await read(`
variables: { ${name}: global }
a: { script: x, rules: [{ if: '$${name} == "own"' }], variables: { ${name}: own } }
`);
    expect(jobDefinition.parse(job?.definition).variables).toEqual({ [name]: "own" });
  });

  it.each([
    "variables: { __proto__: x }\na: { script: x }",
    "a: { script: x, variables: { __proto__: x } }",
    "a: { script: x, rules: [{ when: always, variables: { __proto__: x } }] }",
    "a: { script: x, parallel: { matrix: [{ __proto__: [x] }] } }",
  ])("refuses a variable that cannot be stored: %s", async (file) => {
    await expect(read(file)).rejects.toThrow(/__proto__: is not supported as the name of a variable/);
  });
});
