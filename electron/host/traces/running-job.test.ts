import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cancelJob, eraseJob, listPipelineJobs, retryJob } from "../../../shared/api/resources/jobs.ts";
import { createPipeline } from "../../../shared/api/resources/pipelines.ts";
import { account } from "../../../shared/host/accounts.ts";
import { type TraceEnd, traceReads } from "../../../shared/host/traces.ts";
import { JobQueue } from "../../service/ci/job-queue.ts";
import { type ContractService, contractService } from "../../service/routes/testing/contract-service.ts";
import { setRunJobs } from "../../service/store/ci/ci-settings.ts";
import type { Project } from "../../service/store/projects/projects.ts";
import { type HostInFolder, hostInFolder } from "../testing/host-in-folder.ts";
import {
  type HostTrace,
  hostTrace,
  quickPolling as polling,
  traceText as text,
} from "../testing/host-traces.ts";
import { endedJob, sendWhole, type TraceService, traceService } from "../testing/trace-service.ts";

describe("running job", () => {
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
});

/** Sends the first bytes of whole traces, and the requested end where `honours`. */
function slowSend(honours: boolean): TraceService["send"] {
  return (request, response, bytes) => {
    const last = Number(/^bytes=-(\d+)$/.exec(request.headers.range ?? "")?.[1]);
    if (!last || !honours) {
      response.writeHead(200, { "content-type": "text/plain", "content-length": String(bytes.length) });
      return response.write(bytes.subarray(0, 1_000));
    }
    const from = Math.max(0, bytes.length - last);
    response.writeHead(206, { "content-range": `bytes ${from}-${bytes.length - 1}/${bytes.length}` });
    return response.end(bytes.subarray(from));
  };
}

/** Opens a log of which only the first bytes come, and reads its end. */
async function readEnd(honours: boolean, bytes: Buffer): Promise<TraceEnd | null> {
  await using service = await traceService();
  service.jobs.set(5, endedJob);
  service.traces.set(5, bytes);
  service.send = slowSend(honours);
  await using host = hostInFolder({ polling });
  const { id } = await host.addAccount(service.url);
  const trace = hostTrace(host, id, 5);
  expect(await trace.state()).toMatchObject({ size: 1_000, complete: false });
  const response = await trace.read("end", {});
  service.send = sendWhole;
  return traceReads.end.response.parse(await response.json());
}

const textOf = (end: TraceEnd | null): string[] =>
  end?.lines.map(({ spans }) => spans.map((span) => span.text).join("")) ?? [];

it("shows the end of a long log while the rest is read", async () => {
  const bytes = text(20_000);
  const end = await readEnd(true, bytes);
  expect(end?.size).toBe(bytes.length);
  expect(textOf(end)).toEqual(bytes.toString().trimEnd().split("\n").slice(-200));
});

it("shows all of a log that is shorter than its end", async () => {
  const bytes = Buffer.from(`first \x1b[31mred\x1b[0m\n${"a line\n".repeat(150)}last, not ended`);
  const end = await readEnd(true, bytes);
  expect(textOf(end)).toEqual(["first red", ...Array<string>(150).fill("a line"), "last, not ended"]);
  expect(end?.lines[0]?.spans[1]?.style).toMatchObject({ fg: 1 });
});

it("shows no end where the service sends whole logs", async () => {
  expect(await readEnd(false, text(20_000))).toBeNull();
});
