import { beforeEach, expect, it } from "vitest";
import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import { getCiSettings, updateCiSettings } from "../../../shared/api/resources/ci-settings.ts";
import { createCommitStatus } from "../../../shared/api/resources/commits.ts";
import { playJob } from "../../../shared/api/resources/jobs.ts";
import {
  createMergeRequest,
  getMergeRequestChanges,
} from "../../../shared/api/resources/merge-request-changes.ts";
import {
  cancelPipeline,
  createMergeRequestPipeline,
  createPipeline,
  getPipeline,
  listMergeRequestPipelines,
  listPipelines,
  retryPipeline,
} from "../../../shared/api/resources/pipelines.ts";
import { createRunner } from "../../../shared/api/resources/runners.ts";
import {
  createVariable,
  deleteVariable,
  getVariable,
  listVariables,
  updateVariable,
} from "../../../shared/api/resources/variables.ts";
import { jobDefinition } from "../ci/config/job-definition.ts";
import { setRunJobs } from "../store/ci/ci-settings.ts";
import { putCiVariable } from "../store/ci/ci-variables.ts";
import type { Project } from "../store/projects/projects.ts";
import { addJob, addPipeline } from "./testing/ci-records.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests();
let project: Project;
let input: Readonly<Record<string, unknown>>;
const config = {
  ".gitlab-ci.yml": "a: { script: x, when: manual }\nb: { script: x, only: [merge_requests], when: manual }",
};
beforeEach(async () => {
  project = await service.project();
  setRunJobs(service.store, project.id, true);
  const sha = await service.commit(project, { files: config });
  await service.commit(project, { files: { ...config, a: "1" }, branch: "topic", from: "main" });
  const pipeline = addPipeline(service.store, project, sha);
  const manual = { status: "manual", definition: jobDefinition.parse({ when: "manual" }) };
  const merge = { id: project.id, source_branch: "topic", target_branch: "main", title: "Add a" };
  const { body } = await service.operate(createMergeRequest, merge);
  const known = { value: "v", file: false, masked: false, protected: false, raw: false, description: null };
  putCiVariable(service.store, project.id, { ...known, key: "KNOWN" });
  input = {
    id: project.id,
    project_id: project.id,
    runner_type: "project_type",
    pipeline_id: pipeline,
    job_id: addJob(service.store, project, pipeline, manual),
    merge_request_iid: (body as { iid: number }).iid,
    sha,
    state: "success",
    ref: "main",
    run_jobs: true,
  };
});

const callers = ["nobody", "stranger", "guest", "reporter", "developer", "maintainer"] as const;
/** A guest of a private project sees neither its jobs nor its code. */
const reads = [401, 404, 403, 200, 200, 200] as const;
const acts = (done: number) => [401, 404, 403, 403, done, done] as const;
const administers = (done: number) => [401, 404, 403, 403, 403, done] as const;

/** Of each extension: what it is called with beside the ids, and the status for each of the callers. */
const table: readonly (readonly [string, AnyOperation, object, readonly number[]])[] = [
  ["list pipelines", listPipelines, {}, reads],
  ["get a pipeline", getPipeline, {}, reads],
  ["create a pipeline", createPipeline, {}, acts(201)],
  ["cancel a pipeline", cancelPipeline, {}, acts(201)],
  ["retry a pipeline", retryPipeline, {}, acts(201)],
  ["list a merge request's pipelines", listMergeRequestPipelines, {}, reads],
  ["create a merge request's pipeline", createMergeRequestPipeline, {}, acts(201)],
  ["get a merge request's changes", getMergeRequestChanges, {}, reads],
  ["play a job", playJob, {}, acts(200)],
  ["report a commit's status", createCommitStatus, {}, acts(201)],
  ["get whether jobs run here", getCiSettings, {}, reads],
  ["set whether jobs run here", updateCiSettings, {}, administers(200)],
  ["list variables", listVariables, {}, administers(200)],
  ["get a variable", getVariable, { key: "KNOWN" }, administers(200)],
  ["create a variable", createVariable, { key: "NEW", value: "v" }, administers(201)],
  ["change a variable", updateVariable, { key: "KNOWN", value: "w" }, administers(200)],
  ["delete a variable", deleteVariable, { key: "KNOWN" }, administers(204)],
  ["create a runner", createRunner, {}, administers(201)],
];

it.each(table)("%s: who may", async (_, operation, more, expected) => {
  const names = [operation.params, operation.query, operation.body].flatMap((part) =>
    Object.keys(part ?? {}),
  );
  const given = Object.fromEntries(
    Object.entries({ ...input, ...more }).filter(([name]) => names.includes(name)),
  );
  const statuses: number[] = [];
  for (const as of callers) {
    const again = as === "maintainer" && operation === playJob ? { job_id: anotherJob() } : {};
    statuses.push((await service.operate(operation, { ...given, ...again } as never, { as })).status);
  }
  expect(Object.fromEntries(callers.map((as, index) => [as, statuses[index]]))).toEqual(
    Object.fromEntries(callers.map((as, index) => [as, expected[index]])),
  );
});

/** A manual job can be started once. */
const anotherJob = () =>
  addJob(service.store, project, Number(input.pipeline_id), {
    status: "manual",
    definition: jobDefinition.parse({ when: "manual" }),
  });
