import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { problem } from "../../../shared/problem.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";
import { hostTrace, quickPolling as polling, traceText as text } from "../testing/host-traces.ts";
import { endedJob, runningJob, sendPart, sendWhole, traceService } from "../testing/trace-service.ts";

describe("a followed trace", () => {
  it.each(["whole", "part"] as const)("is followed to its end, sent as a %s", async (kind) => {
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

  it("stores the last output of a job that arrives after its end was read", async () => {
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

  it("is read once for any number of followers, and not without one", async () => {
    await using service = await traceService();
    service.jobs.set(5, runningJob);
    service.traces.set(5, text(10));
    await using host = hostInFolder({ polling });
    const { id } = await host.addAccount(service.url);
    const trace = hostTrace(host, id, 5);
    const { generation } = await trace.state();
    const followers = await Promise.all(Array.from({ length: 20 }, () => trace.start(generation)));
    const starts = await Promise.all(followers.map(({ read }) => read()));
    expect(starts.every((start) => start?.equals(text(10)))).toBe(true);
    let open = 0;
    let maxOpen = 0;
    service.send = (request, response, bytes) => {
      maxOpen = Math.max(maxOpen, ++open);
      setTimeout(() => {
        open--;
        sendWhole(request, response, bytes);
      }, 10);
    };
    const before = service.reads("trace").length;
    await expect.poll(() => service.reads("trace").length).toBeGreaterThan(before + 3);
    expect(maxOpen).toBe(1);

    for (const { leave } of followers) leave();
    await new Promise((resolve) => setTimeout(resolve, 150));
    const left = service.seen.length;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(service.seen.length).toBe(left);

    service.traces.set(5, text(11));
    service.jobs.set(5, endedJob);
    expect((await trace.follow(generation)).equals(text(11))).toBe(true);
  });

  it("stops a transfer without followers, and continues there later", async () => {
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
  it("is read in parts, from a folder that only this user can read", async () => {
    await using service = await traceService();
    service.jobs.set(5, endedJob);
    service.traces.set(5, text(2000));
    await using host = hostInFolder({ polling });
    const { id } = await host.addAccount(service.url);
    const trace = hostTrace(host, id, 5);
    const { generation } = await trace.state();
    const read = async (name: string, query: Record<string, string | number>) => {
      const response = await trace.read(name, { generation, ...query });
      return [response.status, await response.json()];
    };
    const line = { number: 7, spans: [{ text: "line 7 of the job" }] };
    expect(await read("lines", { from: 7, to: 8 })).toEqual([200, [line]]);
    expect(await read("lines", { from: 2000, to: 2010 })).toEqual([200, []]);
    expect(await read("sections", {})).toEqual([200, []]);
    expect(await read("findings", { limit: 10 })).toEqual([200, []]);
    for (const wrong of [
      { from: -1, to: 3 },
      { from: 0, to: 5000 },
      { from: "x", to: 1 },
      { from: 1.5, to: 2 },
    ]) {
      expect(await read("lines", wrong)).toEqual([400, expect.objectContaining({ code: "invalid_input" })]);
    }
    expect(await read("match-lines", { search: "none", from: 0, to: 1 })).toEqual([
      404,
      expect.objectContaining({ code: "not_found" }),
    ]);
    const copied = await trace.read("text", { generation, from: 0, to: 2000 });
    expect(`${await copied.text()}\n`).toBe(text(2000).toString());
    expect(copied.headers.get("content-security-policy")).toBe("sandbox");
    for (const name of ["lines", "text", "search", "compare"]) {
      const query = { from: 0, to: 1, text: "x", regex: "false", matchCase: "false", word: "false", with: 6 };
      const gone = await trace.read(name, { ...query, generation: "another" });
      expect([name, gone.status, problem.parse(await gone.json()).code]).toEqual([name, 409, "conflict"]);
    }

    const folder = join(host.folder, "traces");
    await expect.poll(() => readdirSync(folder).length, { timeout: 20_000 }).toBe(2);
    const modes = [folder, ...readdirSync(folder).map((name) => join(folder, name))];
    expect(modes.map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600, 0o600]);
  });

  it("is opened again with what is known of its lines, unless that is damaged", async () => {
    await using service = await traceService();
    service.jobs.set(5, endedJob);
    service.traces.set(5, Buffer.from("\x1b[31m\nerror: one\n".repeat(5000)));
    await using host = hostInFolder({ polling });
    const { id } = await host.addAccount(service.url);
    const trace = hostTrace(host, id, 5);
    const { generation } = await trace.state();
    const read = async () => [
      await (await trace.read("lines", { generation, from: 9000, to: 9002 })).json(),
      await (await trace.read("findings", { generation, limit: 3 })).json(),
    ];
    const index = join(host.folder, "traces", `${generation}.index`);
    await expect.poll(() => existsSync(index), { timeout: 20_000 }).toBe(true);
    const before = await read();
    expect(before[1]).toHaveLength(3);
    const stored = readFileSync(index, "utf8");
    for (const content of [stored, stored.slice(0, -10), stored.slice(0, 100), "{}"]) {
      writeFileSync(index, content);
      await host.restart();
      await host.requestJson(`/accounts/${id}`, "PATCH", { token: "glpat-Test_Secret-0123456789" });
      await trace.state();
      await expect.poll(read, { timeout: 20_000 }).toEqual(before);
    }
  });

  it.each([
    "/traces/ID/1/0/follow",
    "/traces/ID/1/x/follow",
    "/traces/ID/1/5/lines",
    "/traces/ID/1/5/text?generation=a&from=0",
    "/traces/ID/1/5/search?generation=a&text=x&regex=perhaps",
    "/traces/ID/1/5/compare?generation=a&with=x",
  ])("refuses %s", async (path) => {
    await using service = await traceService();
    await using host = hostInFolder({ polling });
    const { id } = await host.addAccount(service.url);
    expect((await host.request(path.replace("ID", id))).status).toBe(400);
    expect((await host.request(path.replace("ID", "nobody"))).status).not.toBe(200);
    expect(service.reads("trace")).toEqual([]);
  });
});
