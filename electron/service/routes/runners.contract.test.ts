import { beforeEach, describe, expect, it } from "vitest";
import { protectBranch } from "../../../shared/api/resources/protected-branches.ts";
import {
  deleteRunner,
  disableProjectRunner,
  enableProjectRunner,
  getRunner,
  listAllRunners,
  listProjectRunners,
  listRunnerJobs,
  listRunners,
  updateRunner,
  verifyRunner,
} from "../../../shared/api/resources/runners.ts";
import { localRunner } from "../ci/local-runner.ts";
import { createSeed } from "../domain/ci/runner-access.ts";
import {
  insertRunner,
  type NewRunner,
  type Runner,
  touchRunner,
  updateRunnerRow,
} from "../store/ci/runners.ts";
import { setMember } from "../store/groups/members.ts";
import type { Project } from "../store/projects/projects.ts";
import { findUserByName } from "../store/users/users.ts";
import { addJob, addPipeline } from "./testing/ci-records.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { operationsOf } from "./testing/parts.ts";
import { idOf, pipelinesForTests } from "./testing/pipelines-for-tests.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

describe("runners", () => {
  const service = serviceForTests("runners");
  let project: Project;
  let other: Project;
  let runner: Runner;
  const admin = { as: "administrator" } as const;
  beforeEach(async () => {
    service.store.run("DELETE FROM runners");
    project = await service.project();
    other = await service.project();
    runner = add({ projectIds: [project.id] });
  });

  const add = (more: Partial<NewRunner> = {}): Runner =>
    insertRunner(service.store, { type: "project_type", seed: createSeed(), ...more });

  const owner = { as: "owner" } as const;
  const ids = (body: unknown) => (body as { id: number }[]).map(({ id }) => id);

  interface Inputs {
    readonly input: () => object;
    readonly under?: "Project" | null;
    readonly guests?: boolean;
    readonly permitted?: () => typeof admin;
  }

  const inputs: Readonly<Record<string, Inputs>> = {
    listRunners: { input: () => ({ type: "project_type" }), under: null, guests: true },
    listAllRunners: { input: () => ({ type: "project_type" }), under: null, permitted: () => admin },
    getRunner: { input: () => ({ id: runner.id }), under: null },
    updateRunner: { input: () => ({ id: runner.id, description: "x" }), under: null },
    deleteRunner: { input: () => ({ id: runner.id }), under: null },
    listRunnerJobs: { input: () => ({ id: runner.id }), under: null },
    listProjectRunners: { input: () => ({ id: project.id }) },
    enableProjectRunner: { input: () => ({ id: project.id, runner_id: runner.id }) },
    disableProjectRunner: { input: () => ({ id: project.id, runner_id: runner.id }) },
  };

  it.each(operationsOf("runners"))(
    "%s refuses callers without access and invalid input",
    async (name, operation) => {
      const {
        input,
        under = "Project",
        guests = false,
        permitted = () => owner,
      } = inputs[name] ?? { input: () => ({}) };
      const refusals = refusalsOf(
        service,
        operation,
        { ...input() },
        { under, guests, permitted: permitted() },
      );
      expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
    },
  );

  it("lists the caller's own runners, and all of them for administrators", async () => {
    const group = add({ type: "group_type", groupId: 1 });
    const instance = add({ type: "instance_type" });
    const list = async (as: "owner" | "maintainer" | "developer") =>
      ids((await service.operate(listRunners, {}, { as })).body);
    expect(await list("owner")).toEqual([runner.id, group.id]);
    expect(await list("maintainer")).toEqual([runner.id]);
    expect(await list("developer")).toEqual([]);
    const all = await service.operate(listAllRunners, {}, admin);
    expect(ids(all.body)).toEqual([runner.id, group.id, instance.id]);
    const shared = await service.operate(listAllRunners, { scope: "shared" }, admin);
    expect(ids(shared.body)).toEqual([instance.id]);
    const usable = await service.operate(listProjectRunners, { id: other.id }, { as: "maintainer" });
    expect(ids(usable.body)).toEqual([group.id, instance.id]);
  });

  it("filters by type, tags and the state of the last contact", async () => {
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const online = add({ type: "group_type", groupId: 1, tags: ["a", "b"], contactedAt: ago(1) });
    const offline = add({ type: "group_type", groupId: 1, tags: ["a"], contactedAt: ago(5) });
    const stale = add({ type: "group_type", groupId: 1, contactedAt: ago(24 * 90) });
    const paused = add({ type: "group_type", groupId: 1, active: false, contactedAt: ago(1) });
    const list = async (query: object) => ids((await service.operate(listRunners, query, owner)).body);
    expect(await list({ tag_list: ["a"] })).toEqual([online.id, offline.id]);
    expect(await list({ tag_list: ["a", "b"] })).toEqual([online.id]);
    expect(await list({ status: "online" })).toEqual([online.id, paused.id]);
    expect(await list({ status: "offline" })).toEqual([offline.id]);
    expect(await list({ status: "stale" })).toEqual([stale.id]);
    expect(await list({ status: "paused" })).toEqual([paused.id]);
    expect(await list({ status: "never_contacted" })).toEqual([runner.id]);
    expect(await list({ scope: "active", type: "project_type" })).toEqual([runner.id]);
    expect(await list({ scope: "active", status: "online" })).toEqual([online.id]);
    expect(await list({ scope: "active", status: "paused" })).toEqual([]);
    const { body: second, headers } = await service.operate(listRunners, { page: 2, per_page: 2 }, owner);
    expect(ids(second)).toEqual([offline.id, stale.id]);
    expect([headers.get("x-total"), headers.get("x-next-page")]).toEqual(["5", "3"]);
    const shown = async (version?: string) => {
      const { body } = await service.operate(listRunners, version === undefined ? {} : { version }, owner);
      return (body as { status: string }[]).map(({ status }) => status);
    };
    // The documents name three states; services since 14.6 have two more.
    expect(await shown()).toEqual(["offline", "online", "offline", "offline", "paused"]);
    expect(await shown("11.10")).toEqual(await shown());
    expect(await shown("14.6")).toEqual(["never_contacted", "online", "offline", "stale", "paused"]);
    const named = await service.call("GET", `/runners/${stale.id}?version=latest`, owner);
    expect(named.status).toBe(400);
    const { body } = await service.operate(getRunner, { id: paused.id }, owner);
    expect(body).toMatchObject({ active: false, paused: true, status: "paused" });
  });

  it("returns runners with every documented field", async () => {
    const { body: list } = await service.operate(listRunners, {}, owner);
    const entry = ["active", "description", "id", "is_shared", "ip_address", "name", "online", "status"];
    expect(Object.keys((list as object[])[0] ?? {})).toEqual(expect.arrayContaining(entry));
    expect((list as object[])[0]).not.toHaveProperty("token");
    const { body } = await service.operate(getRunner, { id: runner.id }, owner);
    expect(Object.keys(body as object)).toEqual(
      expect.arrayContaining([
        ...entry,
        ...["architecture", "platform", "revision", "version", "contacted_at", "projects", "token"],
        ...["tag_list", "access_level", "maximum_timeout"],
      ]),
    );
    const [shown] = (body as { projects: object[] }).projects;
    expect(shown).toMatchObject({
      id: project.id,
      name: project.name,
      path_with_namespace: project.fullPath,
    });
  });

  it("changes every setting, clears the time limit with null, and refuses what cannot be", async () => {
    const change = (input: object) => service.operate(updateRunner, { id: runner.id, ...input }, owner);
    const settings = {
      description: "new",
      active: false,
      tag_list: ["x", "y"],
      run_untagged: false,
      locked: true,
      access_level: "ref_protected",
      maximum_timeout: 7200,
    } as const;
    expect((await change(settings)).body).toMatchObject(settings);
    expect((await change({ paused: false, maximum_timeout: null })).body).toMatchObject({
      ...settings,
      active: true,
      maximum_timeout: null,
    });
    expect((await change({ tag_list: [] })).status).toBe(400);
    expect((await change({ maximum_timeout: 5 })).status).toBe(400);
  });

  it("enables a runner for another project, and never leaves one without any", async () => {
    const maintainer = { as: "maintainer" } as const;
    const enable = (runner_id: number) =>
      service.operate(enableProjectRunner, { id: other.id, runner_id }, maintainer);
    const disable = (id: number) =>
      service.operate(disableProjectRunner, { id, runner_id: runner.id }, maintainer);
    expect((await disable(project.id)).body).toEqual({
      message: "Only one project associated with the runner. Please remove the runner instead",
    });
    expect((await enable(runner.id)).status).toBe(201);
    expect((await enable(runner.id)).status).toBe(400);
    expect((await disable(project.id)).status).toBe(204);
    expect((await disable(project.id)).status).toBe(404);
    expect((await enable(add({ type: "instance_type" }).id)).status).toBe(403);
    expect((await enable(add({ projectIds: [project.id], locked: true }).id)).status).toBe(403);
    expect((await enable(987_654)).status).toBe(404);
  });

  it("lets administrators alone delete a runner of several projects", async () => {
    const { id } = add({ projectIds: [project.id, other.id] });
    const refused = await service.operate(deleteRunner, { id }, owner);
    expect([refused.status, refused.body]).toEqual([
      403,
      { message: "Runner associated with more than one project" },
    ]);
    expect((await service.operate(deleteRunner, { id }, admin)).status).toBe(204);
  });

  it("lists the jobs that a runner took, with their project", async () => {
    const sha = await service.commit(project, { files: { a: "1" } });
    const pipeline = addPipeline(service.store, project, sha);
    service.store.run("UPDATE runners SET ip_address = '192.0.2.7' WHERE id = ?", runner.id);
    const first = addJob(service.store, project, pipeline, { runnerId: runner.id });
    const second = addJob(service.store, project, pipeline, { runnerId: runner.id, status: "failed" });
    const list = (query: object) => service.operate(listRunnerJobs, { id: runner.id, ...query }, owner);
    const { body } = await list({});
    expect(ids(body)).toEqual([second, first]);
    expect(body).toMatchObject([
      {
        ip_address: "192.0.2.7",
        project: {
          id: project.id,
          description: null,
          name: project.name,
          name_with_namespace: expect.stringContaining(project.name),
          path: project.path,
          path_with_namespace: project.fullPath,
          created_at: expect.any(String),
        },
        commit: { id: sha, author_email: expect.any(String), message: expect.any(String) },
      },
      { runner: { id: runner.id } },
    ]);
    expect(ids((await list({ status: "failed" })).body)).toEqual([second]);
    expect(ids((await list({ sort: "asc" })).body)).toEqual([first, second]);
  });

  it.each([
    ["maintainer", false],
    ["owner", false],
    ["administrator", true],
  ] as const)("lists to the %s jobs of readable projects only", async (as, readsAll) => {
    const { store } = service;
    const [stranger, maintainer] = ["stranger", "maintainer"].map(
      (name) => findUserByName(store, name)?.id ?? 0,
    );
    const hidden = await service.project({ groupId: undefined, userId: stranger });
    setMember(store, { kind: "project", id: hidden.id, userId: maintainer ?? 0, role: "guest" });
    const shared = add({ projectIds: [project.id, hidden.id] });
    const [shown, secret] = [project, hidden].map((of) =>
      addJob(store, of, addPipeline(store, of, "0".repeat(40)), { runnerId: shared.id }),
    );
    const { body, headers } = await service.operate(listRunnerJobs, { id: shared.id, per_page: 1 }, { as });
    expect(ids(body)).toEqual([readsAll ? secret : shown]);
    expect(headers.get("x-next-page")).toBe(readsAll ? "2" : "");
  });

  it("returns 404 for unknown runners", async () => {
    for (const operation of [getRunner, updateRunner, deleteRunner, listRunnerJobs]) {
      const { status, body } = await service.operate(operation, { id: 987_654 }, owner);
      expect([status, body]).toEqual([404, { message: "404 Not found" }]);
    }
    expect((await service.operate(deleteRunner, { id: runner.id }, owner)).status).toBe(204);
  });
});

describe("local runner", () => {
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
    updateRunnerRow(service.store, localRunner(service.store), { accessLevel: "ref_protected" });
    await commit('a: { script: "true" }');
    const pipeline = idOf(await create());
    expect(await statesOf(pipeline)).toEqual({ a: "pending" });
    await service.operate(protectBranch, { id: ci.project.id, name: "main" }, { as: "maintainer" });
    await until(pipeline, "success");
  });

  it("ends a job after the runner's time limit where that is shorter", async () => {
    updateRunnerRow(service.store, localRunner(service.store), { maximumTimeout: 1 });
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
});
