import { existsSync, readdirSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problem } from "../../../shared/problem.ts";
import { type HostInFolder, hostInFolder } from "../testing/host-in-folder.ts";
import {
  type HostTrace,
  hostTrace,
  quickPolling as polling,
  traceText as text,
} from "../testing/host-traces.ts";
import {
  endedJob,
  runningJob,
  sendPart,
  sendWhole,
  type TraceService,
  traceService,
} from "../testing/trace-service.ts";

interface Followed {
  readonly service: TraceService;
  readonly trace: HostTrace;
  readonly generation: string;
}

// One for all tests: each host starts threads, which take longer than a test.
let host: HostInFolder;
beforeAll(() => {
  host = hostInFolder({ polling });
});
afterAll(() => host[Symbol.asyncDispose]());

/** The trace of job 5 of a service, read by an account of its own that is removed afterwards. */
async function tracedJob(service: TraceService): Promise<{ readonly trace: HostTrace } & AsyncDisposable> {
  const { id } = await host.addAccount(service.url);
  return {
    trace: hostTrace(host, id, 5),
    [Symbol.asyncDispose]: async () => void (await host.request(`/accounts/${id}`, { method: "DELETE" })),
  };
}

/** Runs a test with a job whose first 500 lines are stored. */
async function withStored(send: TraceService["send"], test: (followed: Followed) => Promise<void>) {
  await using service = await traceService();
  service.send = send;
  service.jobs.set(5, runningJob);
  service.traces.set(5, text(500));
  await using job = await tracedJob(service);
  const { trace } = job;
  const { generation } = await trace.state();
  await expect.poll(async () => (await trace.state()).size, { timeout: 20_000 }).toBe(text(500).length);
  await test({ service, trace, generation });
}

/** Ends the job now: another end would say that the trace has been whole for long. */
const endJob = (service: TraceService): void =>
  void service.jobs.set(5, { ...endedJob, finished_at: new Date().toISOString() });

const plain = { "content-type": "text/plain" };
const size = text(600).length;

/** Defective responses to a range, as headers and bytes. */
const wrongRanges: readonly [
  name: string,
  range: (from: number) => string | null,
  bytes: (from: number) => Buffer,
  headers?: Readonly<Record<string, string>>,
][] = [
  ["begins elsewhere", () => `bytes 0-${size - 1}/${size}`, () => text(600)],
  ["has no Content-Range", () => null, (from) => text(600).subarray(from)],
  [
    "counts something else",
    (from) => `lines ${from}-${size - 1}/${size}`,
    (from) => text(600).subarray(from),
  ],
  [
    "does not reach the end",
    (from) => `bytes ${from}-${size - 9}/${size}`,
    (from) => text(600).subarray(from, size - 8),
  ],
  ["does not know the end", (from) => `bytes ${from}-${size - 1}/*`, (from) => text(600).subarray(from)],
  [
    "has other bytes than it says",
    (from) => `bytes ${from}-${size - 1}/${size}`,
    (from) => Buffer.alloc(size - from, 120),
  ],
  [
    "has the beginning",
    (from) => `bytes ${from}-${size - 1}/${size}`,
    (from) => text(600).subarray(0, size - from),
  ],
  [
    "is another length",
    (from) => `bytes ${from}-${size - 1}/${size}`,
    (from) => text(600).subarray(from, size - 20),
  ],
  [
    "is compressed though that was not accepted",
    (from) => `bytes ${from}-${size - 1}/${size}`,
    (from) => gzipSync(text(600).subarray(from)),
    { "content-encoding": "gzip" },
  ],
  ["ends before it begins", (from) => `bytes ${from}-${from - 1}/${size}`, () => Buffer.alloc(0)],
];

describe("a range that is not what was requested", () => {
  it.each(wrongRanges)("is discarded where it %s", (_name, range, bytes, headers) =>
    withStored(
      (request, response, whole) => {
        const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? -1);
        if (from < 0 || whole.length < size) return sendWhole(request, response, whole);
        const said = range(from);
        response.writeHead(206, { ...plain, ...(said ? { "content-range": said } : {}), ...headers });
        response.end(bytes(from));
      },
      async ({ service, trace, generation }) => {
        service.traces.set(5, text(600));
        endJob(service);
        expect((await trace.follow(generation)).equals(text(600))).toBe(true);
        expect(await trace.state()).toMatchObject({ generation, size, complete: true });
      },
    ),
  );

  it("begins another generation where a part is longer than declared", () =>
    withStored(
      (request, response, whole) => {
        const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? -1);
        if (from < 0) return sendWhole(request, response, whole);
        response.writeHead(206, { ...plain, "content-range": `bytes ${from}-${size - 1}/${size}` });
        response.write(whole.subarray(from, size - 5));
        setTimeout(() => response.end(Buffer.alloc(50, 120)), 50);
      },
      async ({ service, trace, generation }) => {
        service.traces.set(5, text(600));
        endJob(service);
        await trace.follow(generation);
        await expect
          .poll(async () => (await trace.follow((await trace.state()).generation)).equals(text(600)), {
            timeout: 20_000,
          })
          .toBe(true);
      },
    ));
});

