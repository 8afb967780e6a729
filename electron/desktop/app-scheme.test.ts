import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contentSecurityPolicy } from "../host/page/page-assets.ts";
import { createAppHandler, forwardAbort } from "./app-scheme.ts";

describe("app handler", async () => {
  const folder = mkdtempSync(join(tmpdir(), "helve-handler-"));
  const page = join(folder, "page");
  beforeAll(() => {
    mkdirSync(join(page, "assets"), { recursive: true });
    writeFileSync(join(page, "index.html"), "<title>Helve</title>");
    writeFileSync(join(page, "assets", "main-1a2b.js"), "export {}");
    writeFileSync(join(folder, "secret.txt"), "secret");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const handle = createAppHandler({
    page,
    startData: () => ({ documents: {} }),
    firstFrame: { draw: async () => null, read: async () => [] },
    handle: async (request) =>
      Response.json({ url: request.url, method: request.method, body: await request.text() }),
  });
  const send = (path: string, init?: RequestInit) => handle(new Request(`app://helve${path}`, init));

  test("files of the page carry the policy; a route of the app gets the index", async () => {
    for (const path of ["/", "/a/local/projects", "/index.html"]) {
      const response = await send(path);
      expect(await response.text()).toBe("<title>Helve</title>");
      expect(response.headers.get("content-security-policy")).toBe(contentSecurityPolicy);
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    }
    const script = await send("/assets/main-1a2b.js");
    expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(script.headers.get("cache-control")).toContain("immutable");
  });

  test("no path leaves the page's folder", async () => {
    for (const path of ["/..%2fsecret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"]) {
      expect(await (await send(path)).text()).not.toContain("secret");
    }
  });

  test("the host's routes come without the prefix, their encoding as it was sent", async () => {
    const response = await send("/-/accounts/a/operations/projects/g%2Fp?search=a%20b", {
      method: "POST",
      body: "{}",
      headers: { origin: "app://helve" },
    });
    expect(await response.json()).toEqual({
      url: "app://helve/accounts/a/operations/projects/g%2Fp?search=a%20b",
      method: "POST",
      body: "{}",
    });
  });

  test("another host or origin is refused", async () => {
    expect((await handle(new Request("app://other/-/accounts"))).status).toBe(403);
    expect((await handle(new Request("app://helve.example/-/accounts"))).status).toBe(403);
    for (const origin of ["https://example.com", "null", "app://other"]) {
      expect((await send("/-/accounts", { headers: { origin } })).status).toBe(403);
    }
  });

  test("below the prefix nothing is run, styled with or framed", async () => {
    const as = (dest: string, path = "/-/accounts") => send(path, { headers: { "sec-fetch-dest": dest } });
    for (const dest of ["script", "style", "worker", "iframe", "object", "embed"]) {
      const refused = await as(dest);
      expect(refused.status, dest).toBe(403);
      expect(refused.headers.get("x-content-type-options")).toBe("nosniff");
    }
    for (const dest of ["empty", "image", "video", "font"]) expect((await as(dest)).status, dest).toBe(200);
    expect((await as("script", "/assets/main-1a2b.js")).status).toBe(200);
  });
});

const request = (init?: RequestInit) => new Request("app://helve/events", init);

/** A host whose response never ends. */
function endlessHost() {
  const seen: { signal?: AbortSignal; pulls: number; cancelled: unknown } = { pulls: 0, cancelled: null };
  const handle = async (inner: Request) => {
    seen.signal = inner.signal;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(stream) {
          seen.pulls++;
          stream.enqueue(Uint8Array.of(seen.pulls));
        },
        cancel(reason) {
          seen.cancelled = reason;
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { status: 206, headers: { "x-host": "yes" } });
  };
  return { seen, handle };
}

test("a body that the page cancels aborts the host's signal", async () => {
  const { seen, handle } = endlessHost();
  const response = await forwardAbort(request(), handle);
  const reader = response.body?.getReader();
  expect(await reader?.read()).toEqual({ done: false, value: Uint8Array.of(1) });
  expect(seen.signal?.aborted).toBe(false);
  await reader?.cancel("gone");
  expect(seen.signal?.aborted).toBe(true);
  expect(seen.signal?.reason).toBe("gone");
  expect(seen.cancelled).toBe("gone");
});

test("status, headers and bytes are forwarded, and nothing is read ahead", async () => {
  const { seen, handle } = endlessHost();
  const response = await forwardAbort(request(), handle);
  expect(response.status).toBe(206);
  expect(response.headers.get("x-host")).toBe("yes");
  expect(seen.pulls).toBe(0);
  const whole = await forwardAbort(request(), async () => new Response("whole"));
  expect(await whole.text()).toBe("whole");
});

test("a cancel after the host's stream has failed with the abort is not an error", async () => {
  const response = await forwardAbort(request(), async ({ signal }) => {
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => signal.addEventListener("abort", () => stream.error(signal.reason)),
    });
    return new Response(body);
  });
  await expect(response.body?.cancel(new Error("gone"))).resolves.toBeUndefined();
});

test("a response without a body stays as it is", async () => {
  const response = await forwardAbort(request(), async () => new Response(null, { status: 204 }));
  expect(response.status).toBe(204);
  expect(response.body).toBeNull();
});

test("an aborted signal reaches the host, also before the request", async () => {
  const controller = new AbortController();
  const signals: AbortSignal[] = [];
  const handle = async (inner: Request) => {
    signals.push(inner.signal);
    return new Response("x");
  };
  await forwardAbort(request({ signal: controller.signal }), handle);
  controller.abort();
  await forwardAbort(request({ signal: controller.signal }), handle);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

test("a body that was sent reaches the host whole", async () => {
  const sent = request({ method: "POST", body: new Blob(["a".repeat(100_000)]) });
  const response = await forwardAbort(
    sent,
    async (inner) => new Response((await inner.text()).length.toString()),
  );
  expect(await response.text()).toBe("100000");
});
