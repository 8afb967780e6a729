import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { beforeEach, expect, it } from "vitest";
import { getJobTrace, listPipelineJobs } from "../../../shared/api/resources/jobs.ts";
import { createPipeline, getPipeline } from "../../../shared/api/resources/pipelines.ts";
import {
  createVariable,
  deleteVariable,
  getVariable,
  listVariables,
  updateVariable,
} from "../../../shared/api/resources/variables.ts";
import { JobQueue } from "../ci/job-queue.ts";
import { declaredVariables } from "../ci/pipeline-variables.ts";
import { setRunJobs } from "../store/ci/ci-settings.ts";
import type { Project } from "../store/projects/projects.ts";
import { insertProtectedBranch } from "../store/projects/protected-branches.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests();
let project: Project;
beforeEach(async () => {
  project = await service.project();
});

const as = { as: "maintainer" } as const;
const add = (key: string, value: string, more: object = {}) =>
  service.operate(createVariable, { id: project.id, key, value, ...more }, as);

it("adds, lists, shows, changes and deletes variables", async () => {
  expect(await add("REGION", "north", { description: "Where" })).toMatchObject({
    status: 201,
    body: { key: "REGION", value: "north", masked: false, protected: false, description: "Where" },
  });
  expect((await add("REGION", "south")).body).toEqual({
    message: { key: ["(REGION) has already been taken"] },
  });
  const one = { id: project.id, key: "REGION" };
  const changed = await service.operate(updateVariable, { ...one, value: "south", protected: true }, as);
  expect(changed.body).toMatchObject({ value: "south", protected: true, description: "Where" });
  await add("A_FIRST", "1", { variable_type: "file" });
  const { body } = await service.operate(listVariables, { id: project.id }, as);
  expect(body).toMatchObject([
    { key: "A_FIRST", variable_type: "file" },
    { key: "REGION", value: "south" },
  ]);
  expect((await service.operate(deleteVariable, one, as)).status).toBe(204);
  expect((await service.operate(getVariable, one, as)).status).toBe(404);
  expect((await service.operate(deleteVariable, one, as)).status).toBe(404);
});

it("never shows a masked value again, and stores no value in clear text", async () => {
  const secret = "s3cret-of-the-lantern";
  const { body } = await add("TOKEN", secret, { masked: true });
  expect(body).toMatchObject({ masked: true, hidden: true, value: null });
  const one = { id: project.id, key: "TOKEN" };
  expect((await service.operate(getVariable, one, as)).body).toMatchObject({ value: null });
  const unmasked = await service.operate(updateVariable, { ...one, masked: false }, as);
  expect(unmasked.status).toBe(400);
  const replaced = await service.operate(updateVariable, { ...one, masked: false, value: "plain" }, as);
  expect(replaced.body).toMatchObject({ masked: false, value: "plain" });
  await add("OTHER", secret, { masked_and_hidden: true });
  for (const file of ["service.sqlite", "service.sqlite-wal"]) {
    expect(readFileSync(join(service.store.folder, file)).includes(secret)).toBe(false);
  }
});

it.each([
  ["a key with a dash", "not-a-key", "value", {}],
  ["a key that no map can have", "__proto__", "value", {}],
  ["a masked value that is too short", "KEY", "short", { masked: true }],
  ["a masked value of several words", "KEY", "several words here", { masked: true }],
  ["a value that is too long", "KEY", "x".repeat(10_001), {}],
])("refuses %s", async (_, key, value, more) => {
  expect((await add(key, value, more)).status).toBe(400);
});

it("has a key once for each environment", async () => {
  const scoped = (scope: string) => ({ filter: { environment_scope: scope } });
  await add("URL", "everywhere");
  expect((await add("URL", "in review", { environment_scope: "review/*" })).body).toMatchObject({
    environment_scope: "review/*",
  });
  expect((await add("URL", "again", { environment_scope: "review/*" })).status).toBe(400);
  expect((await add("URL", "x", { environment_scope: "a\nb" })).body).toMatchObject({
    message: { environment_scope: [expect.stringContaining("can contain only")] },
  });
  const one = { id: project.id, key: "URL" };
  const several = await service.operate(getVariable, one, as);
  expect([several.status, several.body]).toEqual([
    409,
    { message: expect.stringContaining("multiple variables with provided parameters") },
  ]);
  expect((await service.operate(getVariable, { ...one, ...scoped("*") }, as)).body).toMatchObject({
    value: "everywhere",
  });
  const moved = { ...one, ...scoped("review/*"), environment_scope: "production" };
  expect((await service.operate(updateVariable, moved, as)).body).toMatchObject({
    value: "in review",
    environment_scope: "production",
  });
  const taken = { ...one, ...scoped("production"), environment_scope: "*" };
  expect((await service.operate(updateVariable, taken, as)).status).toBe(400);
  expect((await service.operate(deleteVariable, one, as)).status).toBe(409);
  expect((await service.operate(deleteVariable, { ...one, ...scoped("*") }, as)).status).toBe(204);
  expect((await service.operate(getVariable, one, as)).body).toMatchObject({ value: "in review" });
});

