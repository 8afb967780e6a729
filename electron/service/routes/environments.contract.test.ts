import { beforeEach, expect, it } from "vitest";
import { getDeployment, listDeployments } from "../../../shared/api/resources/deployments.ts";
import {
  createEnvironment,
  deleteEnvironment,
  getEnvironment,
  listEnvironments,
  stopEnvironment,
  stopStaleEnvironments,
  updateEnvironment,
} from "../../../shared/api/resources/environments.ts";
import { getJob } from "../../../shared/api/resources/jobs.ts";
import { jobDefinition } from "../../../shared/ci/config/job-definition.ts";
import {
  type Environment,
  insertDeployment,
  insertEnvironment,
  type NewDeployment,
} from "../store/ci/environments.ts";
import type { Project } from "../store/projects/projects.ts";
import { insertProtectedBranch } from "../store/projects/protected-branches.ts";
import { addJob, addPipeline } from "./testing/ci-records.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { operationsOf } from "./testing/parts.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests("environments");
let project: Project;
let sha: string;
let environment: Environment;
beforeEach(async () => {
  project = await service.project();
  sha = await service.commit(project, { files: { a: "1" } });
  environment = insertEnvironment(service.store, project.id, { name: "production", slug: "production" });
});

it("starts the job that stops an environment", async () => {
  const pipeline = addPipeline(service.store, project, sha);
  const action = { name: "production", url: null, action: "start", onStop: "tear-down" } as const;
  const jobId = addJob(service.store, project, pipeline, {
    name: "deploy",
    definition: jobDefinition.parse({ environment: action }),
  });
  const stops = addJob(service.store, project, pipeline, { name: "tear-down", status: "manual" });
  deploy({ jobId });
  const input = { id: project.id, environment_id: environment.id };
  insertProtectedBranch(service.store, project.id, {
    name: "main",
    pushAccessLevel: 40,
    mergeAccessLevel: 40,
  });
  expect((await service.operate(stopEnvironment, input)).status).toBe(403);
  expect((await service.operate(getEnvironment, input)).body).toMatchObject({ state: "available" });
  const { status, body } = await service.operate(stopEnvironment, input, { as: "maintainer" });
  expect([status, body]).toEqual([200, expect.objectContaining({ state: "stopped" })]);
  const job = await service.operate(getJob, { id: project.id, job_id: stops });
  expect(job.body).toMatchObject({ status: "pending" });
});

const create = (input: object) =>
  service.operate(createEnvironment, { id: project.id, name: "review", ...input });

function deploy(more: Partial<NewDeployment> = {}): number {
  return insertDeployment(service.store, project.id, {
    environmentId: environment.id,
    ref: "main",
    sha,
    jobId: null,
    userId: 1,
    status: "success",
    createdAt: "2026-11-01T10:00:00.000Z",
    updatedAt: "2026-11-01T10:01:00.000Z",
    ...more,
  });
}

it.each(operationsOf("environments"))(
  "%s refuses callers without access and invalid input",
  async (_, operation) => {
    const known = {
      id: project.id,
      environment_id: environment.id,
      deployment_id: deploy(),
      name: "other",
      sort: "asc",
      external_url: "https://example.test",
      order_by: "id",
      environment: "production",
      status: "success",
      search: "x",
      states: "available",
      before: "2020-01-01",
    };
    const names = Object.keys(operation.input.shape);
    const input = Object.fromEntries(Object.entries(known).filter(([name]) => names.includes(name)));
    const refusals = refusalsOf(service, operation, input);
    expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
  },
);

it("creates environments with a slug that DNS accepts, and lists them by name", async () => {
  expect((await create({ name: "review/My Branch", external_url: "https://my.example.test" })).body).toEqual(
    expect.objectContaining({
      name: "review/My Branch",
      slug: expect.stringMatching(/^review-my-branch-[a-z0-9]{6}$/),
      external_url: "https://my.example.test",
      state: "available",
    }),
  );
  const { body } = await service.operate(listEnvironments, { id: project.id });
  expect(body).toMatchObject([{ name: "production", slug: "production" }, { name: "review/My Branch" }]);
  expect((await service.operate(listEnvironments, { id: project.id, search: "PROD" })).body).toHaveLength(1);
});

