import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { hostInFolder } from "../testing/host-in-folder.ts";
import { type MockHandler, mockService } from "../testing/mock-service.ts";

const path = "/projects/1/merge_requests/2/versions/3";
const type = { "content-type": "application/json" };

/** A host with one account at a service whose version is sent by `handler`. */
async function setUp(handler: MockHandler) {
  const service = await mockService((request, response, raw) =>
    request.path.endsWith(path) ? handler(request, response, raw) : undefined,
  );
  const host = hostInFolder();
  const { id } = await host.addAccount(service.url);
  return {
    service,
    call: () => host.request(`/accounts/${id}/operations${path}`),
    async [Symbol.asyncDispose]() {
      await host[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** In the contract's shape, so that it is passed on as it is; of which the long list comes first. */
const whole = JSON.stringify({
  diffs: Array.from({ length: 300 }, (_, index) => ({
    diff: "y".repeat(400),
    old_path: `${index}`,
    new_path: `${index}`,
    a_mode: "100644",
    b_mode: "100644",
    new_file: false,
    renamed_file: false,
    deleted_file: false,
  })),
  id: 3,
  head_commit_sha: "a",
  base_commit_sha: "b",
  start_commit_sha: "b",
  created_at: "2026-01-01T00:00:00Z",
  merge_request_id: 9,
  state: "collected",
  commits: [],
});
// After an entry, which is passed on with its last byte.
const middle = whole.indexOf("},", 60_000) + 1;
const [start, end] = [whole.slice(0, middle), whole.slice(middle)];

describe("a streamed response", () => {
  it("is passed on as it arrives, and cached once it is whole", async () => {
    let goOn = () => {};
    await using setup = await setUp((_, response) => {
      response.writeHead(200, type).write(start);
      goOn = () => response.end(end);
    });
    const response = await setup.call();
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (reader && text.length < start.length) text += (await reader.read()).value ?? "";
    expect(text).toBe(start);
    goOn();
    for (let more = await reader?.read(); more && !more.done; more = await reader?.read()) text += more.value;
    expect(text).toBe(whole);
    await setup.service.stop();
    const offline = await setup.call();
    expect(offline.headers.get("helve-source")).toBe("cache");
    expect(await offline.text()).toBe(whole);
  });

  it("is requested again where it breaks before anything was passed on", async () => {
    let tries = 0;
    await using setup = await setUp((_, response, raw) => {
      response.writeHead(200, type);
      if (++tries === 3) return response.end(whole);
      if (tries === 2) response.write(start.slice(0, 1_000));
      else response.flushHeaders();
      setTimeout(() => raw.socket.destroy(), 5);
    });
    expect(await (await setup.call()).text()).toBe(whole);
    expect(tries).toBe(3);
  });

  it("fails where it breaks later, and is not cached", async () => {
    await using setup = await setUp((_, response, raw) => {
      response.writeHead(200, type).write(start);
      setTimeout(() => raw.socket.destroy(), 20);
    });
    const response = await setup.call();
    expect(response.status).toBe(200);
    await expect(response.text().then((text) => text.length)).rejects.toThrow();
    await setup.service.stop();
    expect((await setup.call()).status).toBe(503);
  });

  it("is decompressed on the way, also where it is cut off", async () => {
    const numbers = Array.from({ length: 9_000 }, () => Math.random());
    const packed = gzipSync(JSON.stringify({ id: 3, head_commit_sha: "a", numbers }));
    let cut = packed.length;
    await using setup = await setUp((_, response) => {
      response.writeHead(200, { ...type, "content-encoding": "gzip" }).end(packed.subarray(0, cut));
    });
    expect((await (await setup.call()).text()).length).toBeGreaterThan(100_000);
    cut -= 1_000;
    const broken = await setup.call();
    await expect(broken.text().then((text) => text.length)).rejects.toThrow();
  });
});