it("gives a job the value of the scope that names its environment most closely", async () => {
  const values = [
    ["*", "any"],
    ["review/*", "a review"],
    ["review/one", "this review"],
    ["production", "live"],
  ] as const;
  for (const [environment_scope, value] of values) await add("PLACE", value, { environment_scope });
  await add("ONLY_LIVE", "yes", { environment_scope: "production" });
  const of = (environment: string | null) =>
    Object.fromEntries(
      declaredVariables(
        service.store,
        project,
        { ref: "main", tag: false, mergeRequestId: null },
        environment,
      ).map(({ key, value }) => [key, value]),
    );
  expect(of(null)).toEqual({ PLACE: "any" });
  expect(of("staging")).toEqual({ PLACE: "any" });
  expect(of("review/two")).toEqual({ PLACE: "a review" });
  expect(of("review/one")).toEqual({ PLACE: "this review" });
  expect(of("production")).toEqual({ PLACE: "live", ONLY_LIVE: "yes" });
});

it.each(["guest", "reporter", "developer", "stranger", "nobody"] as const)(
  "is not for a %s",
  async (role) => {
    await add("KEY", "value");
    const statuses = [
      await service.operate(listVariables, { id: project.id }, { as: role }),
      await service.operate(createVariable, { id: project.id, key: "B", value: "b" }, { as: role }),
      await service.operate(deleteVariable, { id: project.id, key: "KEY" }, { as: role }),
    ].map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([role === "nobody" ? 401 : role === "stranger" ? 404 : 403]));
  },
);

it("gives jobs the variables of their branch, masked in what they print", async () => {
  const errors: unknown[] = [];
  const queue = new JobQueue(service.store, {
    serviceUrl: () => service.url,
    onError: (error) => errors.push(error),
  });
  setRunJobs(service.store, project.id, true);
  const file = `
variables: { PLACE: of-the-file, LINK: "https://$HOST_NAME/" }
show:
  rules: [{ if: '$HOST_NAME == "lantern.test"' }]
  script:
    - echo "[$PLACE] [$LINK] [$GIVEN] [$RAW] [$DEPLOY_KEY]"
    - cat "$CONFIG"
    - echo "secret $TOKEN"
    - echo "deploys to [$TARGET]"
  environment: { name: review/$CI_COMMIT_REF_NAME }
`;
  await service.commit(project, { files: { ".gitlab-ci.yml": file } });
  await service.commit(project, { files: { ".gitlab-ci.yml": file }, branch: "topic" });
  insertProtectedBranch(service.store, project.id, {
    name: "main",
    pushAccessLevel: 40,
    mergeAccessLevel: 40,
  });
  await add("PLACE", "of-the-project");
  await add("HOST_NAME", "lantern.test");
  await add("RAW", "$HOST_NAME", { raw: true });
  await add("CONFIG", "config of $PLACE", { variable_type: "file" });
  await add("DEPLOY_KEY", "only-protected", { protected: true });
  await add("TOKEN", "s3cret-of-the-lantern", { masked: true });
  await add("TARGET", "every place");
  await add("TARGET", "the main review", { environment_scope: "review/main" });

  async function traceOf(ref: string): Promise<string> {
    const variables = [{ key: "GIVEN", value: "by-hand" }];
    const input = { id: project.id, ref, variables };
    const { body } = await service.operate(createPipeline, input, { as: "maintainer" });
    const { id: pipeline_id } = body as { id: number };
    const one = { id: project.id, pipeline_id };
    const state = async () => ((await service.operate(getPipeline, one)).body as { status: string }).status;
    while ((await state()) !== "success") await delay(50);
    const [job] = (await service.operate(listPipelineJobs, one)).body as { id: number }[];
    const trace = await service.operate(getJobTrace, { id: project.id, job_id: job?.id ?? 0 });
    return trace.bytes.toString();
  }
  const [ofMain, ofTopic] = [await traceOf("main"), await traceOf("topic")];
  await queue.close();
  expect(errors).toEqual([]);
  expect(ofMain).toContain(
    "[of-the-project] [https://lantern.test/] [by-hand] [$HOST_NAME] [only-protected]",
  );
  expect(ofTopic).toContain("[by-hand] [$HOST_NAME] []");
  expect(ofMain).toContain("config of of-the-project");
  expect(ofMain).toContain("secret [MASKED]");
  expect(ofMain).toContain("deploys to [the main review]");
  expect(ofTopic).toContain("deploys to [every place]");
  expect(ofMain + ofTopic).not.toContain("s3cret");
  const rows = JSON.stringify(service.store.all("SELECT definition FROM jobs"));
  expect(rows).not.toMatch(/of-the-project|s3cret|by-hand/);
});
