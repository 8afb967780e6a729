import { describe, expect, it } from "vitest";
import { pushToMain, readerOf } from "../testing/config-files.ts";
import { evaluate, expand } from "./expression.ts";
import { jobDefinition } from "./job-definition.ts";
import { readConfig } from "./read-config.ts";

const read = (files: Parameters<typeof readerOf>[0]) => readConfig(readerOf(files), pushToMain);

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
