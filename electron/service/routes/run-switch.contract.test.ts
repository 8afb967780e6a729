import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { updateCiSettings } from "../../../shared/api/resources/ci-settings.ts";
import { getJob, listPipelineJobs, playJob } from "../../../shared/api/resources/jobs.ts";
import { createPipeline } from "../../../shared/api/resources/pipelines.ts";
import { JobQueue } from "../ci/job-queue.ts";
import { setRunJobs } from "../store/ci/ci-settings.ts";
import type { Project } from "../store/projects/projects.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests();
const errors: unknown[] = [];
let queue: JobQueue;
beforeAll(() => {
  queue = new JobQueue(service.store, {
    serviceUrl: () => service.url,
    concurrency: 2,
    onError: (error) => errors.push(error),
  });
});
afterAll(async () => {
  await queue.close();
  expect(errors).toEqual([]);
});

/** Makes a project with a job that is started by hand; returns it and the job's id. */
async function makeManualJob(): Promise<{ project: Project; jobId: number }> {
  const project = await service.project();
  setRunJobs(service.store, project.id, true);
  await service.commit(project, {
    files: { ".gitlab-ci.yml": "a: { script: echo ran, when: manual }" },
  });
  const { body } = await service.operate(createPipeline, { id: project.id, ref: "main" });
  const { id } = body as { id: number };
  const jobs = await service.operate(listPipelineJobs, { id: project.id, pipeline_id: id });
  const [job] = jobs.body as { id: number }[];
  return { project, jobId: job?.id ?? 0 };
}
const play = ({ project, jobId }: { project: Project; jobId: number }) =>
  service.operate(playJob, { id: project.id, job_id: jobId });
const statusOf = async ({ project, jobId }: { project: Project; jobId: number }) =>
  ((await service.operate(getJob, { id: project.id, job_id: jobId })).body as { status: string }).status;

it("starts no job of a project that is switched off meanwhile, also when it is started by hand", async () => {
  const [off, on] = [await makeManualJob(), await makeManualJob()];
  setRunJobs(service.store, off.project.id, false);
  await play(off);
  // Pending jobs are started oldest first: the other one is looked at after it.
  await play(on);
  while ((await statusOf(on)) !== "success") await delay(50);
  expect(await statusOf(off)).toBe("pending");
  const input = { id: off.project.id, run_jobs: true };
  await service.operate(updateCiSettings, input, { as: "maintainer" });
  while ((await statusOf(off)) !== "success") await delay(50);
});
