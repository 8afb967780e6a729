import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Job, job } from "../../../shared/api/resources/job-shapes.ts";
import { getJob, listJobs, listPipelineJobs } from "../../../shared/api/resources/jobs.ts";
import { operationQueryKey } from "../../api/query-client.ts";
import { listedJob, prefetchJob } from "./prefetch.ts";

describe("prefetch", () => {
  /** The host's responses, by the end of their path. */
  let respond: Map<string, (response: Response) => void>;

  beforeEach(() => {
    vi.useFakeTimers();
    respond = new Map();
    vi.stubGlobal("fetch", (url: string) => {
      const { promise, resolve } = Promise.withResolvers<Response>();
      respond.set(url.includes("/follow") ? "follow" : "job", resolve);
      return promise;
    });
  });
  afterEach(async () => {
    // Prefetched data is discarded.
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** Starts to prefetch a job; returns whether the navigation waits. */
  function startNavigation(job: string) {
    const state = { waits: true };
    void prefetchJob(new QueryClient(), { account: "one", project: "fjord/beacon", job }, false).then(() => {
      state.waits = false;
    });
    return state;
  }

  test("a navigation waits for the job and the begin of its log", async () => {
    const state = startNavigation("7");
    await vi.advanceTimersByTimeAsync(10);
    respond.get("follow")?.(new Response("{}\n"));
    await vi.advanceTimersByTimeAsync(10);
    expect(state.waits).toBe(true);
    respond.get("job")?.(Response.json({ id: 7, name: "unit", status: "success" }));
    await vi.advanceTimersByTimeAsync(1);
    expect(state.waits).toBe(false);
  });

  test("a navigation does not wait for a slow service, nor for a job that cannot be", async () => {
    const slow = startNavigation("8");
    await vi.advanceTimersByTimeAsync(200);
    expect([...respond.keys()].sort()).toEqual(["follow", "job"]);
    expect(slow.waits).toBe(false);
    respond.clear();
    const none = startNavigation("main");
    await vi.advanceTimersByTimeAsync(0);
    expect([none.waits, respond.size]).toEqual([false, 0]);
  });

  test("the log of a job that is only likely to be opened waits for its view", async () => {
    const requested: string[] = [];
    vi.stubGlobal("fetch", async (url: string) => {
      requested.push(url);
      return new Response("", { status: 502 });
    });
    await prefetchJob(new QueryClient(), { account: "one", project: "fjord/beacon", job: "10" }, true);
    expect(requested[0]).toMatch(/\/follow\?ahead=true$/);
  });

  test("a navigation that fails to prefetch does not wait", async () => {
    const state = startNavigation("9");
    await vi.advanceTimersByTimeAsync(0);
    for (const resolve of respond.values()) resolve(new Response("", { status: 502 }));
    await vi.advanceTimersByTimeAsync(1);
    expect(state.waits).toBe(false);
  });
});

const jobOf = (id: number, status: Job["status"]): Job => job.parse({ id, name: `job ${id}`, status });
const responseOf = (data: unknown) => ({ data, paging: {}, age: 0, source: "network" });

test("is taken from the latest list that has it, one page or many", () => {
  const client = new QueryClient();
  const put = (updatedAt: number, key: ReturnType<typeof operationQueryKey>, data: unknown) =>
    client.setQueryData(key, data, { updatedAt });
  const find = (id: number) => listedJob(client, "one", "fjord/beacon", id);
  expect(find(7)).toBeNull();

  const all = { id: "fjord/beacon" };
  put(2000, operationQueryKey("one", listJobs, "pages", all), {
    pages: [responseOf([jobOf(9, "running")]), responseOf([jobOf(8, "success"), jobOf(7, "running")])],
    pageParams: [1, 2],
  });
  expect(find(7)).toMatchObject({ response: { data: { id: 7, status: "running" } }, updatedAt: 2000 });

  const pipeline = { id: "fjord/beacon", pipeline_id: 3 };
  put(3000, operationQueryKey("one", listPipelineJobs, "all", pipeline), responseOf([jobOf(7, "failed")]));
  expect(find(7)).toMatchObject({ response: { data: { status: "failed" } }, updatedAt: 3000 });
  expect(find(8)?.response.data.status).toBe("success");
  expect(find(6)).toBeNull();
});

test("is not taken from another account, project or operation", () => {
  const client = new QueryClient();
  const put = (key: ReturnType<typeof operationQueryKey>, data: unknown) => client.setQueryData(key, data);
  put(operationQueryKey("two", listJobs, "one", { id: "fjord/beacon" }), responseOf([jobOf(7, "failed")]));
  put(operationQueryKey("one", listJobs, "one", { id: "fjord/buoy" }), responseOf([jobOf(7, "failed")]));
  put(operationQueryKey("one", getJob, "one", { id: "fjord/beacon" }), responseOf(jobOf(7, "failed")));
  expect(listedJob(client, "one", "fjord/beacon", 7)).toBeNull();
});
