import { existsSync, readdirSync, readFileSync, readlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { z } from "zod";
import { cacheInfo } from "../../../shared/host/settings.ts";
import { comparisonUpdate, searchUpdate } from "../../../shared/host/traces.ts";
import { type HostInFolder, hostInFolder } from "../testing/host-in-folder.ts";
import { hostTrace, quickPolling as polling, traceText as text } from "../testing/host-traces.ts";
import { endedJob, runningJob, sendPart, type TraceService, traceService } from "../testing/trace-service.ts";

/** Names of the stored logs; what is known of their lines is beside them. */
const filesOf = (host: HostInFolder): string[] =>
  readdirSync(join(host.folder, "traces")).filter((name) => name.endsWith(".log"));

/** Reads an ended job's trace to its end. */
async function readWhole(
  host: HostInFolder,
  service: TraceService,
  account: string,
  job: number,
  bytes: Buffer,
) {
  service.jobs.set(job, endedJob);
  service.traces.set(job, bytes);
  const trace = hostTrace(host, account, job);
  const { generation } = await trace.state();
  expect((await trace.follow(generation)).equals(bytes)).toBe(true);
  // This one ends once the stored trace is checked as well: nothing is requested any more.
  await (await host.request(`${trace.path}/follow`)).text();
  return { trace, generation };
}

describe("after a restart", () => {
  it.each(["whole", "part"] as const)(
    "the stored trace is there, and only what is new is stored; sent as a %s",
    async (kind) => {
      await using service = await traceService();
      if (kind === "part") service.send = sendPart;
      service.jobs.set(5, runningJob);
      service.traces.set(5, text(2000));
      await using host = hostInFolder({ polling });
      const { id } = await host.addAccount(service.url);
      const trace = hostTrace(host, id, 5);
      const { generation } = await trace.state();
      const follower = await trace.start(generation);
      await follower.read();
      follower.leave();
      await host.restart();
      await host.requestJson(`/accounts/${id}`, "PATCH", { token: "glpat-Test_Secret-0123456789" });

      const before = service.reads("trace").length;
      const state = await trace.state();
      expect(state).toEqual({ generation, size: text(2000).length, complete: false, problem: null });
      service.traces.set(5, text(2010));
      service.jobs.set(5, endedJob);
      expect((await trace.follow(generation, state.size)).equals(text(10, 2000))).toBe(true);
      expect(service.reads("trace")[before]?.headers.range).toBe(`bytes=${state.size - 4096}-`);
      expect((await trace.state()).complete).toBe(true);
    },
  );

  it("a file that is damaged or belongs to nothing is not used", async () => {
    await using service = await traceService();
    await using host = hostInFolder({ polling });
    const { id } = await host.addAccount(service.url);
    const { trace, generation } = await readWhole(host, service, id, 5, text(2000));
    await host.restart();
    await host.requestJson(`/accounts/${id}`, "PATCH", { token: "glpat-Test_Secret-0123456789" });
    truncateSync(join(host.folder, "traces", `${generation}.log`), 100);
    writeFileSync(join(host.folder, "traces", "left-behind.log"), "x");
    const next = await trace.state();
    expect(next.generation).not.toBe(generation);
    expect((await trace.follow(next.generation)).equals(text(2000))).toBe(true);
    await host.restart();
    expect(filesOf(host)).toEqual([`${next.generation}.log`]);
  });
});

/** Paths of this process's open files; none where the system does not list them. */
const openFiles = (): string[] =>
  process.platform === "linux"
    ? readdirSync("/proc/self/fd").flatMap((name) => {
        try {
          return [readlinkSync(`/proc/self/fd/${name}`)];
        } catch {
          return [];
        }
      })
    : [];

it("leaves no file open when the host closes during a request for the trace", async () => {
  await using service = await traceService();
  await using host = hostInFolder({ polling });
  const { id } = await host.addAccount(service.url);
  const { trace, generation } = await readWhole(host, service, id, 5, text(50));
  // No response comes.
  service.send = () => undefined;
  expect((await trace.state()).generation).toBe(generation);
  await host.restart();
  expect(openFiles().filter((path) => path.startsWith(host.folder) && path.endsWith(".log"))).toEqual([]);
});

it("is readable while the service cannot be reached, with the reason", async () => {
  await using service = await traceService();
  service.jobs.set(5, runningJob);
  service.traces.set(5, text(100));
  await using host = hostInFolder({ polling });
  const { id } = await host.addAccount(service.url);
  const { trace, generation } = await readWhole(host, service, id, 6, text(50));
  const running = hostTrace(host, id, 5);
  const open = await running.state();
  await service.stop();
  expect((await running.follow(open.generation)).equals(text(100))).toBe(true);
  expect(await running.state()).toMatchObject({ complete: false, problem: { code: "offline" } });
  expect(await trace.state()).toEqual({ generation, size: text(50).length, complete: true, problem: null });
  expect(await (await trace.read("text", { generation, from: 0, to: 1 })).text()).toBe("line 0 of the job");
  expect((await host.request(`${hostTrace(host, id, 7).path}/follow`)).status).toBe(503);

  await service.start();
  service.jobs.set(5, endedJob);
  await expect
    .poll(async () => {
      await running.follow(open.generation);
      return running.state();
    })
    .toMatchObject({ generation: open.generation, complete: true, problem: null });
});

it("waits as long as the service requires", async () => {
  await using service = await traceService();
  await using host = hostInFolder({ polling });
  const { id } = await host.addAccount(service.url);
  service.jobs.set(5, runningJob);
  service.traces.set(5, text(10));
  const trace = hostTrace(host, id, 5);
  const { generation } = await trace.state();
  service.send = (_request, response) =>
    response.writeHead(429, { "content-type": "text/plain", "retry-after": "60" }).end("Retry later\n");
  await trace.follow(generation);
  expect((await trace.state()).problem).toMatchObject({ code: "rate_limited" });
  const readsBefore = service.reads("trace").length;
  const follower = await trace.start(generation);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(service.reads("trace").length).toBe(readsBefore);
  follower.leave();
});

describe("after its project was moved", () => {
  it("the trace is read by the new path, and stays when a wrong one is opened", async () => {
    await using service = await traceService();
    await using host = hostInFolder({ polling });
    const { id } = await host.addAccount(service.url);
    service.project = "group/project";
    const { generation } = await readWhole(host, service, id, 5, text(100));
    service.project = "other/project";
    const moved = hostTrace(host, id, 5, "other/project");
    expect(await moved.state()).toMatchObject({ generation, complete: true, problem: null });
    await expect.poll(() => service.seen.at(-1)?.path).toContain("other%2Fproject");
    await expect(hostTrace(host, id, 5, "wrong/project").state()).rejects.toThrow("not_found");
    expect(await moved.state()).toMatchObject({ generation, complete: true, problem: null });
  });

  it("the trace is read by a path that was opened while the service was away", async () => {
    await using service = await traceService();
    await using host = hostInFolder({ polling });
    const { id } = await host.addAccount(service.url);
    service.project = "group/project";
    const { generation } = await readWhole(host, service, id, 5, text(100));
    await service.stop();
    service.project = "other/project";
    const moved = hostTrace(host, id, 5, "other/project");
    expect(await moved.state()).toMatchObject({ generation, complete: true, problem: null });
    await service.start();
    await expect
      .poll(async () => {
        expect(await moved.state()).toMatchObject({ generation, complete: true, problem: null });
        return service.reads("trace").at(-1)?.path;
      })
      .toContain("other%2Fproject");
  });

  it("a wrong path that was opened first does not block the right one", async () => {
    await using service = await traceService();
    await using host = hostInFolder({ polling });
    const { id } = await host.addAccount(service.url);
    service.project = "group/project";
    service.jobs.set(5, endedJob);
    service.traces.set(5, text(100));
    await expect(hostTrace(host, id, 5, "wrong/project").state()).rejects.toThrow("not_found");
    const trace = hostTrace(host, id, 5);
    const { generation } = await trace.state();
    expect((await trace.follow(generation)).equals(text(100))).toBe(true);
  });
});

it("belongs to its account alone, and is deleted with it", async () => {
  await using one = await traceService();
  await using other = await traceService();
  await using host = hostInFolder({ polling });
  const first = await host.addAccount(one.url);
  const second = await host.addAccount(other.url);
  await readWhole(host, one, first.id, 5, text(100));
  const kept = await readWhole(host, other, second.id, 5, text(100, 5000));
  expect(filesOf(host)).toHaveLength(2);
  await host.request(`/accounts/${first.id}`, { method: "DELETE" });
  await expect.poll(() => filesOf(host), { timeout: 20_000 }).toEqual([`${kept.generation}.log`]);
  expect((await host.request(`${hostTrace(host, first.id, 5).path}/follow`)).status).toBe(404);
  expect((await kept.trace.follow(kept.generation)).equals(text(100, 5000))).toBe(true);
});

describe("the space on disk", () => {
  const megabyte = (letter: string) => Buffer.alloc(1_000_000, letter);

  it("has a limit: the least recently used is deleted first, open ones stay", async () => {
    await using service = await traceService();
    await using host = hostInFolder({ polling });
    const { id } = await host.addAccount(service.url);
    for (const job of [1, 2, 3]) await readWhole(host, service, id, job, megabyte(String(job)));
    await host.restart();
    await host.requestJson(`/accounts/${id}`, "PATCH", { token: "glpat-Test_Secret-0123456789" });
    // The first is opened again, so that the second is the oldest.
    const open = hostTrace(host, id, 1);
    const { generation } = await open.state();
    await host.requestJson("/settings", "PATCH", { storage: { traceLimit: 2 } });
    await expect.poll(() => filesOf(host), { timeout: 20_000 }).toHaveLength(2);
    await host.requestJson("/settings", "PATCH", { storage: { traceLimit: 0 } });
    await expect.poll(() => filesOf(host), { timeout: 20_000 }).toEqual([`${generation}.log`]);
    expect((await open.follow(generation)).equals(megabyte("1"))).toBe(true);
    await host.restart();
    await expect.poll(() => filesOf(host), { timeout: 20_000 }).toEqual([]);
  });

  it("is counted and freed with the cache; who follows begins again", async () => {
    await using service = await traceService();
    await using host = hostInFolder({ polling });
    const { id } = await host.addAccount(service.url);
    const counted = async () => cacheInfo.parse(await (await host.request("/cache")).json());
    const ended = await readWhole(host, service, id, 1, megabyte("1"));
    service.jobs.set(2, runningJob);
    service.traces.set(2, megabyte("2"));
    const running = hostTrace(host, id, 2);
    const { generation } = await running.state();
    const follower = running.follow(generation);
    await expect.poll(async () => (await counted()).traces).toBe(2_000_000);
    expect((await counted()).bytes).toBeGreaterThan(2_000_000);

    expect((await host.request("/cache", { method: "DELETE" })).status).toBe(204);
    expect((await counted()).traces).toBe(0);
    expect(filesOf(host)).toEqual([]);
    await follower;
    const gone = await ended.trace.read("lines", { generation: ended.generation, from: 0, to: 1 });
    expect(gone.status).toBe(409);
    service.jobs.set(2, endedJob);
    const again = await running.state();
    expect(again.generation).not.toBe(generation);
    expect((await running.follow(again.generation)).equals(megabyte("2"))).toBe(true);
    expect((await ended.trace.follow((await ended.trace.state()).generation)).equals(megabyte("1"))).toBe(
      true,
    );
  });

  it("stores the bytes unchanged, in a file that only the user may read", async () => {
    await using service = await traceService();
    await using host = hostInFolder({ polling });
    const { id } = await host.addAccount(service.url);
    const bytes = Buffer.from([0xff, 0, 0x1b, 0x5b, 0x33, 0x31, 0x6d, 0xc3, 13, 10, 0xe2]);
    const { generation } = await readWhole(host, service, id, 1, bytes);
    expect(readFileSync(join(host.folder, "traces", `${generation}.log`)).equals(bytes)).toBe(true);
  });
});

describe("held traces", () => {
  afterEach(() => void vi.useRealTimers());

  /** Returns the last update of a stream of JSON lines. */
  async function lastOf<S extends z.ZodType>(schema: S, response: Response): Promise<z.output<S>> {
    const line = (await response.text()).trim().split("\n").at(-1) ?? "";
    return schema.parse(JSON.parse(line));
  }

  it("what is compared and searched stays readable while other logs are opened beyond the limit", async () => {
    await using service = await traceService();
    for (const job of [5, 6, 7]) {
      service.jobs.set(job, endedJob);
      service.traces.set(job, text(3000, job));
    }
    await using host = hostInFolder({ polling });
    const { id } = await host.addAccount(service.url);
    const [trace, other, later] = [5, 6, 7].map((job) => hostTrace(host, id, job));
    if (!trace || !other || !later) return;
    const { generation } = await trace.state();
    await trace.follow(generation);
    const compared = await lastOf(comparisonUpdate, await trace.read("compare", { generation, with: 6 }));
    const query = { generation, text: "line 29", regex: "false", matchCase: "false", word: "false" };
    const found = await lastOf(searchUpdate, await trace.read("search", query));
    const read = async (name: string, range: Record<string, string | number>) => {
      const response = await trace.read(name, range);
      return [response.status, await response.json()];
    };
    const readRows = () =>
      Promise.all([
        read("compared-rows", {
          comparison: "comparison" in compared ? compared.comparison : "",
          from: 0,
          to: 3,
        }),
        read("match-ranges", { search: found.search, from: 2900, to: 2902 }),
      ]);
    const before = await readRows();
    expect(before.map(([status]) => status)).toEqual([200, 200]);

    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6 * 60_000 });
    await later.follow((await later.state()).generation);
    await host.requestJson("/settings", "PATCH", { storage: { traceLimit: 0 } });
    expect(await readRows()).toEqual(before);
    const fileOf = (name: string) => join(host.folder, "traces", `${name}.log`);
    expect(existsSync(fileOf(generation))).toBe(true);
  });
});