it.each([
  ["Production", /^production-[a-z0-9]{6}$/],
  ["as-long-as-a-slug-may-be", /^as-long-as-a-slug-may-be$/],
  ["longer-than-a-slug-may-be", /^longer-than-a-slu-[a-z0-9]{6}$/],
  ["a-name-that-ends-at-its-cut", /^a-name-that-ends-[a-z0-9]{6}$/],
  [`review/${"x".repeat(240)}`, /^review-xxxxxxxxxx-[a-z0-9]{6}$/],
  ["1-first", /^env-1-first-[a-z0-9]{6}$/],
])("makes a slug of at most 24 characters of %s", async (name, expected) => {
  const { slug } = (await create({ name })).body as { readonly slug: string };
  expect(slug).toMatch(expected);
  expect(slug).toMatch(/^[a-z](?:[a-z0-9-]{0,22}[a-z0-9])?$/);
});

it("refuses names and addresses that cannot be", async () => {
  const taken = await create({ name: "production" });
  expect([taken.status, taken.body]).toEqual([400, { message: { name: ["has already been taken"] } }]);
  const { slug } = (await create({ name: "Production" })).body as { readonly slug: string };
  const collides = await create({ name: slug });
  expect([collides.status, collides.body]).toEqual([400, { message: { slug: ["has already been taken"] } }]);
  expect((await create({ name: "a:b" })).status).toBe(400);
  expect((await create({ name: "/a" })).status).toBe(400);
  expect((await create({ name: "a".repeat(256) })).status).toBe(400);
  expect((await create({ external_url: "javascript:alert(1)" })).status).toBe(400);
  expect((await create({ external_url: "no address" })).status).toBe(400);
});

it("changes, stops and deletes an environment", async () => {
  const one = { id: project.id, environment_id: environment.id };
  const renamed = await service.operate(updateEnvironment, { ...one, name: "live" });
  expect(renamed.body).toMatchObject({ name: "live", slug: "production", external_url: null });
  expect((await service.operate(deleteEnvironment, one)).status).toBe(403);
  expect((await service.operate(stopEnvironment, one)).body).toMatchObject({ state: "stopped" });
  expect((await service.operate(deleteEnvironment, one)).status).toBe(204);
  for (const operation of [getEnvironment, stopEnvironment, deleteEnvironment]) {
    expect((await service.operate(operation, one)).status).toBe(404);
  }
});

it("stops what was neither changed nor deployed to since a time", async () => {
  const old = { createdAt: "2026-01-01T00:00:00.000Z" };
  const add = (name: string) => insertEnvironment(service.store, project.id, { name, slug: name, ...old });
  const [unused, late, recent] = [add("unused"), add("late"), add("recent")];
  deploy({ environmentId: late.id, updatedAt: "2026-02-01T00:00:00.000Z" });
  deploy({ environmentId: recent.id, updatedAt: new Date().toISOString() });
  const stop = (before: string, as: "developer" | "maintainer" = "maintainer") =>
    service.operate(stopStaleEnvironments, { id: project.id, before }, { as });
  const stateOf = async ({ id }: Environment) => {
    const { body } = await service.operate(getEnvironment, { id: project.id, environment_id: id });
    return (body as { readonly state: string }).state;
  };
  const states = () => Promise.all([unused, late, recent, environment].map(stateOf));
  for (const before of ["no date", new Date().toISOString(), "2001-01-01"]) {
    expect((await stop(before)).status).toBe(400);
  }
  expect((await stop("2026-01-15", "developer")).status).toBe(403);
  expect(await states()).toEqual(["available", "available", "available", "available"]);
  expect((await stop("2026-01-15")).status).toBe(200);
  expect(await states()).toEqual(["stopped", "available", "available", "available"]);
  expect((await stop("2026-02-15T00:00:00+01:00")).status).toBe(200);
  expect(await states()).toEqual(["stopped", "stopped", "available", "available"]);
});

