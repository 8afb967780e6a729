import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { getCiSettings, updateCiSettings } from "../../../shared/api/resources/ci-settings.ts";
import { createCommit } from "../../../shared/api/resources/commits.ts";
import {
  acceptMergeRequest,
  createMergeRequest,
} from "../../../shared/api/resources/merge-request-changes.ts";
import { cancelPipeline, listPipelines, retryPipeline } from "../../../shared/api/resources/pipelines.ts";
import { createTag } from "../../../shared/api/resources/tags.ts";
import { runPipelineOfPush } from "../domain/ci/pipelines.ts";
import { protectBranch, unprotectBranch } from "../store/projects/protected-branches.ts";
import { idOf, pipelinesForTests } from "./testing/pipelines-for-tests.ts";

const ci = pipelinesForTests();
const { service, commit, create, jobsOf, pipelineOf } = ci;

it("names the jobs that each job needs, and those that wait for their stage", async () => {
  await commit(`
stages: [build, test]
a: { stage: build, script: echo a, when: manual }
b: { stage: test, script: echo b, when: manual, needs: [a] }
c: { stage: test, script: echo c, when: manual, needs: [] }
d: { stage: test, script: echo d, when: manual }
`);
  const jobs = await jobsOf(idOf(await create()));
  expect(jobs.map(({ name, needs }) => [name, needs])).toEqual([
    ["a", undefined],
    ["b", ["a"]],
    ["c", []],
    ["d", undefined],
  ]);
});

it("runs nothing where the project does not allow it, with the reason", async () => {
  await commit("a: { script: echo ran }");
  await service.operate(updateCiSettings, { id: ci.project.id, run_jobs: false }, { as: "maintainer" });
  expect((await service.operate(getCiSettings, { id: ci.project.id })).body).toEqual({ run_jobs: false });
  expect((await service.operate(updateCiSettings, { id: ci.project.id, run_jobs: true })).status).toBe(403);
  const { status, body } = await create();
  expect([status, body]).toEqual([
    400,
    { message: { base: ["Jobs of this project do not run on this machine"] } },
  ]);
});

it("creates a pipeline for a push, also a failed one with the error of the file", async () => {
  const before = await commit("a: { script: echo one }");
  const after = await commit("a: { script: echo two, stage: none }");
  const push = { projectId: ci.project.id, ref: "main", tag: false, userId: 1 };
  await runPipelineOfPush(service.store, { ...push, before: null, after: before }, service.url);
  await runPipelineOfPush(service.store, { ...push, before, after }, service.url);
  const { body } = await service.operate(listPipelines, { id: ci.project.id });
  expect(body).toMatchObject([
    { status: "failed", sha: after },
    { sha: before, source: "push" },
  ]);
  const [failed] = body as { id: number }[];
  expect(await pipelineOf(failed?.id ?? 0)).toMatchObject({ yaml_errors: 'a: there is no stage "none".' });
});

it("compares with the branch or commit that a rule names, also in a new branch", async () => {
  const rule = (path: string, ref: string) =>
    `{ script: x, when: manual, rules: [{ changes: { paths: [${path}], compare_to: ${ref} } }] }`;
  const config = `
docs: ${rule("docs/*", "refs/heads/main")}
code: ${rule("src/*", "main")}
any: { script: x, when: manual, rules: [{ changes: [src/*] }] }
`;
  await service.commit(ci.project, { files: { ".gitlab-ci.yml": config, "src/a": "1" } });
  const files = { ".gitlab-ci.yml": config, "src/a": "1", "docs/a": "1" };
  const sha = await service.commit(ci.project, { files, branch: "topic", from: "main" });
  const push = { projectId: ci.project.id, ref: "topic", tag: false, userId: 1, before: null };
  await runPipelineOfPush(service.store, { ...push, after: sha }, service.url);
  const listed = (await service.operate(listPipelines, { id: ci.project.id, sha })).body as { id: number }[];
  expect((await jobsOf(listed[0]?.id ?? 0)).map(({ name }) => name)).toEqual(["docs", "any"]);
});

