import { beforeEach, describe, expect, it } from "vitest";
import type { InputOf } from "../../../shared/api/contract/operation.ts";
import { type CiLint, getCiLint, lintCi } from "../../../shared/api/resources/ci-lint.ts";
import { listPipelines } from "../../../shared/api/resources/pipelines.ts";
import { createVariable } from "../../../shared/api/resources/variables.ts";
import type { Project } from "../store/projects/projects.ts";
import { insertProtectedBranch } from "../store/projects/protected-branches.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";
import type { TestCaller } from "./testing/test-service.ts";

const service = serviceForTests();
let project: Project;
beforeEach(async () => {
  project = await service.project();
});

const commit = (files: Readonly<Record<string, string>>, more: object = {}) =>
  service.commit(project, { files, ...more });
async function lint(
  content: string,
  more: Partial<InputOf<typeof lintCi>> = {},
  as: TestCaller = "developer",
): Promise<CiLint> {
  const { status, body } = await service.operate(lintCi, { id: project.id, content, ...more }, { as });
  expect(status).toBe(200);
  return body as CiLint;
}
async function check(
  more: Partial<InputOf<typeof getCiLint>> = {},
  as: TestCaller = "reporter",
): Promise<CiLint> {
  const { status, body } = await service.operate(getCiLint, { id: project.id, ...more }, { as });
  expect(status).toBe(200);
  return body as CiLint;
}

