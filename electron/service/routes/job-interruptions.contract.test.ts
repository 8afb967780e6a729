import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { markerOf } from "../ci/executor/orphans.ts";
import { folderPrefix, processesWith } from "../ci/executor/process-group.ts";
import { jobFolder } from "../ci/job-files.ts";
import { removeProject } from "../domain/deletion/remove-project.ts";
import { createProject } from "../domain/projects/create-project.ts";
import { makeCommit } from "../git/testing/test-repository.ts";
import { setRunJobs } from "../store/ci/ci-settings.ts";
import { findJobStatus, listJobIds } from "../store/ci/jobs.ts";
import { setMember } from "../store/groups/members.ts";
import type { Project } from "../store/projects/projects.ts";
import { issueToken } from "../store/users/tokens.ts";
import { insertUser } from "../store/users/users.ts";
import { idOf, pipelinesForTests } from "./testing/pipelines-for-tests.ts";

const ci = pipelinesForTests();
const { service, commit, create, jobsOf, trace, until } = ci;

/** Runs until a file appears in its folder, with a process beside it. */
const waiting = "wait: { script: ['sleep 1000 &', 'until test -e go; do sleep 0.05; done', echo went on] }";

/** Returns what is left of a job in the system: the paths of its folders, and its processes. */
function traces(jobId: number) {
  const marker = markerOf(service.store, jobId);
  const prefix = basename(folderPrefix(marker));
  return {
    folders: readdirSync(tmpdir())
      .filter((name) => name.startsWith(prefix))
      .map((name) => join(tmpdir(), name)),
    processes: processesWith("HELVE_JOB", marker),
  };
}
const nothing = { folders: [], processes: [] };

/** Waits until the script of a project's only job runs, with the process beside it. Returns the job's id. */
async function untilScriptRuns({ id }: Project): Promise<number> {
  for (;;) {
    const [jobId] = listJobIds(service.store, id);
    if (jobId !== undefined && traces(jobId).processes.length >= 3) return jobId;
    await delay(50);
  }
}

/** Ends the script of a job. */
function letGo(jobId: number): void {
  for (const folder of traces(jobId).folders) writeFileSync(join(folder, "project", "go"), "");
}

const path = (rest: string): string => `/projects/${ci.project.id}${rest}`;
async function expectStatus(status: number, ...call: Parameters<typeof service.call>): Promise<void> {
  const response = await service.call(...call);
  expect([response.status, response.body]).toEqual([status, response.body]);
}

interface Interruption {
  readonly name: string;
  readonly ref: string;
  readonly prepare?: () => Promise<unknown>;
  readonly interrupt: () => Promise<unknown>;
}

const interruptions: readonly Interruption[] = [
  {
    name: "whose branch is deleted",
    ref: "topic",
    prepare: () => service.run(ci.project, "branch", "topic", "main"),
    interrupt: () => expectStatus(204, "DELETE", path("/repository/branches/topic")),
  },
  {
    name: "whose branch is moved",
    ref: "main",
    interrupt: () => commit("other: { script: echo other }"),
  },
  {
    name: "whose tag is moved",
    ref: "v1",
    prepare: () => service.run(ci.project, "tag", "v1", "main"),
    async interrupt() {
      await commit("other: { script: echo other }");
      await service.run(ci.project, "tag", "--force", "v1", "main");
    },
  },
  {
    name: "whose group gets another path",
    ref: "main",
    interrupt: () => expectStatus(200, "PUT", "/groups/1", { as: "owner", body: { path: "renamed" } }),
  },
];

it.each(interruptions)("lets a job end $name", async ({ ref, prepare, interrupt }) => {
  await commit(waiting);
  await prepare?.();
  const id = idOf(await create({ ref }));
  const jobId = await untilScriptRuns(ci.project);
  await interrupt();
  letGo(jobId);
  await until(id, "success", "failed");
  expect(await trace(jobId)).toMatch(/went on.*Job succeeded/s);
  expect(traces(jobId)).toEqual(nothing);
});

/** Adds a developer of the group. Returns the user's id and the header of a token. */
function addDeveloper(username: string) {
  const { store } = service;
  const { id } = insertUser(store, { username, name: username, email: `${username}@example.test` });
  setMember(store, { kind: "group", id: 1, userId: id, role: "developer" });
  return { id, headers: { "private-token": issueToken(store, id, { name: "test", scopes: ["api"] }) } };
}

/** Starts a pipeline on `main` and waits until its job "wait" runs, with the process beside it. Returns both ids. */
async function untilWaitRuns({ headers }: ReturnType<typeof addDeveloper>) {
  const pipelineId = idOf(await service.call("POST", path("/pipeline"), { body: { ref: "main" }, headers }));
  await ci.untilJob(pipelineId, "wait", "running");
  const jobId = (await jobsOf(pipelineId)).find(({ name }) => name === "wait")?.id ?? 0;
  while (traces(jobId).processes.length < 3) await delay(50);
  return { pipelineId, jobId };
}