it("runs pipelines for a commit by the interface, a merge and a push with git, and none for a deletion", async () => {
  const lookFor = async (sha: string) => {
    const found = async () =>
      (await service.operate(listPipelines, { id: ci.project.id, sha })).body as { ref: string }[];
    while ((await found()).length === 0) await delay(50);
    return found();
  };
  await service.commit(ci.project, { files: { a: "1" } });
  const made = await service.operate(createCommit, {
    id: ci.project.id,
    branch: "topic",
    start_branch: "main",
    commit_message: "Add jobs",
    actions: [{ action: "create", file_path: ".gitlab-ci.yml", content: "a: { script: echo one }" }],
  });
  expect(await lookFor((made.body as { id: string }).id)).toMatchObject([{ ref: "topic" }]);
  const proposal = { id: ci.project.id, source_branch: "topic", target_branch: "main", title: "Add jobs" };
  const { body: proposed } = await service.operate(createMergeRequest, proposal);
  const merge_request_iid = (proposed as { iid: number }).iid;
  const merged = await service.operate(
    acceptMergeRequest,
    { id: ci.project.id, merge_request_iid },
    { as: "maintainer" },
  );
  expect(merged.status).toBe(200);
  const { merge_commit_sha } = merged.body as { merge_commit_sha: string };
  expect(await lookFor(merge_commit_sha)).toMatchObject([{ ref: "main", source: "push" }]);
  const clone = await mkdtemp(join(tmpdir(), "helve-push-"));
  const url = `${service.url.replace("//", `//x:${service.tokens.get("developer")}@`)}/${ci.project.fullPath}.git`;
  const git = (...args: string[]) =>
    promisify(execFile)("git", ["-C", clone, "-c", "user.name=a", "-c", "user.email=a@b.test", ...args]);
  await git("clone", "-q", "-b", "topic", url, ".");
  await git("commit", "-q", "--allow-empty", "-m", "Pushed");
  await git("push", "-q", "origin", "HEAD:other");
  const { stdout } = await git("rev-parse", "HEAD");
  expect(await lookFor(stdout.trim())).toMatchObject([{ ref: "other" }]);
  await git("push", "-q", "origin", ":other");
  expect((await service.operate(listPipelines, { id: ci.project.id })).body).toHaveLength(3);
  await rm(clone, { recursive: true });
});

it("runs the pipeline of an annotated tag for the commit that it names", async () => {
  const sha = await commit("a: { script: echo ran, only: [tags] }");
  const { id } = ci.project;
  const tag = { id, tag_name: "v1", ref: "main", message: "First" };
  expect((await service.operate(createTag, tag)).status).toBe(201);
  const found = async () => (await service.operate(listPipelines, { id, ref: "v1" })).body as object[];
  while ((await found()).length === 0) await delay(50);
  expect(await found()).toMatchObject([{ ref: "v1", sha }]);
});

it("refuses a ref without a file, a missing ref, and a pipeline without jobs", async () => {
  await service.commit(ci.project, { files: { a: "1" } });
  expect((await create()).body).toEqual({ message: { base: ["Missing CI config file"] } });
  expect((await create({ ref: "none" })).body).toEqual({ message: { base: ["Reference not found"] } });
  await commit("a: { script: x, only: [tags] }");
  expect((await create()).body).toEqual({ message: { base: ["No stages / jobs for this pipeline."] } });
});

it("starts, retries and cancels pipelines of a protected branch for who may push or merge to it", async () => {
  await commit("a: { script: echo ran, when: manual }");
  const id = idOf(await create());
  const statusesOf = async (as: "developer" | "maintainer") => {
    const one = { id: ci.project.id, pipeline_id: id };
    const created = await create({}, as);
    const retried = await service.operate(retryPipeline, one, { as });
    const canceled = await service.operate(cancelPipeline, one, { as });
    return [created.status, retried.status, canceled.status];
  };
  const refused = [400, 403, 403];
  const allowed = [201, 201, 201];
  for (const [push, merge, developer, maintainer] of [
    [40, 40, refused, allowed],
    [40, 30, allowed, allowed],
    [30, 40, allowed, allowed],
    [0, 40, refused, allowed],
    [0, 0, refused, refused],
  ] as const) {
    protectBranch(service.store, ci.project.id, {
      name: "main",
      pushAccessLevel: push,
      mergeAccessLevel: merge,
    });
    const found = [await statusesOf("developer"), await statusesOf("maintainer")];
    expect([push, merge, ...found]).toEqual([push, merge, developer, maintainer]);
    unprotectBranch(service.store, ci.project.id, "main");
  }
  protectBranch(service.store, ci.project.id, { name: "*", pushAccessLevel: 40, mergeAccessLevel: 40 });
  const { body } = await create();
  const reason = "You do not have sufficient permission to run a pipeline on 'main'.";
  expect(body).toEqual({ message: { base: [reason] } });
  await service.operate(createTag, { id: ci.project.id, tag_name: "v1", ref: "main" });
  expect((await create({ ref: "v1" })).status).toBe(201);
});
