import { afterAll, beforeAll, expect, it } from "vitest";
import { jobDefinition } from "./ci/config/job-definition.ts";
import { createSeed } from "./domain/ci/runner-tokens.ts";
import { addJob, addPipeline } from "./routes/testing/ci-records.ts";
import { type ContractService, contractService } from "./routes/testing/contract-service.ts";
import { insertDeployment } from "./store/ci/deployments.ts";
import { insertEnvironment } from "./store/ci/environments.ts";
import { insertRunner } from "./store/ci/runners.ts";

const commit = "id short_id title message author_name author_email created_at"
  .split(" ")
  .map((name) => `commit.${name}`);
const job = [
  ..."id name stage ref status tag coverage created_at started_at finished_at duration".split(" "),
  ..."artifacts_expire_at artifacts runner user web_url".split(" "),
  ...commit,
  ..."id ref sha status".split(" ").map((name) => `pipeline.${name}`),
];
const jobOfRunner = [
  ...job,
  "ip_address",
  ..."id description name name_with_namespace path path_with_namespace created_at"
    .split(" ")
    .map((name) => `project.${name}`),
];
const under = (parent: string, names: readonly string[]) => names.map((name) => `${parent}.${name}`);
const deployment = [
  ..."id iid ref sha created_at user.username environment.id environment.name environment.external_url".split(
    " ",
  ),
  ...under("deployable", [..."id name stage status ref user".split(" "), ...commit]),
];
const environment = "id name slug external_url".split(" ");
const lastDeployment = under("last_deployment", [
  ...deployment,
  ...under("deployable", "duration pipeline.web_url web_url artifacts artifacts_expire_at".split(" ")),
]);
const runner = "active description id is_shared ip_address name online status".split(" ");
const runnerDetail = [
  ...runner,
  ..."architecture platform revision version contacted_at token tag_list access_level maximum_timeout".split(
    " ",
  ),
  ...under("projects", "id name name_with_namespace path path_with_namespace".split(" ")),
];

/** Fields that the documentation gives the first entry of a list or a single record, with those of their objects. */
const documented: readonly [method: "GET" | "PUT" | "POST", path: string, fields: readonly string[]][] = [
  ["GET", "/projects/:id/jobs", job],
  ["GET", "/projects/:id/pipelines/:pipeline/jobs", job],
  ["GET", "/projects/:id/jobs/:job", job],
  ["GET", "/runners/:runner/jobs", jobOfRunner],
  ["GET", "/projects/:id/deployments", deployment],
  ["GET", "/projects/:id/deployments/:deployment", deployment],
  ["GET", "/projects/:id/environments", environment],
  ["GET", "/projects/:id/environments/:environment", [...environment, ...lastDeployment]],
  ["PUT", "/projects/:id/environments/:environment", environment],
  ["GET", "/runners?type=project_type", runner],
  ["GET", "/projects/:id/runners", runner],
  ["GET", "/runners/:runner", runnerDetail],
  ["PUT", "/runners/:runner", runnerDetail],
  ["POST", "/projects/:id/jobs/:manual/cancel", job],
  ["POST", "/projects/:id/jobs/:job/retry", job],
  ["POST", "/projects/:id/environments/:environment/stop", environment],
];

let service: ContractService;
const ids: Record<string, number> = {};
beforeAll(async () => {
  service = await contractService();
  const { store } = service;
  const project = await service.project();
  const sha = await service.commit(project, { files: { "a.txt": "a\n" } });
  const { id: runnerId } = insertRunner(store, {
    type: "project_type",
    seed: createSeed(),
    projectIds: [project.id],
  });
  const pipeline = addPipeline(store, project, sha);
  const definition = jobDefinition.parse({
    environment: { name: "production", url: null, action: "start", onStop: null },
  });
  const jobId = addJob(store, project, pipeline, { definition, runnerId });
  const manual = addJob(store, project, pipeline, { name: "later", status: "pending" });
  const { id: environmentId } = insertEnvironment(store, project.id, {
    name: "production",
    slug: "production",
  });
  const deploymentId = insertDeployment(store, project.id, {
    environmentId,
    ref: "main",
    sha,
    jobId,
    userId: 1,
    status: "success",
    createdAt: "2026-11-01T10:00:00.000Z",
    updatedAt: "2026-11-01T10:01:00.000Z",
  });
  Object.assign(ids, { id: project.id, pipeline, job: jobId, manual, runner: runnerId });
  Object.assign(ids, { environment: environmentId, deployment: deploymentId });
});
afterAll(() => service.remove());

it.each(documented)("%s %s has every documented field", async (method, path, fields) => {
  const url = path.replace(/:(\w+)/g, (_, name: string) => String(ids[name]));
  const body = method === "PUT" ? { body: path.startsWith("/runners") ? { description: "x" } : {} } : {};
  const response = await service.call(method, url, { ...body, as: "owner" });
  expect([200, 201]).toContain(response.status);
  const record: unknown = Array.isArray(response.body)
    ? response.body.find((entry: { id?: unknown }) => !path.endsWith("jobs") || entry.id === ids.job)
    : response.body;
  expect(fields.filter((field) => !has(record, field.split(".")))).toEqual([]);
});

/** Returns whether a record has a field, in its first entry where it is a list; null counts. */
function has(record: unknown, [name, ...rest]: readonly string[]): boolean {
  const value: unknown = Array.isArray(record) ? record[0] : record;
  if (name === undefined) return true;
  return typeof value === "object" && value !== null && name in value && has(Reflect.get(value, name), rest);
}