describe("a text that is checked as the file of a project", () => {
  it("is merged with the files of the default branch that it includes", async () => {
    await commit({ "ci/base.yml": ".base:\n  before_script: [make]\n  tags: [fast]\n" });
    const found = await lint("include: ci/base.yml\ntest:\n  extends: .base\n  script: make test\n", {
      include_jobs: true,
    });
    expect(found).toMatchObject({
      valid: true,
      errors: [],
      warnings: [],
      includes: [{ type: "local", location: "ci/base.yml" }],
      jobs: [
        {
          name: "test",
          stage: "test",
          before_script: ["make"],
          script: ["make test"],
          after_script: [],
          tag_list: ["fast"],
          environment: null,
          when: "on_success",
          allow_failure: false,
        },
      ],
    });
    expect(found.merged_yaml).toBe(
      ".base:\n  before_script:\n    - make\n  tags:\n    - fast\ntest:\n  before_script:\n    - make\n  tags:\n    - fast\n  script: make test\n",
    );
  });

  it("says what is wrong with it, and lists no jobs unless they are asked for", async () => {
    const wrong = await lint("test:\n  script: make\n  when: sometimes\n");
    expect(wrong).toMatchObject({
      valid: false,
      errors: ["test: when: has to be one of on_success, on_failure, always, manual, delayed, never"],
    });
    expect(wrong).not.toHaveProperty("jobs");
    expect((await lint("test: [")).errors[0]).toMatch(/^\.gitlab-ci\.yml: line 1:/);
    expect((await lint("")).valid).toBe(false);
  });

  it("has every job in a static check, and those of a push in a simulation", async () => {
    await commit({ a: "a" });
    await commit({ a: "b" }, { branch: "topic", from: "main" });
    const text =
      "all: { script: make }\nmain: { script: make, rules: [{ if: '$CI_COMMIT_BRANCH == \"main\"' }] }";
    const names = async (more: object) =>
      (await lint(text, { include_jobs: true, ...more })).jobs?.map(({ name }) => name);
    expect(await names({})).toEqual(["all", "main"]);
    expect(await names({ dry_run: true })).toEqual(["all", "main"]);
    expect(await names({ dry_run: true, ref: "topic" })).toEqual(["all"]);
  });

  it("starts nothing", async () => {
    await commit({ a: "a" });
    await lint("test: { script: make }", { dry_run: true });
    expect((await service.operate(listPipelines, { id: project.id })).body).toEqual([]);
  });

  it("may be checked before the first commit", async () => {
    expect((await lint("test: { script: make }")).valid).toBe(true);
    expect((await lint("include: a.yml")).errors).toEqual(["a.yml is not in this commit."]);
    expect((await lint("test: { script: make }", { dry_run: true })).errors).toEqual(["Reference not found"]);
  });

  it("refuses a text without an end instead of blocking", async () => {
    const bomb = `a0: &a0 [x, x]\n${Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`).join("\n")}`;
    const { valid, errors, merged_yaml: merged } = await lint(bomb);
    expect([valid, merged]).toEqual([false, null]);
    expect(errors[0]).toMatch(/too large|too much memory|cannot be read/);
  });

  it("is merged up to a size", async () => {
    const text = `.a: &a [${"xxxxxxxxxx, ".repeat(9_000)}x]\n${Array.from({ length: 12 }, (_, at) => `.b${at}: { script: *a }`).join("\n")}\ntest: { script: make }`;
    const { valid, merged_yaml: merged, warnings } = await lint(text);
    expect([valid, merged]).toEqual([true, null]);
    expect(warnings).toEqual(["The merged configuration is larger than 1 MB and is not shown."]);
  });
});

describe("who may", () => {
  const text = "include: ci/$SECRET.yml\ntest: { script: make }";

  it("a simulation needs the rights of who may run the pipeline", async () => {
    await commit({ a: "a" });
    insertProtectedBranch(service.store, project.id, {
      name: "main",
      pushAccessLevel: 40,
      mergeAccessLevel: 40,
    });
    const denied = {
      valid: false,
      errors: ["You do not have sufficient permission to run a pipeline on 'main'."],
    };
    expect(await lint("test: { script: make }", { dry_run: true })).toMatchObject(denied);
    expect(await lint("test: { script: make }", { dry_run: true }, "maintainer")).toMatchObject({
      valid: true,
    });
    // The file of the branch is for all who read it, but nobody simulates what they may not run.
    await commit({ ".gitlab-ci.yml": "test: { script: make }" });
    expect(await check({ dry_run: true })).toMatchObject(denied);
    expect(await check()).toMatchObject({ valid: true });
  });

  it("a static check shows no value of a variable", async () => {
    await commit({ a: "a" });
    await service.operate(
      createVariable,
      { id: project.id, key: "SECRET", value: "hunter2" },
      { as: "maintainer" },
    );
    expect((await lint(text)).errors).toEqual(["ci/.yml is not in this commit."]);
    expect((await lint(text, { dry_run: true }, "maintainer")).errors).toEqual([
      "ci/hunter2.yml is not in this commit.",
    ]);
    await commit({ ".gitlab-ci.yml": text });
    expect((await check({ dry_run: true })).errors.join()).not.toContain("hunter2");
    expect((await check()).errors.join()).not.toContain("hunter2");
  });

  it("reporters read the check of a branch, and send no text", async () => {
    await commit({ ".gitlab-ci.yml": "test: { script: make }" });
    expect(await check()).toMatchObject({ valid: true });
    const input = { id: project.id, content: "test: { script: make }" };
    expect((await service.operate(lintCi, input, { as: "reporter" })).status).toBe(403);
    expect((await service.operate(getCiLint, { id: project.id }, { as: "guest" })).status).toBe(403);
  });
});

describe("the file of a commit", () => {
  it("is that of the default branch, or of the commit that is named", async () => {
    await commit({ ".gitlab-ci.yml": "test: { script: make }" });
    await commit({ ".gitlab-ci.yml": "lint: { script: make }" }, { branch: "topic", from: "main" });
    const names = async (more: object) =>
      (await check({ include_jobs: true, ...more })).jobs?.map(({ name }) => name);
    expect(await names({})).toEqual(["test"]);
    expect(await names({ content_ref: "topic" })).toEqual(["lint"]);
    expect(await names({ sha: "topic" })).toEqual(["lint"]);
    const both = { id: project.id, sha: "topic", content_ref: "main" };
    await expect((async () => service.operate(getCiLint, both))()).rejects.toThrow("mutually exclusive");
    expect((await service.operate(getCiLint, { id: project.id, content_ref: "none" })).status).toBe(404);
  });

  it("is missing in an empty project, and in a commit without it", async () => {
    expect((await service.operate(getCiLint, { id: project.id })).status).toBe(404);
    await commit({ a: "a" });
    expect((await check()).errors).toEqual([".gitlab-ci.yml is not in this commit."]);
  });
});
