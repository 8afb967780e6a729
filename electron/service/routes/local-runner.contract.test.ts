import { beforeEach, expect, it } from "vitest";
import { protectBranch } from "../../../shared/api/resources/branches.ts";
import { getRunner, updateRunner, verifyRunner } from "../../../shared/api/resources/runners.ts";
import { localRunner } from "../ci/local-runner.ts";
import { createSeed } from "../domain/ci/runner-tokens.ts";
import { insertRunner, touchRunner, updateRunner as update } from "../store/ci/runners.ts";
import { idOf, pipelinesForTests } from "./testing/pipelines-for-tests.ts";

const ci = pipelinesForTests();
const { service, commit, create, jobsOf, statesOf, until } = ci;
const admin = { as: "administrator" } as const;
beforeEach(() => service.store.run("DELETE FROM runners"));

it.each([
  ["is paused", { paused: true }, "", { paused: false }],
  ["lacks a tag", { tag_list: ["linux"] }, ", tags: [linux, gpu]", { tag_list: ["gpu", "linux"] }],
  ["wants a tag", { tag_list: ["gpu"], run_untagged: false }, "", { run_untagged: true }],
  ["wants a protected ref", { access_level: "ref_protected" }, "", { access_level: "not_protected" }],
] as const)("leaves a job pending while the runner %s", async (_, before, keyword, after) => {
  const { id } = localRunner(service.store);
  const set = async (settings: object) =>
    expect((await service.operate(updateRunner, { id, ...settings }, admin)).status).toBe(200);
  await set(before);
  await commit(`a: { script: "true"${keyword} }`);
  const pipeline = idOf(await create());
  expect(await statesOf(pipeline)).toEqual({ a: "pending" });
  await set(after);
  await until(pipeline, "success");
  expect(await jobsOf(pipeline)).toMatchObject([{ runner: { id } }]);
});

it("runs the waiting jobs of a branch once that is protected", async () => {
  update(service.store, localRunner(service.store), { accessLevel: "ref_protected" });
  await commit('a: { script: "true" }');
  const pipeline = idOf(await create());
  expect(await statesOf(pipeline)).toEqual({ a: "pending" });
  await service.operate(protectBranch, { id: ci.project.id, name: "main" }, { as: "maintainer" });
  await until(pipeline, "success");
});

it("ends a job after the runner's time limit where that is shorter", async () => {
  update(service.store, localRunner(service.store), { maximumTimeout: 1 });
  await commit("a: { script: sleep 600 }");
  const pipeline = idOf(await create());
  await until(pipeline, "failed");
  expect(await jobsOf(pipeline)).toMatchObject([{ failure_reason: "job_execution_timeout" }]);
});

it("is not a runner that was registered under its name, and has no valid token", async () => {
  const other = insertRunner(service.store, {
    type: "instance_type",
    seed: createSeed(),
    name: "helve-shell",
  });
  const { id } = localRunner(service.store);
  expect(id).not.toBe(other.id);
  expect(localRunner(service.store).id).toBe(id);
  const { body } = await service.operate(getRunner, { id }, admin);
  const { token } = body as { token: string };
  expect((await service.operate(verifyRunner, { token })).status).toBe(403);
});

it("is online while the service runs", async () => {
  const { id } = localRunner(service.store);
  touchRunner(service.store, id, "2026-11-01T10:00:00.000Z");
  await ci.stopQueue();
  ci.startQueue();
  expect((await service.operate(getRunner, { id }, admin)).body).toMatchObject({ status: "online" });
});