it("shows the last deployment that succeeded, with its job", async () => {
  const pipeline = addPipeline(service.store, project, sha);
  const jobId = addJob(service.store, project, pipeline, { name: "deploy", stage: "deploy" });
  deploy({ jobId });
  deploy({ status: "failed" });
  const { body } = await service.operate(getEnvironment, {
    id: project.id,
    environment_id: environment.id,
  });
  expect(body).toMatchObject({
    last_deployment: {
      iid: 1,
      sha,
      deployable: {
        id: jobId,
        name: "deploy",
        duration: 7.5,
        commit: { id: sha },
        pipeline: { id: pipeline },
      },
    },
  });
});

it("returns deployments and environments with every documented field", async () => {
  const pipeline = addPipeline(service.store, project, sha);
  const deployment_id = deploy({ jobId: addJob(service.store, project, pipeline, { name: "deploy" }) });
  const { body } = await service.operate(getDeployment, { id: project.id, deployment_id });
  const deployable = {
    commit: { id: sha, short_id: sha.slice(0, 8), author_email: expect.any(String) },
    user: { id: 1, username: expect.any(String), web_url: expect.any(String) },
    status: "success",
    ref: "main",
  };
  expect(body).toMatchObject({
    ...{ id: deployment_id, iid: 1, ref: "main", sha, created_at: "2026-11-01T10:00:00.000Z" },
    user: { id: 1, name: expect.any(String), state: "active", avatar_url: null },
    environment: { id: environment.id, name: "production", external_url: null },
    deployable,
  });
  const one = { id: project.id, environment_id: environment.id };
  expect((await service.operate(getEnvironment, one)).body).toMatchObject({
    ...{ id: environment.id, name: "production", slug: "production", external_url: null },
    last_deployment: {
      ...{ id: deployment_id, iid: 1, ref: "main", sha },
      deployable: {
        ...deployable,
        duration: 7.5,
        pipeline: { id: pipeline, web_url: expect.stringContaining(`/pipelines/${pipeline}`) },
        web_url: expect.stringContaining("/jobs/"),
        artifacts: [],
        artifacts_expire_at: null,
      },
    },
  });
});

it("lists deployments in every documented order", async () => {
  deploy({ ref: "b", createdAt: "2026-11-03T00:00:00Z" });
  deploy({ ref: "a", createdAt: "2026-11-02T00:00:00Z", status: "failed" });
  const refs = async (query: object) => {
    const { body } = await service.operate(listDeployments, { id: project.id, ...query });
    return (body as { ref: string }[]).map(({ ref }) => ref);
  };
  expect(await refs({})).toEqual(["b", "a"]);
  expect(await refs({ sort: "desc" })).toEqual(["a", "b"]);
  expect(await refs({ order_by: "ref" })).toEqual(["a", "b"]);
  expect(await refs({ order_by: "created_at" })).toEqual(["a", "b"]);
  expect(await refs({ order_by: "iid", sort: "desc" })).toEqual(["a", "b"]);
  expect(await refs({ status: "failed" })).toEqual(["a"]);
  expect(await refs({ environment: "none" })).toEqual([]);
  const last = deploy({ ref: "c" });
  const one = await service.operate(getDeployment, { id: project.id, deployment_id: last });
  expect(one.body).toMatchObject({ id: last, iid: 3, ref: "c", environment: { name: "production" } });
  const missing = await service.operate(getDeployment, { id: project.id, deployment_id: 99_999 });
  expect([missing.status, missing.body]).toEqual([404, { message: "404 Not found" }]);
});
