import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cachePath } from "./cache.mjs";
import {
  type Behaviour,
  closedAfter,
  type Mirror,
  redirectTo,
  slow,
  stalledAfter,
  startMirror,
  status,
  truncated,
  whole,
} from "./testing/mirror.ts";
import { createTestProject } from "./testing/test-project.ts";

let project: ReturnType<typeof createTestProject>;
const mirrors: Mirror[] = [];
beforeEach(() => {
  project = createTestProject();
});
afterEach(async () => {
  await Promise.all(mirrors.splice(0).map((mirror) => mirror.close()));
  project.remove();
  // A folder with a copy of an app in it takes its time to be removed on a busy machine.
}, 60_000);

async function mirrorOf(bytes: Buffer, ...behaviours: Behaviour[]): Promise<Mirror> {
  const mirror = await startMirror(bytes, ...behaviours);
  mirrors.push(mirror);
  return mirror;
}

const last = async (mirror: Mirror, ...flags: string[]) => (await project.fetch(mirror.url, ...flags)).at(-1);

test("a slow download reports its source and progress, and ends with the executable", async () => {
  const mirror = await mirrorOf(project.archive, slow);
  const messages = await project.fetch(mirror.url);
  expect(messages[0]).toMatchObject({
    type: "source",
    url: `${mirror.url}v45.0.0/${project.file}`,
  });
  const progress = messages.filter(({ type }) => type === "progress");
  expect(progress.length).toBeGreaterThan(5);
  expect(progress.at(-1)).toMatchObject({ received: project.archive.length, total: project.archive.length });
  expect(messages.at(-1)).toEqual({ type: "done", path: project.executable });
  expect(readFileSync(project.executable, "utf8")).toContain("a program");
});

test("what is in Electron's cache is unpacked, and nothing is requested", async () => {
  const mirror = await mirrorOf(project.archive, status(500));
  // The folder of a source is the hash that @electron/get makes; a zip that was put there by hand is found.
  process.env.electron_config_cache = project.cache;
  const cached = cachePath(`${mirror.url}v45.0.0/${project.file}`, project.file);
  delete process.env.electron_config_cache;
  mkdirSync(join(cached, ".."), { recursive: true });
  writeFileSync(cached, project.archive);
  expect(await last(mirror)).toMatchObject({ type: "done" });
  expect(mirror.requests).toEqual([]);
});

test("a connection that is closed installs nothing, and the next start downloads the whole", async () => {
  const mirror = await mirrorOf(project.archive, closedAfter(50_000), whole);
  expect(await last(mirror)).toMatchObject({ type: "failed", kind: "network" });
  expect(project.isInstalled()).toBe(false);
  expect(globSync("**/*.zip", { cwd: project.cache })).toEqual([]);
  expect(await last(mirror)).toMatchObject({ type: "done" });
});

test("a source that sends nothing more is given up", async () => {
  const mirror = await mirrorOf(project.archive, stalledAfter(50_000));
  expect(await last(mirror, "--stall=300")).toMatchObject({
    type: "failed",
    kind: "network",
    message: "No data arrived for 0.3 seconds.",
  });
  expect(project.isInstalled()).toBe(false);
});

test("a file that was truncated without a word, or exchanged, is not installed", async () => {
  const cut = await mirrorOf(project.archive, truncated);
  expect(await last(cut)).toMatchObject({ type: "failed", kind: "checksum" });
  const exchanged = Buffer.from(project.archive);
  exchanged[1_000] = (exchanged[1_000] ?? 0) ^ 1;
  const wrong = await mirrorOf(exchanged, whole);
  expect(await last(wrong)).toMatchObject({ type: "failed", kind: "checksum" });
  expect(project.isInstalled()).toBe(false);
  // Nothing of it is stored, and the next start tries again.
  expect(globSync("**/*.zip", { cwd: project.cache })).toEqual([]);
  expect(await last(await mirrorOf(project.archive, whole))).toMatchObject({ type: "done" });
});

test("a redirect is followed", async () => {
  const target = await mirrorOf(project.archive, whole);
  const mirror = await mirrorOf(project.archive, redirectTo(target.url));
  expect(await last(mirror)).toMatchObject({ type: "done" });
  expect(target.requests).toHaveLength(1);
});

test("a refusal is stored for its source; --insist and another source request again", async () => {
  const mirror = await mirrorOf(project.archive, status(403));
  expect(await last(mirror)).toMatchObject({
    type: "failed",
    kind: "refused",
    message: "It responded with 403 Forbidden.",
    cache: expect.stringContaining(project.cache),
  });
  expect(await last(mirror)).toMatchObject({ kind: "remembered" });
  expect(mirror.requests).toHaveLength(1);
  expect(await last(mirror, "--insist")).toMatchObject({ kind: "refused" });
  expect(mirror.requests).toHaveLength(2);
  const other = await mirrorOf(project.archive, whole);
  expect(await last(other)).toMatchObject({ type: "done" });
  expect(existsSync(join(project.notes, "electron-refused.json"))).toBe(false);
});

test("an unreachable source is not a refusal: the next start requests again", async () => {
  const mirror = await mirrorOf(project.archive, status(503), whole);
  expect(await last(mirror)).toMatchObject({
    kind: "network",
    message: "It responded with 503 Service Unavailable.",
  });
  expect(existsSync(join(project.notes, "electron-refused.json"))).toBe(false);
  const gone = await startMirror(project.archive, whole);
  await gone.close();
  expect(await last(gone)).toMatchObject({ kind: "network", message: "The connection was refused." });
});
