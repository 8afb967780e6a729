import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Notice } from "../../../shared/host/shell.ts";
import { addedWatch, type NewWatch, type Watch, watchList } from "../../../shared/host/watches.ts";
import { problem } from "../../../shared/problem.ts";
import { hostInFolder, plainShell } from "../testing/host-in-folder.ts";
import { mockService, sendJson, testToken } from "../testing/mock-service.ts";
import { WatchList, WatchPoller } from "./watches.ts";

const pipelineJson = { id: 12, sha: "0".repeat(40), ref: "main", web_url: "" };
const jobJson = { id: 12, name: "unit tests", stage: "test", ref: "main" };

const noteJson = (id: number, body: string, system = true) => ({
  id,
  body,
  system,
  author: { id: 8, username: "mateo", name: "Mateo" },
  created_at: "2026-01-01T10:00:00Z",
});

const mergeJson = {
  id: 70,
  iid: 7,
  project_id: 1,
  title: "Sail",
  state: "opened",
  sha: "a".repeat(40),
  merge_when_pipeline_succeeds: true,
  head_pipeline: { ...pipelineJson, status: "running" },
};

/** A service with one pipeline, one job and one merge request, and a host that records its notifications. */
async function watched() {
  const state = { status: "running", refusal: null as number | null, merge: {}, notes: [] as unknown[] };
  const notices: Notice[] = [];
  const service = await mockService(({ path }, response) => {
    if (path.includes("/merge_requests/7/notes")) return sendJson(response, state.notes);
    if (path.endsWith("/merge_requests/7")) return sendJson(response, { ...mergeJson, ...state.merge });
    const json = path.endsWith("/pipelines/12") ? pipelineJson : path.endsWith("/jobs/12") ? jobJson : null;
    if (!json) return;
    if (state.refusal === null) return sendJson(response, { ...json, status: state.status });
    response.writeHead(state.refusal, { "content-type": "application/json" });
    response.end(`{"message":"${state.refusal}"}`);
  });
  const plain = plainShell("/nowhere");
  const home = hostInFolder({
    shell: {
      ...plain,
      can: { ...plain.can, notify: true },
      notify: async (notice) => void notices.push(notice),
    },
    watchIntervals: { firstIntervalMs: 10, maxIntervalMs: 20 },
  });
  const { id: accountId } = await home.addAccount(service.url);
  const target: NewWatch = {
    accountId,
    kind: "pipeline",
    project: "team/app",
    id: 12,
    name: "Pipeline #12",
    ref: "main",
    path: "/a/1/p/team%2Fapp/pipelines/12",
  };
  const add = async (more: Partial<NewWatch> = {}) => {
    const response = await home.requestJson("/watches", "POST", { ...target, ...more });
    return { status: response.status, ...addedWatch.parse(await response.json()) };
  };
  const list = async () => watchList.parse(await (await home.request("/watches")).json());
  return {
    state,
    notices,
    service,
    home,
    target,
    add,
    list,
    async [Symbol.asyncDispose]() {
      await home[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

test("an end is notified once, with its path, and stays listed until it is removed", async () => {
  await using test = await watched();
  expect(await test.add()).toMatchObject({ status: 201, watching: true, watch: { status: "running" } });
  expect(await test.add()).toMatchObject({ watching: true });
  expect(await test.list()).toHaveLength(1);
  test.state.status = "failed";
  await vi.waitFor(() => expect(test.notices).toHaveLength(1), 5000);
  expect(test.notices[0]).toEqual({
    title: "Pipeline #12 failed",
    body: "team/app · main",
    path: "/a/1/p/team%2Fapp/pipelines/12",
    silent: false,
  });
  const calls = test.service.calls().length;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(test.service.calls()).toHaveLength(calls);
  expect(test.notices).toHaveLength(1);
  expect(await test.list()).toMatchObject([{ status: "failed", endedAt: expect.any(String) }]);
  await test.home.request("/watches", { method: "DELETE" });
  expect(await test.list()).toEqual([]);
});

test("an ended job is not watched, and no notification is sent", async () => {
  await using test = await watched();
  test.state.status = "success";
  expect(await test.add()).toMatchObject({ status: 200, watching: false, watch: { status: "success" } });
  expect(await test.list()).toEqual([]);
  test.state.refusal = 404;
  const gone = await test.home.requestJson("/watches", "POST", test.target);
  expect(gone.status).toBe(404);
  expect(problem.parse(await gone.json()).message).toBe("Not found, or you do not have access.");
  expect(await test.list()).toEqual([]);
  expect(test.notices).toEqual([]);
});

test.each([
  [{ state: "merged" }, "!7 Sail was merged", "team/app · main"],
  [
    { merge_when_pipeline_succeeds: false, merge_error: "Automatic merge failed: it conflicts" },
    "!7 Sail was not merged",
    "team/app · main · Automatic merge failed: it conflicts",
  ],
  [
    { head_pipeline: { ...pipelineJson, status: "failed" } },
    "!7 Sail was not merged",
    "team/app · main · the pipeline failed",
  ],
  [
    { state: "closed", merge_when_pipeline_succeeds: false },
    "!7 Sail is no longer merged automatically",
    "team/app · main · it was closed",
  ],
  [
    { has_conflicts: true, target_branch: "main" },
    "!7 Sail was not merged",
    "team/app · main · it conflicts with main",
  ],
  [
    { merge_when_pipeline_succeeds: false, sha: "b".repeat(40) },
    "!7 Sail was not merged",
    "team/app · main · new commits were pushed",
  ],
  [
    { merge_when_pipeline_succeeds: false, detailed_merge_status: "not_approved" },
    "!7 Sail was not merged",
    "team/app · main · approvals are missing",
  ],
  [
    { merge_when_pipeline_succeeds: false, draft: true },
    "!7 Sail was not merged",
    "team/app · main · it is a draft",
  ],
  [{ merge_when_pipeline_succeeds: false }, "!7 Sail is no longer merged automatically", "team/app · main"],
])("an automatic merge is notified with its reason: %j", async (change, title, body) => {
  await using test = await watched();
  const merge = {
    kind: "merge",
    id: 7,
    name: "!7 Sail",
    path: "/a/1/p/team%2Fapp/merge_requests/7",
  } as const;
  expect(await test.add(merge)).toMatchObject({ watching: true, watch: { status: "pending" } });
  test.state.merge = change;
  await vi.waitFor(() => expect(test.notices).toHaveLength(1), 5000);
  expect(test.notices[0]).toMatchObject({ title, body, path: merge.path });
  expect(await test.list()).toMatchObject([{ endedAt: expect.any(String) }]);
});

test.each([
  [
    [
      noteJson(4, "thanks", false),
      noteJson(3, "aborted the automatic merge because source branch was updated"),
      noteJson(2, "enabled an automatic merge when the pipeline for abc succeeds"),
    ],
    "!7 Sail was not merged",
    "team/app · main · source branch was updated",
  ],
  [
    [noteJson(3, "removed this merge request from the merge train because the pipeline did not succeed")],
    "!7 Sail was not merged",
    "team/app · main · the pipeline did not succeed",
  ],
  [
    [noteJson(3, "canceled the automatic merge")],
    "!7 Sail is no longer merged automatically",
    "team/app · main · canceled by Mateo",
  ],
  [
    [
      noteJson(3, "enabled an automatic merge when the pipeline for abc succeeds"),
      noteJson(2, "canceled the automatic merge"),
    ],
    "!7 Sail is no longer merged automatically",
    "team/app · main",
  ],
])(
  "the reason of an automatic merge that ended is that of the service's note: %#",
  async (notes, title, body) => {
    await using test = await watched();
    await test.add({ kind: "merge", id: 7, name: "!7 Sail" });
    Object.assign(test.state, { notes, merge: { merge_when_pipeline_succeeds: false } });
    await vi.waitFor(() => expect(test.notices).toHaveLength(1), 5000);
    expect(test.notices[0]).toMatchObject({ title, body });
  },
);

test("a job is watched until it ends; one that waits for its start has not ended", async () => {
  await using test = await watched();
  test.state.status = "manual";
  const job = { kind: "job", name: "unit tests", path: "/a/1/p/team%2Fapp/jobs/12" } as const;
  expect(await test.add(job)).toMatchObject({ watching: true, watch: { status: "manual" } });
  test.state.status = "failed";
  await vi.waitFor(() => expect(test.notices).toHaveLength(1), 5000);
  expect(test.notices[0]).toMatchObject({ title: "unit tests failed", path: job.path });
  expect(test.service.calls().every(({ path }) => path.endsWith("/projects/team%2Fapp/jobs/12"))).toBe(true);
});

test.each([
  ["waits for a manual job", "manual", { status: "manual" }, "team/app · main"],
  [
    "is no longer available",
    "not_found",
    { refusal: 404 },
    "team/app · main · deleted, or you no longer have access",
  ],
  [
    "is no longer available",
    "not_found",
    { refusal: 403 },
    "team/app · main · deleted, or you no longer have access",
  ],
])("a pipeline that %s is not read any more, which is notified", async (text, status, state, body) => {
  await using test = await watched();
  await test.add();
  Object.assign(test.state, state);
  await vi.waitFor(() => expect(test.notices).toHaveLength(1), 5000);
  expect(test.notices[0]).toMatchObject({ title: `Pipeline #12 ${text}`, body });
  expect(await test.list()).toMatchObject([{ status, endedAt: expect.any(String) }]);
  const calls = test.service.calls().length;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(test.service.calls()).toHaveLength(calls);
});

test("a pipeline that waited for a manual job before is watched until it ends", async () => {
  await using test = await watched();
  test.state.status = "manual";
  expect(await test.add()).toMatchObject({ watching: true, watch: { status: "manual" } });
  test.state.status = "success";
  await vi.waitFor(() => expect(test.notices).toMatchObject([{ title: "Pipeline #12 passed" }]), 5000);
});

test("watching resumes when Helve starts again", async () => {
  await using test = await watched();
  await test.add();
  await test.home.restart();
  await test.home.requestJson(`/accounts/${test.target.accountId}`, "PATCH", { token: testToken });
  test.state.status = "success";
  await vi.waitFor(() => expect(test.notices).toMatchObject([{ title: "Pipeline #12 passed" }]), 5000);
});

test("a service that is away is waited for, and switched off notifications stay away", async () => {
  await using test = await watched();
  await test.service.stop();
  expect(await test.add()).toMatchObject({ watching: true, watch: { status: null } });
  await test.home.requestJson("/settings", "PATCH", { notifications: { watches: false } });
  test.state.status = "success";
  await test.service.start();
  await vi.waitFor(async () => expect(await test.list()).toMatchObject([{ status: "success" }]), 5000);
  expect(test.notices).toEqual([]);
});

test("what is no longer watched is not read", async () => {
  await using test = await watched();
  const { watch } = await test.add();
  await test.home.request(`/watches/${watch.key}`, { method: "DELETE" });
  const calls = test.service.calls().length;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(test.service.calls().length).toBeLessThanOrEqual(calls + 1);
  test.state.status = "failed";
  expect(await test.list()).toEqual([]);
  expect(test.notices).toEqual([]);
});

test("what is watched is still listed when Helve starts again, ended ones up to a number", () => {
  const folder = mkdtempSync(join(tmpdir(), "helve-watches-"));
  const target = {
    accountId: "a",
    kind: "job",
    project: "team/app",
    name: "test",
    ref: null,
    path: "/",
  } as const;
  const list = new WatchList(folder, () => undefined);
  for (let id = 1; id <= 40; id++) {
    const { key } = list.add({ ...target, id });
    if (id > 1) list.update(key, { status: "success", endedAt: "2026-01-01T00:00:00Z" });
  }
  const again = new WatchList(folder, () => undefined).all;
  expect(again).toHaveLength(31);
  expect([again[0]?.id, again.at(-1)?.id, again.at(-1)?.endedAt]).toEqual([40, 1, null]);
  rmSync(folder, { recursive: true });
});

describe("watch poller", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const watchOf = (id: number, accountId = "a"): Watch => ({
    key: `${accountId}.job.${id}`,
    accountId,
    kind: "job",
    project: "team/app",
    id,
    name: "test",
    ref: "main",
    path: "/",
    status: null,
    reason: null,
    addedAt: "2026-01-01T00:00:00Z",
    endedAt: null,
  });

  function pollerOf(read: (watch: Watch) => string | Error | Promise<string>) {
    const reads: number[] = [];
    const states: string[] = [];
    const under = { now: 0, max: 0 };
    const poller = new WatchPoller({
      intervals: { firstIntervalMs: 1000, maxIntervalMs: 8000 },
      async read(watch) {
        reads.push(Date.now());
        under.max = Math.max(under.max, ++under.now);
        try {
          const result = await read(watch);
          if (result instanceof Error) throw result;
          return result;
        } finally {
          under.now--;
        }
      },
      onState: ({ key }, status) => void states.push(`${key} ${status}`),
    });
    const gaps = () => reads.slice(1).map((time, index) => time - (reads[index] ?? 0));
    return { poller, reads, states, under, gaps };
  }

  test("intervals grow while nothing changes, and are short again after a change", async () => {
    let status = "pending";
    const { poller, gaps } = pollerOf(() => status);
    await poller.start(watchOf(1));
    await vi.advanceTimersByTimeAsync(40_000);
    expect(gaps().slice(0, 5)).toEqual([1000, 1500, 2250, 3375, 5062].map((gap) => expect.closeTo(gap, -1)));
    expect(Math.max(...gaps())).toBeLessThanOrEqual(8000);
    status = "running";
    await vi.advanceTimersByTimeAsync(8000);
    expect(gaps()).toContain(1000);
    expect(gaps().lastIndexOf(1000)).toBeGreaterThan(5);
    poller.close();
  });

  test("nothing is read once it has ended, is gone or is no longer watched", async () => {
    const results = new Map([
      [1, "success"],
      [2, "not_found"],
    ]);
    const { poller, reads, states } = pollerOf(({ id }) => results.get(id) ?? "running");
    for (const id of [1, 2, 3]) await poller.start(watchOf(id));
    expect(poller.size).toBe(1);
    poller.stop(watchOf(3).key);
    const before = reads.length;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(reads.length).toBe(before);
    expect(states).toEqual(["a.job.1 success", "a.job.2 not_found", "a.job.3 running"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("an unreachable service is polled at growing intervals, and at once after a reconnect", async () => {
    let offline = true;
    const { poller, reads, states } = pollerOf(() => (offline ? new Error("offline") : "running"));
    await poller.start(watchOf(1));
    await poller.start(watchOf(2, "b"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reads.length).toBeLessThan(30);
    offline = false;
    poller.wake("a");
    await vi.advanceTimersByTimeAsync(0);
    expect(states).toEqual(["a.job.1 running"]);
    poller.close();
  });

  test("a slow read blocks no other, and is never duplicated", async () => {
    const slow = Promise.withResolvers<string>();
    const { poller, states, under } = pollerOf(({ id }) => (id === 1 ? slow.promise : "running"));
    void poller.start(watchOf(1));
    await poller.start(watchOf(2));
    poller.wake("a");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(states.every((state) => state === "a.job.2 running")).toBe(true);
    expect(under.max).toBe(2);
    poller.stop(watchOf(1).key);
    slow.resolve("success");
    await vi.advanceTimersByTimeAsync(0);
    expect(states).not.toContain("a.job.1 success");
    poller.close();
  });
});