describe("a trace that was replaced", () => {
  const followNext = async ({ service, trace, generation }: Followed, bytes: Buffer | null) => {
    const follower = trace.follow(generation);
    if (bytes) service.traces.set(5, bytes);
    else service.traces.delete(5);
    endJob(service);
    expect(
      text(500)
        .subarray(0, 100)
        .equals((await follower).subarray(0, 100)),
    ).toBe(true);
    const next = await trace.state();
    expect(next.generation).not.toBe(generation);
    expect((await trace.read("sections", { generation })).status).toBe(409);
    const read = await trace.follow(next.generation);
    expect(await trace.state()).toMatchObject({ generation: next.generation, complete: true, problem: null });
    return read;
  };

  describe.each([
    ["whole", sendWhole],
    ["in parts", sendPart],
  ] as const)("sent %s", (_name, send) => {
    it.each([
      ["rewritten", text(500, 9000)],
      ["rewritten and longer", text(700, 9000)],
      ["shorter", text(200)],
      ["only a few bytes", Buffer.from("li")],
    ])("begins another generation when it is %s", (_change, bytes) =>
      withStored(send, async (followed) => {
        expect((await followNext(followed, bytes)).equals(bytes)).toBe(true);
        const files = readdirSync(join(host.folder, "traces"));
        expect(files.filter((name) => name.endsWith(".log"))).toHaveLength(1);
      }),
    );

    it("is empty once it was erased", () =>
      withStored(send, async (followed) => {
        expect((await followNext(followed, null)).length).toBe(0);
      }));
  });

  it.each([
    ["an empty body", (response) => response.writeHead(200, plain).end()],
    ["no content", (response) => response.writeHead(204).end()],
  ] as const satisfies readonly [string, (response: Parameters<TraceService["send"]>[1]) => unknown][])(
    "is erased with %s as well",
    (_name, end) =>
      withStored(sendWhole, async (followed) => {
        followed.service.send = (_request, response) => end(response);
        expect((await followNext(followed, text(1))).length).toBe(0);
      }),
  );

  it("is noticed when it was complete: the next read begins another generation", () =>
    withStored(sendWhole, async ({ service, trace, generation }) => {
      endJob(service);
      await trace.follow(generation);
      expect((await trace.state()).complete).toBe(true);
      service.traces.delete(5);
      await expect.poll(async () => (await trace.state()).generation).not.toBe(generation);
      await expect.poll(() => trace.state()).toMatchObject({ size: 0, complete: true });
    }));

  it("is removed when the account may not see the job any more", () =>
    withStored(sendWhole, async ({ service, trace, generation }) => {
      service.traces.delete(5);
      service.jobs.delete(5);
      await trace.follow(generation);
      const refused = await host.request(`${trace.path}/follow`);
      expect([refused.status, problem.parse(await refused.json()).code]).toEqual([404, "not_found"]);
      expect((await trace.read("sections", { generation })).status).toBe(409);
    }));
});

