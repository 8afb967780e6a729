import { afterEach, beforeEach, expect, test } from "vitest";
import { type Behaviour, type Mirror, startMirror, status, whole } from "./testing/mirror.ts";
import { createTestProject } from "./testing/test-project.ts";

let project: ReturnType<typeof createTestProject>;
let mirror: Mirror;
beforeEach(() => {
  project = createTestProject();
});
afterEach(async () => {
  await mirror.close();
  project.remove();
});
const serve = async (...behaviours: Behaviour[]) => {
  mirror = await startMirror(project.archive, ...behaviours);
};
const choose = (options: object) => project.choose(mirror.url, options);

test("the browser shell never requests Electron", async () => {
  await serve(whole);
  expect((await choose({ wanted: "browser" })).output).toContain('{"electron":null,"downloads":false}');
  expect(mirror.requests).toEqual([]);
});

test("a quick download opens the desktop app, and the next start finds it", async () => {
  await serve(whole);
  const first = await choose({ headStartMs: 60_000 });
  expect(first.output).toContain(`Downloading Electron 45.0.0 from ${mirror.url}`);
  expect(first.output).toContain(JSON.stringify({ electron: project.executable, downloads: false }));
  const second = await choose({});
  expect(second.output).not.toContain("Downloading");
  expect(second.output).toContain(JSON.stringify({ electron: project.executable, downloads: false }));
});

test("a long download continues beside the browser shell", async () => {
  // The second half comes after the head start.
  await serve((_request, response, bytes) => {
    response.writeHead(200, { "content-length": bytes.length });
    response.write(bytes.subarray(0, bytes.length / 2));
    setTimeout(() => response.end(bytes.subarray(bytes.length / 2)), 4_000);
  });
  const { output } = await choose({ headStartMs: 1_500 });
  expect(output).toContain("it will be there at the next start");
  expect(output).toContain('{"electron":null,"downloads":true}');
  expect(output).toContain(JSON.stringify({ path: project.executable }));
});

test("a failure opens the browser shell with a reason; --shell desktop ends with what helps", async () => {
  await serve(status(403));
  const usual = await choose({ headStartMs: 60_000 });
  expect(usual.output).toContain("its source refused (It responded with 403 Forbidden.)");
  expect(usual.output).toContain('{"electron":null,"downloads":false}');
  const again = await choose({ headStartMs: 60_000 });
  expect(again.output).toContain("refused within the last day");
  expect(mirror.requests).toHaveLength(1);
  const insisted = await choose({ wanted: "desktop" });
  expect(insisted.code).toBe(1);
  expect(mirror.requests).toHaveLength(2);
  for (const help of [
    "HTTPS_PROXY",
    "ELECTRON_MIRROR",
    "ELECTRON_OVERRIDE_DIST_PATH",
    project.cache,
    project.file,
  ]) {
    expect(insisted.output).toContain(help);
  }
});
