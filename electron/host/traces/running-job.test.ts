import { afterAll, beforeAll, expect, it } from "vitest";
import { cancelJob, eraseJob, listPipelineJobs, retryJob } from "../../../shared/api/resources/jobs.ts";
import { createPipeline } from "../../../shared/api/resources/pipelines.ts";
import { account } from "../../../shared/host/accounts.ts";
import { JobQueue } from "../../service/ci/job-queue.ts";
import { type ContractService, contractService } from "../../service/routes/testing/contract-service.ts";
import { setRunJobs } from "../../service/store/ci/ci-settings.ts";
import type { Project } from "../../service/store/projects/projects.ts";
import { type HostInFolder, hostInFolder } from "../testing/host-in-folder.ts";
import { type HostTrace, hostTrace } from "../testing/host-traces.ts";

const polling = { firstIntervalMs: 20, maxIntervalMs: 100, linger: 100, settle: 1000 };
let service: ContractService;
let queue: JobQueue;
let host: HostInFolder;
let project: Project;
let accountId: string;

beforeAll(async () => {
  service = await contractService();
  queue = new JobQueue(service.store, {
    serviceUrl: () => service.url,
    onError: (error) => {
      throw error;
    },
  });
  host = hostInFolder({ polling });
  const body = { url: service.url, token: service.tokens.get("developer"), keep: "memory" };
  accountId = account.parse(await (await host.requestJson("/accounts", "POST", body)).json()).id;
  project = await service.project();
  setRunJobs(service.store, project.id, true);
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await queue.close();
  await service.remove();
});

/** Starts a pipeline of one job and returns the job's id. */
async function run(script: readonly string[]): Promise<number> {
  await service.commit(project, {
    files: { ".gitlab-ci.yml": JSON.stringify({ job: { script } }) },
  });
  const created = await service.operate(createPipeline, { id: project.id, ref: "main" });
  const { id } = created.body as { id: number };
  const { body } = await service.operate(listPipelineJobs, { id: project.id, pipeline_id: id });
  return (body as { id: number }[])[0]?.id ?? 0;
}

/** Follows as the page does: from the state to the end of the body, until the trace is complete. */
async function followToEnd(trace: HostTrace): Promise<string> {
  for (let text = "", at = 0, generation = ""; ; ) {
    const state = await trace.state();
    if (state.generation !== generation) [text, at, generation] = ["", 0, state.generation];
    if (state.complete && at === state.size) return text;
    const bytes = await trace.follow(generation, at);
    text += bytes.toString();
    at += bytes.length;
  }
}

it("follows a running job line by line to its last one", async () => {
  const job = await run([
    "for i in $(seq 1 300); do echo line $i; [ $((i % 100)) = 0 ] && sleep 0.3; done; true",
  ]);
  const trace = hostTrace(host, accountId, job, project.fullPath);
  const text = await followToEnd(trace);
  expect(text).toMatch(/line 1\n.*line 300\n.*Job succeeded/s);
  expect(text.match(/^line \d+$/gm)).toHaveLength(300);
  expect(await trace.state()).toMatchObject({ complete: true, size: Buffer.byteLength(text) });
});

it("ends with a cancelled job, restarts with its retry, and is empty once erased", async () => {
  const job = await run(["echo begun; sleep 60"]);
  const trace = hostTrace(host, accountId, job, project.fullPath);
  const end = followToEnd(trace);
  await expect.poll(async () => (await trace.state()).size, { timeout: 20_000 }).toBeGreaterThan(0);
  await service.operate(cancelJob, { id: project.id, job_id: job });
  expect(await end).not.toContain("Job succeeded");

  const retried = (await service.operate(retryJob, { id: project.id, job_id: job })).body as { id: number };
  const other = hostTrace(host, accountId, retried.id, project.fullPath);
  await expect.poll(async () => (await other.state()).size, { timeout: 20_000 }).toBeGreaterThan(0);
  expect((await other.state()).generation).not.toBe((await trace.state()).generation);
  await service.operate(cancelJob, { id: project.id, job_id: retried.id });

  const { generation } = await trace.state();
  expect((await service.operate(eraseJob, { id: project.id, job_id: job })).status).toBe(201);
  await expect.poll(async () => (await trace.state()).generation).not.toBe(generation);
  await expect.poll(() => trace.state()).toMatchObject({ size: 0, complete: true });
});