describe("a response that is not a trace", () => {
  const page = "<!doctype html><html><title>Sign in</title></html>";
  const imposters: readonly [string, string, TraceService["send"]][] = [
    [
      "a web page",
      "bad_response",
      (_r, response) => response.writeHead(200, { "content-type": "text/html" }).end(page),
    ],
    [
      "a web page without a type",
      "bad_response",
      (_r, response) => response.writeHead(200).end(page.padEnd(90_000)),
    ],
    [
      "a JSON error",
      "bad_response",
      (_r, response) => response.writeHead(200, { "content-type": "application/json" }).end("{}"),
    ],
    [
      "a part nobody requested",
      "bad_response",
      (_r, response) => response.writeHead(206, { ...plain, "content-range": "bytes 0-1/9" }).end("li"),
    ],
    ["not modified", "bad_response", (_r, response) => response.writeHead(304).end()],
    [
      "a redirect to a login page",
      "bad_response",
      (_r, response) => response.writeHead(302, { location: "/users/sign_in" }).end(),
    ],
    ["a refusal", "forbidden", (_r, response) => response.writeHead(403, plain).end("403 Forbidden")],
    ["an error", "unavailable", (_r, response) => response.writeHead(500, plain).end("500")],
    [
      "damaged gzip",
      "bad_response",
      (_r, response) => response.writeHead(200, { ...plain, "content-encoding": "gzip" }).end("no gzip"),
    ],
  ];

  it.each(imposters)("is neither stored nor shown: %s", (_name, code, send) =>
    withStored(sendWhole, async ({ service, trace, generation }) => {
      service.send = send;
      expect((await trace.follow(generation)).equals(text(500))).toBe(true);
      expect(await trace.state()).toMatchObject({
        generation,
        size: text(500).length,
        complete: false,
        problem: { code },
      });
      service.send = sendWhole;
      endJob(service);
      service.traces.set(5, text(501));
      const rest = await trace.follow(generation, text(500).length);
      expect(rest.equals(text(1, 500))).toBe(true);
      expect((await trace.state()).problem).toBe(null);
    }),
  );

  it.each(imposters)("is the problem where nothing is stored: %s", async (_name, code, send) => {
    await using service = await traceService();
    service.send = send;
    service.jobs.set(5, endedJob);
    service.traces.set(5, text(9));
    await using job = await tracedJob(service);
    const refused = await host.request(`${job.trace.path}/follow`);
    expect([refused.ok, problem.parse(await refused.json()).code]).toEqual([false, code]);
  });
});

describe("a transfer that breaks off", () => {
  it.each([true, false])("resumes where it broke off; parts: %s", async (parts) => {
    await using service = await traceService();
    const whole = text(40_000);
    let breaks = 6;
    service.jobs.set(5, endedJob);
    service.traces.set(5, whole);
    service.send = (request, response, bytes) => {
      const from = parts ? Number(/\d+/.exec(request.headers.range ?? "")?.[0] ?? 0) : 0;
      const end = breaks-- > 0 ? (7 - breaks) * 100_000 : bytes.length;
      response.writeHead(from ? 206 : 200, {
        ...plain,
        "content-length": String(bytes.length - from),
        ...(from ? { "content-range": `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {}),
      });
      response.write(bytes.subarray(from, end), () => {
        if (end < bytes.length) response.socket?.resetAndDestroy();
        else response.end();
      });
    };
    await using job = await tracedJob(service);
    const { trace } = job;
    const { generation } = await trace.state();
    expect((await trace.follow(generation)).equals(whole)).toBe(true);
    expect(await trace.state()).toMatchObject({ generation, complete: true, problem: null });
  });

  it("is not taken for the end where the connection does not show one", async () => {
    await using service = await traceService();
    service.jobs.set(5, endedJob);
    service.traces.set(5, text(300));
    let reads = 0;
    service.send = (_request, response, bytes) => {
      // Neither a length nor chunks: the end of the connection is the end of the body.
      const part = reads++ === 0 ? bytes.subarray(0, 2000) : bytes;
      response.socket?.end(
        Buffer.concat([Buffer.from("HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n"), part]),
      );
      response.destroy();
    };
    await using job = await tracedJob(service);
    const { trace } = job;
    const { generation } = await trace.state();
    expect((await trace.follow(generation)).equals(text(300))).toBe(true);
    expect(reads).toBeGreaterThan(2);
  });
});

it.runIf(existsSync("/dev/full"))("says that the disk is full, and keeps what is there", async () => {
  await using service = await traceService();
  service.jobs.set(5, runningJob);
  await using job = await tracedJob(service);
  const { trace } = job;
  const { generation } = await trace.state();
  await new Promise((resolve) => setTimeout(resolve, 150));
  const path = join(host.folder, "traces", `${generation}.log`);
  unlinkSync(path);
  symlinkSync("/dev/full", path);
  service.traces.set(5, text(9));
  expect((await trace.follow(generation)).length).toBe(0);
  const refused = await host.request(`${trace.path}/follow`);
  expect(problem.parse(await refused.json())).toMatchObject({
    code: "too_large",
    message: expect.stringContaining("disk is full"),
    retry: true,
  });
  unlinkSync(path);
  endJob(service);
  // The file is opened again once nobody has followed for a while.
  await new Promise((resolve) => setTimeout(resolve, 300));
  await expect
    .poll(async () => (await trace.follow(generation)).equals(text(9)), { timeout: 20_000 })
    .toBe(true);
});