it("lets a job end whose starter is deleted, and starts the next one", async () => {
  const user = addDeveloper("leaving");
  await commit(`stages: [test, last]\n${waiting}\nnext: { stage: last, script: echo next }`);
  const { pipelineId, jobId } = await untilWaitRuns(user);
  await expectStatus(204, "DELETE", `/users/${user.id}`, { as: "administrator" });
  letGo(jobId);
  await until(pipelineId, "success", "failed");
  expect(await jobsOf(pipelineId)).toMatchObject([
    { name: "wait", status: "success" },
    { name: "next", status: "success" },
  ]);
  expect(traces(jobId)).toEqual(nothing);
});

const losses = [
  {
    name: "is not a member any more",
    lose: (userId: number) => service.store.run("DELETE FROM members WHERE user_id = ?", userId),
    refusal: { status: 404, body: { message: "404 Project Not Found" } },
    next: { status: "success" },
  },
  {
    name: "is a guest now",
    lose: (userId: number) => setMember(service.store, { kind: "group", id: 1, userId, role: "guest" }),
    refusal: { status: 403, body: { message: "403 Forbidden" } },
    next: { status: "success" },
  },
  {
    name: "is blocked",
    lose: (userId: number) => service.store.run("UPDATE users SET state = 'blocked' WHERE id = ?", userId),
    refusal: { status: 403, body: { message: "403 Forbidden - Your account has been blocked." } },
    next: { status: "failed", failure_reason: "user_blocked" },
  },
];

it.each(losses)(
  "lets a job end whose starter $name and may do nothing more",
  async ({ name, lose, refusal, next }) => {
    const user = addDeveloper(`starter-who-${name.replaceAll(" ", "-")}`);
    await commit(`stages: [first, test, last, end]
done: { stage: first, script: echo done }
hand: { stage: first, script: echo by hand, when: manual }
${waiting.replace("{", "{ stage: test,")}
next: { stage: last, script: echo next, retry: 2 }
end: { stage: end, script: echo end }`);
    const { pipelineId, jobId } = await untilWaitRuns(user);
    const ids = new Map((await jobsOf(pipelineId)).map((job) => [job.name, job.id]));
    lose(user.id);
    const { headers } = user;
    const acts = [
      `/jobs/${jobId}/cancel`,
      `/jobs/${ids.get("done")}/retry`,
      `/jobs/${ids.get("done")}/erase`,
      `/jobs/${ids.get("hand")}/play`,
      `/pipelines/${pipelineId}/cancel`,
      `/pipelines/${pipelineId}/retry`,
      "/pipeline?ref=main",
    ];
    for (const act of acts) {
      const { status, body } = await service.call("POST", path(act), { headers });
      expect({ act, status, body }).toEqual({ act, ...refusal });
    }
    letGo(jobId);
    await until(pipelineId, "success", "failed");
    const states = async () => (await jobsOf(pipelineId)).filter(({ name }) => name !== "hand");
    expect(await states()).toMatchObject([
      { name: "done", status: "success" },
      { name: "wait", status: "success" },
      { name: "next", ...next },
      { name: "end", status: next.status === "success" ? "success" : "skipped" },
    ]);
    expect(await trace(jobId)).toMatch(/went on.*Job succeeded/s);
    expect(traces(jobId)).toEqual(nothing);
    // Who may still act takes the rest over.
    await expectStatus(201, "POST", path(`/pipelines/${pipelineId}/retry`), { as: "maintainer" });
    await until(pipelineId, "success", "failed");
    expect((await states()).map(({ status }) => status)).toEqual(Array(4).fill("success"));
  },
);

it("ends the jobs of a deleted project, and continues those of others", async () => {
  const { store } = service;
  const doomed = await createProject(store, { name: "Doomed", path: "doomed", groupId: 1, creatorId: 1 });
  setRunJobs(store, doomed.id, true);
  // Both places of the queue.
  await makeCommit(doomed.repositoryPath, {
    files: {
      ".gitlab-ci.yml": `${waiting.replace("}", ", parallel: 3, artifacts: { paths: [go], when: always } }")}`,
    },
  });
  await expectStatus(201, "POST", `/projects/${doomed.id}/pipeline`, { body: { ref: "main" } });
  const jobIds = listJobIds(store, doomed.id);
  const running = () => jobIds.filter((id) => traces(id).processes.length >= 3);
  while (running().length < 2) await delay(50);
  await removeProject(store, doomed);
  await commit("a: { script: echo after }");
  const id = idOf(await create());
  await until(id, "success", "failed");
  while (jobIds.some((jobId) => traces(jobId).folders.length > 0)) await delay(50);
  for (const jobId of jobIds) {
    expect(traces(jobId)).toEqual(nothing);
    expect(findJobStatus(store, jobId)).toBe(null);
    expect(existsSync(jobFolder(store, jobId))).toBe(false);
  }
  expect((await jobsOf(id)).map(({ status }) => status)).toEqual(["success"]);
});
