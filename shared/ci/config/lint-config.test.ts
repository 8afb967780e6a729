import { describe, expect, it } from "vitest";
import { pushToMain, readerOf } from "../../testing/ci-config-files.ts";
import { lintConfig } from "./lint-config.ts";

const lint = (files: Parameters<typeof readerOf>[0], more: object = {}, context: object = {}) =>
  lintConfig(readerOf(files), { ...pushToMain, ...context }, more);
const tolerant = { isTolerant: true };

describe("a file that is checked", () => {
  it("is merged, with its jobs and the files that it includes", async () => {
    const report = await lint(
      {
        ".gitlab-ci.yml": "include: [ci/*.yml]\na: { extends: .x, variables: { LAMP: 'yes', COUNT: '010' } }",
        "ci/x.yml": ".x: { script: [!reference [.y, script]] }\n.y: { script: [make, 'a: b'] }",
      },
      {},
      { paths: ["ci/x.yml"] },
    );
    expect(report).toMatchObject({ errors: [], warnings: [], includes: ["ci/x.yml"], elsewhere: [] });
    expect(report.plan?.jobs.map(({ name }) => name)).toEqual(["a"]);
    // Services read the values as the same ones.
    expect(report.mergedYaml).toContain('LAMP: "yes"\n    COUNT: "010"');
    const again = await lint(report.mergedYaml ?? "");
    expect(again).toMatchObject({ errors: [], includes: [], mergedYaml: report.mergedYaml });
    expect(again.plan).toEqual(report.plan);
  });

  it("has no plan where it cannot be used, and is merged all the same", async () => {
    const report = await lint("a: { script: x, stage: none }");
    expect(report).toMatchObject({ errors: ['a: there is no stage "none".'], plan: null });
    expect(report.mergedYaml).toContain("stage: none");
  });

  it("names jobs that are left out, with the reason", async () => {
    const { plan } = await lint(`
a: { script: x, rules: [{ if: $NONE }] }
b: { script: x, rules: [{ if: $NONE }, { when: never }] }
c: { script: x, only: [tags] }
d: { script: x, except: [main] }
e: { script: x, when: never }
f: { script: x }
`);
    expect(plan?.leftOut.map(({ name, reason }) => [name, reason])).toEqual([
      ["a", "none of its rules applies"],
      ["b", "rule 2 of its rules says never"],
      ["c", "its only does not apply"],
      ["d", "its except applies"],
      ["e", "its when is never"],
    ]);
    expect(plan?.jobs.map(({ name }) => name)).toEqual(["f"]);
  });

  it("has all jobs whatever their rules say, where a static check asks for them", async () => {
    const text = "workflow: { rules: [{ when: never }] }\na: { script: x, rules: [{ if: $NONE }] }";
    expect((await lint(text)).plan?.jobs).toEqual([]);
    expect((await lint(text, { ignoresRules: true })).plan?.jobs.map(({ name }) => name)).toEqual(["a"]);
  });
});

describe("a file of another service", () => {
  it("keeps its jobs without the keywords that are not read here", async () => {
    const report = await lint(
      `
default: { hooks: { pre_get_sources_script: [x] } }
release: { script: x, release: { tag_name: v1 }, environment: { name: e, auto_stop_in: 1 day } }
child: { stage: test, trigger: { include: [{ project: a/b, file: c.yml }] } }
new: { script: x, brand_new: { a: 1 }, rules: [{ changes: { paths: [a], project: b } }, { when: manual }] }
`,
      tolerant,
    );
    expect(report.errors).toEqual([]);
    expect(report.plan?.jobs.map(({ name }) => name)).toEqual(["release", "child", "new"]);
    expect(report.warnings).toEqual(
      [
        "default: hooks",
        "release: release",
        "release: environment: auto_stop_in",
        "child: trigger",
        "new: rules: 0: changes: project",
        "new: brand_new",
      ].map((part) => `${part}: is not read here.`),
    );
  });

  it("goes on without files of other places, and names them", async () => {
    const report = await lint(
      "include: [{ remote: 'https://a.test/b.yml' }, { project: a/b, file: c.yml, ref: main }, { component: d }]\na: { script: x }",
      tolerant,
    );
    expect(report).toMatchObject({
      errors: [],
      elsewhere: ["remote https://a.test/b.yml", "project a/b, file c.yml, ref main", "component d"],
    });
  });

  it("is still wrong where it is wrong", async () => {
    expect((await lint("a: { script: x, when: sometimes }", tolerant)).errors).toHaveLength(1);
    expect((await lint("a: { stage: test }", tolerant)).errors).toEqual(["a: script: is missing"]);
  });

  it("names the jobs that its workflow leaves out", async () => {
    const { plan } = await lint("workflow: { rules: [{ if: $NONE }] }\na: { script: x }", tolerant);
    expect(plan).toMatchObject({
      jobs: [],
      leftOut: [{ name: "a", stage: "test", reason: "workflow: rules leave out the whole pipeline" }],
    });
  });

  it("has a bounded number of warnings", async () => {
    const keywords = Array.from({ length: 400 }, (_, at) => `k${at}: 1`).join(", ");
    const { warnings } = await lint(`a: { script: x, ${keywords} }`, tolerant);
    expect(warnings).toHaveLength(51);
    expect(warnings.at(-1)).toBe("350 more keywords are not read here.");
  });
});
