import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openArchiveFile } from "../../ci/archives/read-archive.ts";
import { archivePath, jobTracePath } from "../../ci/job-files.ts";
import { JobQueue } from "../../ci/job-queue.ts";
import { traceSize } from "../../ci/seeded-trace.ts";
import { createProject } from "../../domain/projects/write-project.ts";
import type { ServiceStore } from "../../service-store.ts";
import { mayRunJobs, setRunJobs } from "../../store/ci/ci-settings.ts";
import { listDeploymentRows, listEnvironmentRows } from "../../store/ci/environments.ts";
import { findJobStatus, type Job, listArtifacts, listJobRows } from "../../store/ci/jobs.ts";
import { listPipelineRows } from "../../store/ci/pipelines.ts";
import { listRunnerRows } from "../../store/ci/runners.ts";
import { insertGroup } from "../../store/groups/groups.ts";
import type { Project } from "../../store/projects/projects.ts";
import { openTestStore } from "../../testing/open-test-store.ts";
import { addPeople } from "../add-people.ts";
import { addCi } from "../index.ts";
import { datesUntil } from "../seed/dates.ts";
import { beaconHistory } from "./beacon.ts";

let folder: string;
let store: ServiceStore;
let project: Project;
let jobs: readonly Job[];
let processorSeconds = 0;
const page = { number: 1, perPage: 1000 };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "helve-sample-"));
  store = openTestStore(folder);
  const users = addPeople(store, "2026-02-01T08:00:00.000Z");
  const group = insertGroup(store, { name: "Fjord", path: "fjord" });
  project = await createProject(store, { name: "Beacon", path: "beacon", groupId: group.id, creatorId: 1 });
  const dates = datesUntil(new Date("2026-11-22T12:00:00Z"));
  await beaconHistory(dates).writeTo(store.git.open(project.repositoryPath));
  const before = process.cpuUsage();
  await addCi(store, users, { project, groupId: group.id, others: [] }, dates);
  const { user, system } = process.cpuUsage(before);
  processorSeconds = (user + system) / 1e6;
  jobs = listJobRows(store, { projectId: project.id }, 1000, 0);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

it("is added within the time that a first start may take longer for it", () => {
  expect(processorSeconds).toBeLessThan(2);
});

it("has 300 jobs over 60 pipelines, which have ended in every way or wait", () => {
  expect(listPipelineRows(store, project.id, {}, page).total).toBe(60);
  expect(jobs).toHaveLength(300);
  const states = new Set(jobs.map(({ status }) => status));
  expect([...states].toSorted()).toEqual([
    "canceled",
    "created",
    "failed",
    "manual",
    "pending",
    "skipped",
    "success",
  ]);
});

it("has a trace for each job that ran, and one of 60 MB that is written when it is asked for", async () => {
  const ran = jobs.filter(({ finishedAt, startedAt }) => startedAt && finishedAt);
  const seeded = ran.filter(({ id }) => !existsSync(jobTracePath(store, id)));
  expect(seeded).toHaveLength(1);
  expect(await traceSize(store, seeded[0]?.id ?? 0)).toBeGreaterThanOrEqual(60 * 1024 * 1024);
  const failed = ran.find(({ status, name }) => status === "failed" && name === "unit");
  expect(readFileSync(jobTracePath(store, failed?.id ?? 0), "utf8")).toMatch(/section_start:.*ERROR/s);
});

it("reports the error that the log of the same job ends with", async () => {
  const failed = jobs.filter(({ id, name, status }) => {
    return name === "unit" && status === "failed" && existsSync(archivePath(store, id));
  });
  expect(failed).not.toHaveLength(0);
  for (const { id } of failed) {
    const report = await openArchiveFile(archivePath(store, id), "report/junit.xml");
    if (!report) throw new Error(`job ${id} has no report`);
    const [, message = ""] = /<failure message="([^"]+)"/.exec(await text(report.stream)) ?? [];
    expect(message).toMatch(/lumen/);
    expect(readFileSync(jobTracePath(store, id), "utf8")).toContain(message);
  }
});

it("has a failed job next to earlier successes of the same job, with artifacts", () => {
  const units = jobs.filter(({ name }) => name === "unit");
  const failed = units.findIndex(({ status }) => status === "failed");
  // Newest first.
  expect(units[failed + 1]?.status).toBe("success");
  const types = listArtifacts(store, units[failed]?.id ?? 0).map(({ fileType }) => fileType);
  expect(types).toEqual(expect.arrayContaining(["archive", "trace"]));
});

it("has 40 runners of all kinds and states, and 6 environments with deployments", () => {
  const every = { states: [], onlineSince: "", staleBefore: "" };
  const { runners } = listRunnerRows(store, every, 1_000, 0);
  expect(runners).toHaveLength(40);
  expect(new Set(runners.map(({ type }) => type)).size).toBe(3);
  expect(runners.some(({ active }) => !active)).toBe(true);
  expect(runners.some(({ contactedAt }) => contactedAt === null)).toBe(true);
  const environments = listEnvironmentRows(store, project.id);
  expect(environments).toHaveLength(6);
  const query = { orderBy: "id", sort: "asc" } as const;
  for (const { name } of environments) {
    const { total } = listDeploymentRows(store, project.id, { ...query, environment: name }, page);
    expect([name, total]).not.toEqual([name, 0]);
  }
});

// Last, as it adds the runner of this computer.
it("has a job that runs once jobs are switched on, which they are not, and prints a line every 200 ms", async () => {
  const errors: unknown[] = [];
  expect(mayRunJobs(store, project.id)).toBe(false);
  setRunJobs(store, project.id, true);
  const queue = new JobQueue(store, { serviceUrl: () => "http://127.0.0.1", onError: (e) => errors.push(e) });
  const soak = jobs.find(({ name, status }) => name === "soak" && status === "pending");
  const lines = () => {
    const path = jobTracePath(store, soak?.id ?? 0);
    return existsSync(path) ? (readFileSync(path, "utf8").match(/turn \d+, .*lumen/g)?.length ?? 0) : 0;
  };
  try {
    while (lines() < 3) await delay(20);
    const [before, start] = [lines(), performance.now()];
    while (lines() < before + 10) await delay(20);
    const interval = (performance.now() - start) / (lines() - before);
    expect(interval).toBeGreaterThan(150);
    expect(findJobStatus(store, soak?.id ?? 0)).toBe("running");
  } finally {
    await queue.close();
  }
  expect(errors).toEqual([]);
});
