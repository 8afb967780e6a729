import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { problem } from "../../../shared/errors.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";
import { hostTrace, quickPolling as polling, traceText as text } from "../testing/host-traces.ts";
import { endedJob, runningJob, sendPart, sendWhole, traceService } from "../testing/trace-service.ts";

describe("a followed trace", () => {
  it.each(["whole", "part"] as const)("comes to its end, sent as a %s", async (kind) => {
    await using service = await traceService();
    if (kind === "part") service.send = sendPart;
    await using host = hostInFolder({ polling });
    const { id } = await host.addAccount(service.url);
    service.jobs.set(5, runningJob);
    service.traces.set(5, text(1000));
    const trace = hostTrace(host, id, 5);
    const first = await trace.state();
    expect(first).toMatchObject({ complete: false, problem: null });

    const body = trace.follow(first.generation);
    service.traces.set(5, text(2000));
    await expect.poll(() => service.reads("trace").length).toBeGreaterThan(3);
    service.traces.set(5, text(3000));
    service.jobs.set(5, endedJob);
    expect((await body).equals(text(3000))).toBe(true);
    expect(await trace.state()).toEqual({ ...first, size: text(3000).length, complete: true });
    expect(service.reads("trace")[0]?.path).toContain("/projects/group%2Fproject/jobs/5/trace");
    expect((await trace.follow(first.generation, 60_000)).equals(text(3000).subarray(60_000))).toBe(true);
  });

  it("sends only what is new where parts can be requested", async () => {
    await using service = await traceService();
    let sent = 0;
    service.send = (request, response, bytes) => {
      sent += request.headers.range
        ? bytes.length - Number(/\d+/.exec(request.headers.range)?.[0])
        : bytes.length;
      sendPart(request, response, bytes);
    };
    await using host = hostInFolder({ polling });
    const { id } = await host.addAccount(service.url);
    service.jobs.set(5, runningJob);
    service.traces.set(5, text(20_000));
    const trace = hostTrace(host, id, 5);
    const { generation } = await trace.state();
    const body = trace.follow(generation);
    await expect.poll(() => service.reads("trace").length).toBeGreaterThan(5);
    service.traces.set(5, text(20_010));
    service.jobs.set(5, endedJob);
    expect((await body).equals(text(20_010))).toBe(true);
    expect(sent).toBeLessThan(text(20_010).length + service.reads("trace").length * 5000);
  });

  it("takes what a job prints last, after it was seen to have ended", async () => {
    await using service = await traceService();
    // Without the time of its end, it is the host that has to wait.
    service.jobs.set(5, { status: "success", finished_at: null });
    service.traces.set(5, text(10));
    service.send = (request, response, bytes) => {
      sendWhole(request, response, bytes);
      service.traces.set(5, text(12));
      // Later reads find nothing more.
      service.send = sendWhole;
    };
    await using host = hostInFolder({ polling });
    const { id } = await host.addAccount(service.url);
    const trace = hostTrace(host, id, 5);
    const { generation } = await trace.state();
    expect((await trace.follow(generation)).equals(text(12))).toBe(true);
    expect((await trace.state()).complete).toBe(true);
  });

  it("waits for a job that has not printed anything", async () => {
    await using service = await traceService();
    service.jobs.set(5, { status: "pending" });
    await using host = hostInFolder({ polling });
    const { id } = await host.addAccount(service.url);
    const trace = hostTrace(host, id, 5);
    const empty = await trace.state();
    expect(empty).toMatchObject({ size: 0, complete: false, problem: null });
    const body = trace.follow(empty.generation);
    service.traces.set(5, text(3));
    service.jobs.set(5, endedJob);
    expect((await body).equals(text(3))).toBe(true);
    service.jobs.set(6, { status: "skipped" });
    expect(await hostTrace(host, id, 6).state()).toMatchObject({ size: 0, complete: true, problem: null });
  });

  it("is read once, however many follow, and not at all when nobody does", async () => {
    await using service = await traceService();
    service.jobs.set(5, runningJob);
    service.traces.set(5, text(10));
    await using host = hostInFolder({ polling: { ...polling, first: 40, longest: 40 } });
    const { id } = await host.addAccount(service.url);
    const trace = hostTrace(host, id, 5);
    const { generation } = await trace.state();
    const followers = await Promise.all(Array.from({ length: 20 }, () => trace.start(generation)));
    const starts = await Promise.all(followers.map(({ read }) => read()));
    expect(starts.every((start) => start?.equals(text(10)))).toBe(true);
    const before = service.reads("trace").length;
    const began = Date.now();
    await expect.poll(() => service.reads("trace").length).toBeGreaterThan(before + 3);
    expect(service.reads("trace").length - before).toBeLessThanOrEqual((Date.now() - began) / 40 + 2);

    for (const { leave } of followers) leave();
    await new Promise((resolve) => setTimeout(resolve, 150));
    const left = service.seen.length;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(service.seen.length).toBe(left);

    service.traces.set(5, text(11));
    service.jobs.set(5, endedJob);
    expect((await trace.follow(generation)).equals(text(11))).toBe(true);
  });

  it("stops a transfer that nobody follows, and goes on there later", async () => {
    await using service = await traceService();
    const whole = text(50_000);
    let closed = 0;
    service.jobs.set(5, endedJob);
    service.traces.set(5, whole);
    service.send = (request, response, bytes) => {
      if (request.headers.range) return sendPart(request, response, bytes);
      response.on("close", () => closed++);
      response.writeHead(200, { "content-type": "text/plain", "content-length": String(bytes.length) });
      response.write(bytes.subarray(0, 300_000));
    };
    await using host = hostInFolder({ polling });
    const { id } = await host.addAccount(service.url);
    const trace = hostTrace(host, id, 5);
    const { generation } = await trace.state();
    await expect.poll(() => closed).toBe(1);
    expect((await trace.follow(generation)).equals(whole)).toBe(true);
    expect(service.reads("trace").map(({ headers }) => headers.range)).toEqual([undefined, "bytes=295904-"]);
  });

  it("is unpacked where the service compresses it", async () => {
    await using service = await traceService();
    service.jobs.set(5, endedJob);
    service.traces.set(5, text(2000));
    service.send = (_request, response, bytes) => {
      response.writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" });
      response.end(gzipSync(bytes));
    };
    await using host = hostInFolder({ polling });
    const { id } = await host.addAccount(service.url);
    const trace = hostTrace(host, id, 5);
    expect((await trace.follow((await trace.state()).generation)).equals(text(2000))).toBe(true);
  });
});

