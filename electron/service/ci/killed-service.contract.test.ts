import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { makeProjectWithJobs } from "../testing/open-test-store.ts";
import { type ServiceProcess, startServiceCli } from "../testing/service-process.ts";
import { folderPrefix, processesWith } from "./executor/process-group.ts";
import { markerOf } from "./executor/remove-orphans.ts";

/** Starts the service on a folder; it ends with the test. */
async function start(folder: string) {
  const service = await startServiceCli({ folder, token: "hlv-killed-service-admin" });
  onTestFinished(service.kill);
  return service;
}

interface Job {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly failure_reason?: string;
}

it("fails the jobs that ran when the service was killed, after its next start, and runs those that waited", async () => {
  const folder = mkdtempSync(join(tmpdir(), "helve-killed-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const id = await makeProjectWithJobs(folder);
  const first = await start(folder);
  const content = `
stages: [one, two]
packs: { stage: one, script: [truncate -s 5G zeros], artifacts: { paths: [zeros] } }
runs: { stage: one, script: [echo begun, 'setsid sleep 600 &', sleep 600] }
stays: { stage: one, script: ["trap '' TERM", 'setsid sleep 600 &', 'while true; do sleep 1; done'] }
waits: { stage: one, script: [echo ran] }
follows: { stage: two, script: [echo never] }
`;
  const actions = [{ action: "create", file_path: ".gitlab-ci.yml", content }];
  await first.call("POST", `/projects/${id}/repository/commits`, {
    branch: "main",
    commit_message: "Add jobs",
    actions,
  });
  const jobsOf = async ({ call }: ServiceProcess) =>
    (await call("GET", `/projects/${id}/jobs`)) as readonly Job[];
  const idOf = async (wanted: string): Promise<number> => {
    for (;;) {
      const job = (await jobsOf(first)).find(({ name }) => name === wanted);
      if (job) return job.id;
      await delay(50);
    }
  };
  const jobId = await idOf("runs");
  const stays = await idOf("stays");
  const processesOf = (id: number) => processesWith("HELVE_JOB", markerOf({ folder }, id));
  // Three processes: the shell, the command that it waits for, and one that left the process group.
  for (const id of [jobId, stays]) while (processesOf(id).length < 3) await delay(50);
  const filesOfJobs = () =>
    readdirSync(join(folder, "jobs"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  const areLogs = () => filesOfJobs().every((name) => name === "trace.log");
  while (areLogs()) await delay(50);
  expect((await jobsOf(first)).find(({ name }) => name === "waits")?.status).toBe("pending");
  await first.call("POST", `/projects/${id}/jobs/${stays}/cancel`);
  await first.kill();
  expect(areLogs()).toBe(false);

  const second = await start(folder);
  expect(await jobsOf(second)).toMatchObject([
    { name: "follows", status: expect.stringMatching(/created|skipped/) },
    { name: "waits", status: expect.stringMatching(/pending|running|success/) },
    { name: "stays", status: "canceled" },
    { name: "runs", status: "failed", failure_reason: "runner_system_failure" },
    { name: "packs", status: "failed", failure_reason: "runner_system_failure" },
  ]);
  // The queued job starts.
  const stateOf = async (wanted: string) =>
    (await jobsOf(second)).find(({ name }) => name === wanted)?.status;
  while ((await stateOf("waits")) !== "success") await delay(50);
  while ((await stateOf("follows")) !== "skipped") await delay(50);
  // Nothing is left of the archive that was being written.
  expect(areLogs()).toBe(true);
  expect(await second.call("GET", `/projects/${id}/jobs/${jobId}/trace`)).toContain("begun");
  // No process and no folder of the killed run is left, not even of the job that was being cancelled.
  while (processesOf(jobId).length + processesOf(stays).length > 0) await delay(50);
  const folders = [jobId, stays].map((id) => basename(folderPrefix(markerOf({ folder }, id))));
  const isLeft = (name: string) => folders.some((prefix) => name.startsWith(prefix));
  while (readdirSync(tmpdir()).some(isLeft)) await delay(50);
  await second.kill();
});
