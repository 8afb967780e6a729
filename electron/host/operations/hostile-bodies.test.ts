import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { hostHeaders, listGap } from "../../../shared/host/accounts.ts";
import { problem } from "../../../shared/problem.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";
import { branchOf, type MockHandler, mockService, sendJson } from "../testing/mock-service.ts";

const mebibyte = 1024 * 1024;
const json = { "content-type": "application/json" };

async function setUp(handler: MockHandler) {
  const service = await mockService((request, response, raw) =>
    request.path.includes("/projects") ? handler(request, response, raw) : undefined,
  );
  const host = hostInFolder();
  const { id } = await host.addAccount(service.url);
  const call = (path: string) => host.request(`/accounts/${id}/operations/projects/1${path}`);
  return {
    call,
    refusal: async (path: string) => problem.parse(await (await call(path)).json()),
    async [Symbol.asyncDispose]() {
      await host[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** A list of one branch with a name of this many bytes of one letter. */
const longList = (bytes: number) => Buffer.from(`[{"name":"${"x".repeat(bytes)}"}]`);

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Bytes of buffers after a collection. */
async function buffered(): Promise<number> {
  for (let times = 0; times < 3; times++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return process.memoryUsage().arrayBuffers;
}

/** Runs `work`; returns the most bytes of buffers meanwhile and those that are left, beyond those before. */
async function measure(work: () => Promise<unknown>): Promise<{ highest: number; left: number }> {
  const before = await buffered();
  let highest = 0;
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().arrayBuffers - before);
  }, 10);
  await work();
  clearInterval(timer);
  // What is written to the cache meanwhile is still in memory.
  let left = (await buffered()) - before;
  for (let times = 0; left > mebibyte && times < 30; times++) left = (await buffered()) - before;
  return { highest, left };
}

describe("a compressed bomb", () => {
  const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
  const long = longList(120 * mebibyte);
  const bombs = {
    gzip: gzipSync(long, { level: 1 }),
    br: brotliCompressSync(long, fast),
    zstd: zstdCompressSync(long),
    "gzip, gzip": gzipSync(gzipSync(long, { level: 1 })),
  };
  // A record, a list, a file as JSON, the changes of a merge request as a stream, and an error.
  const paths = ["", "/repository/branches", "/repository/files/a?ref=main", "/merge_requests/1/versions/2"];

  it.each(Object.entries(bombs))(
    "of %s is refused by its size, and nothing of it stays",
    async (encoding, bomb) => {
      expect(bomb.byteLength).toBeLessThan(mebibyte);
      await using setup = await setUp((_request, response) =>
        response.writeHead(200, { ...json, "content-encoding": encoding }).end(bomb),
      );
      const { highest, left } = await measure(async () => {
        for (const path of [...paths, "/repository/branches?helve-pages=all"]) {
          // Without a kind that is wrong from its first letter.
          const response = await setup.call(path);
          if (response.status === 200) {
            await expect(response.arrayBuffer(), path).rejects.toThrow();
            continue;
          }
          const found = problem.parse(await response.json());
          expect(["too_large", "bad_response"], path).toContain(found.code);
          if (path.startsWith("/repository/branches")) {
            expect(found).toMatchObject({ code: "too_large", changed: "no", retry: true });
            expect(found.message).toMatch(/larger than \d+ MB/);
            expect(found.operation).toContain("branches");
          }
        }
      });
      expect(highest).toBeLessThan(60 * mebibyte);
      expect(left).toBeLessThan(8 * mebibyte);
    },
  );

  it("of many pages ends a whole list, which says how much of it came", async () => {
    const page = (number: number) =>
      gzipSync(
        JSON.stringify(
          Array.from({ length: 50 }, (_, at) => ({ name: `b${number * 50 + at}`, x: "x".repeat(80_000) })),
        ),
      );
    const pages = new Map<number, Buffer>();
    await using setup = await setUp((request, response) => {
      const number = Number(new URL(request.path, "http://x").searchParams.get("page") ?? 1);
      const body = pages.get(number) ?? page(number);
      pages.set(number, body);
      response
        .writeHead(200, {
          ...json,
          "content-encoding": "gzip",
          "x-total": "5000",
          "x-total-pages": "100",
          "x-per-page": "50",
        })
        .end(body);
    });
    const list = { gap: "", entries: 0 };
    const { left } = await measure(async () => {
      const response = await setup.call("/repository/branches?helve-pages=all");
      list.gap = decodeURIComponent(response.headers.get(hostHeaders.gap) ?? "");
      list.entries = ((await response.json()) as unknown[]).length;
    });
    const gap = listGap.parse(JSON.parse(list.gap));
    expect(gap).toMatchObject({ reason: "too_large", have: list.entries, total: 5000 });
    expect(list.entries).toBeGreaterThan(500);
    expect(list.entries).toBeLessThan(1000);
    expect(left).toBeLessThan(8 * mebibyte);
  });

  it("of an error is read as far as its words", async () => {
    const words = gzipSync(JSON.stringify({ message: "x".repeat(20 * mebibyte) }), { level: 1 });
    await using setup = await setUp((_request, response) =>
      response.writeHead(400, { ...json, "content-encoding": "gzip" }).end(words),
    );
    const found = await setup.refusal("/repository/branches");
    expect([found.code, found.message.length < 3000]).toEqual(["invalid_input", true]);
  });
});

describe("a response that is too large without compression", () => {
  it("is refused: bytes, values, and brackets within each other", async () => {
    const body = { value: Buffer.alloc(0) };
    await using setup = await setUp((_request, response) => response.writeHead(200, json).end(body.value));
    body.value = longList(33 * mebibyte);
    expect(await setup.refusal("/repository/branches")).toMatchObject({
      code: "too_large",
      message: expect.stringContaining("larger than 32 MB"),
    });
    body.value = Buffer.from(`[${'{"name":"x"},'.repeat(1_100_000)}{"name":"x"}]`);
    expect(await setup.refusal("/repository/branches")).toMatchObject({
      code: "too_large",
      message: expect.stringContaining("2 million values"),
    });
    body.value = Buffer.from("[".repeat(200_000) + "]".repeat(200_000));
    expect(await setup.refusal("/repository/branches")).toMatchObject({
      code: "bad_response",
      message: expect.stringContaining("nested too deeply"),
    });
  });

  it("is refused also as an error of many brackets", async () => {
    await using setup = await setUp((_request, response) =>
      response.writeHead(400, json).end("[".repeat(30_000) + "]".repeat(30_000)),
    );
    expect(await setup.refusal("/repository/branches")).toMatchObject({ code: "invalid_input" });
  });
});

describe("what is large and honest", () => {
  it("comes through: a list of a service that does not page, and a file that compresses well", async () => {
    const all = Array.from({ length: 100_000 }, (_, id) => ({
      id,
      name: `b${id}`,
      mode: "100644",
      type: "blob",
    }));
    const zeros = Buffer.alloc(80 * mebibyte);
    const packed = gzipSync(zeros, { level: 1 });
    await using setup = await setUp((request, response) => {
      if (request.path.includes("/branches")) return sendJson(response, all);
      response
        .writeHead(200, { "content-type": "application/octet-stream", "content-encoding": "gzip" })
        .end(packed);
    });
    const list = await setup.call("/repository/branches?helve-pages=all");
    expect([await list.json(), list.headers.get(hostHeaders.gap)]).toEqual([
      expect.objectContaining({ length: 100_000 }),
      null,
    ]);
    const file = await setup.call("/repository/archive.zip");
    let size = 0;
    for await (const chunk of file.body ?? []) size += chunk.byteLength;
    expect(size).toBe(zeros.byteLength);
  });
});

describe("an encoding", () => {
  const body = Buffer.from(JSON.stringify([branchOf("main")]));
  const encoded: readonly (readonly [string, Buffer])[] = [
    ["gzip", gzipSync(body)],
    ["GZIP", gzipSync(body)],
    ["x-gzip", gzipSync(body)],
    ["deflate", deflateSync(body)],
    ["br", brotliCompressSync(body)],
    ["zstd", zstdCompressSync(body)],
    ["gzip, br", brotliCompressSync(gzipSync(body))],
    ["gzip, gzip", gzipSync(gzipSync(body))],
    ["identity", body],
    ["identity, gzip", gzipSync(body)],
  ];

  it.each(encoded)("of %s is decoded", async (encoding, bytes) => {
    await using setup = await setUp((_request, response) =>
      response.writeHead(200, { ...json, "content-encoding": encoding }).end(bytes),
    );
    expect(await (await setup.call("/repository/branches")).json()).toEqual([branchOf("main")]);
  });

  const wrong: readonly (readonly [string, Buffer])[] = [
    ["compress", body],
    ["aws-chunked", body],
    ["gzip, gzip", gzipSync(body)],
    ["br", gzipSync(body)],
    ["zstd", gzipSync(body)],
    ["gzip, gzip, gzip, gzip", gzipSync(gzipSync(gzipSync(gzipSync(body))))],
  ];

  it.each(wrong)(
    "of %s that cannot be decoded is a problem that says so, for files too",
    async (encoding, bytes) => {
      await using setup = await setUp((request, response) =>
        response
          .writeHead(200, {
            ...(request.path.includes("archive") ? { "content-type": "application/zip" } : json),
            "content-encoding": encoding,
          })
          .end(bytes),
      );
      for (const path of ["/repository/branches", "/repository/archive.zip"]) {
        const found = await setup.refusal(path);
        expect([path, found.code, found.retry, found.changed]).toEqual([path, "bad_response", true, "no"]);
        expect(found.message).toMatch(/encoded in a way|cannot be read/);
      }
    },
  );
});

it("reports a file that breaks in its first bytes as a problem, after it was requested again", async () => {
  let tries = 0;
  await using setup = await setUp((_request, response, raw) => {
    tries++;
    response.writeHead(200, { "content-type": "application/zip" });
    response.write("PK", () => raw.socket.destroy());
  });
  expect(await setup.refusal("/repository/archive.zip")).toMatchObject({ code: "unavailable", retry: true });
  expect(tries).toBe(4);
});