describe("a stored trace", () => {
  it("is served in parts, from a folder that only this user can read", async () => {
    await using service = await traceService();
    service.jobs.set(5, endedJob);
    service.traces.set(5, Buffer.from("0123456789"));
    await using host = hostInFolder({ polling });
    const { id } = await host.addAccount(service.url);
    const trace = hostTrace(host, id, 5);
    const { generation } = await trace.state();
    const read = async (range?: string) => {
      const response = await trace.bytes(generation, range);
      return [response.status, response.headers.get("content-range"), await response.text()];
    };
    expect(await read()).toEqual([200, null, "0123456789"]);
    expect(await read("bytes=5-6")).toEqual([206, "bytes 5-6/10", "56"]);
    expect(await read("bytes=8-99")).toEqual([206, "bytes 8-9/10", "89"]);
    expect(await read("bytes=8-")).toEqual([206, "bytes 8-9/10", "89"]);
    expect(await read("bytes=-3")).toEqual([206, "bytes 7-9/10", "789"]);
    for (const wrong of ["bytes=10-", "bytes=6-5", "bytes=-", "bytes=0-1,4-5", "lines=1-2"]) {
      expect(await read(wrong)).toEqual([416, "bytes */10", ""]);
    }
    const headers = (await trace.bytes(generation)).headers;
    expect(headers.get("content-type")).toBe("application/octet-stream");
    expect(headers.get("content-security-policy")).toBe("sandbox");
    const gone = await trace.bytes("another");
    expect([gone.status, problem.parse(await gone.json()).code]).toEqual([409, "conflict"]);

    const folder = join(host.folder, "traces");
    const [file = ""] = readdirSync(folder);
    expect([statSync(folder).mode & 0o777, statSync(join(folder, file)).mode & 0o777]).toEqual([
      0o700, 0o600,
    ]);
  });

  it.each(["/traces/ID/1/0", "/traces/ID/1/x", "/traces/ID/1/5/bytes", "/traces/ID/1/5/follow?generation=a"])(
    "refuses %s",
    async (path) => {
      await using service = await traceService();
      await using host = hostInFolder({ polling });
      const { id } = await host.addAccount(service.url);
      expect((await host.ask(path.replace("ID", id))).status).toBe(400);
      expect((await host.ask(path.replace("ID", "nobody"))).status).not.toBe(200);
      expect(service.reads("trace")).toEqual([]);
    },
  );
});
