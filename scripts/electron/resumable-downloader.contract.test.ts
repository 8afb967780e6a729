import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cachePath } from "./cache.mjs";
import { ResumableDownloader } from "./resumable-downloader.mjs";
import { type Mirror, slow, stalledAfter, startMirror, whole } from "./testing/mirror.ts";

const bytes = randomBytes(300_000);
let folder = "";
let mirror: Mirror;
const before = process.env.electron_config_cache;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "helve-resume-"));
  process.env.electron_config_cache = folder;
});
afterEach(async () => {
  await mirror.close();
  rmSync(folder, { recursive: true, force: true });
  if (before === undefined) delete process.env.electron_config_cache;
  else process.env.electron_config_cache = before;
});

const target = () => join(folder, "electron.zip");
const download = (stallMs: number) =>
  new ResumableDownloader({ report: () => undefined, stallMs }).download(
    `${mirror.url}v1/electron.zip`,
    target(),
  );

test("a download without a byte for the time limit is given up, and continued later", async () => {
  mirror = await startMirror(bytes, stalledAfter(100_000), whole);
  await expect(download(300)).rejects.toMatchObject({
    kind: "stalled",
    message: "No data arrived for 0.3 seconds.",
  });
  await download(10_000);
  expect(readFileSync(target())).toEqual(bytes);
  expect(mirror.requests[0]).toBe("whole");
  expect(mirror.requests[1]).toMatch(/^bytes=[1-9]\d*-$/);
});

test("a server that accepts the request and sends nothing at all is given up as well", async () => {
  mirror = await startMirror(bytes, () => undefined);
  await expect(download(300)).rejects.toMatchObject({ kind: "stalled" });
});

test("a slow download that continues is not aborted", async () => {
  // Twenty steps of 20 ms take longer than the limit; no pause between two of them does.
  mirror = await startMirror(bytes, slow);
  await download(2_000);
  expect(readFileSync(target())).toEqual(bytes);
});

test("a range that the server does not have restarts the download", async () => {
  mirror = await startMirror(
    bytes,
    stalledAfter(100_000),
    (_request, response) => response.writeHead(416).end(),
    whole,
  );
  await expect(download(300)).rejects.toMatchObject({ kind: "stalled" });
  await download(10_000);
  expect(readFileSync(target())).toEqual(bytes);
  expect(mirror.requests[2]).toBe("whole");
});

test("two starts do not write the same part; the lock of a process that has ended is ignored", async () => {
  mirror = await startMirror(bytes, slow, whole);
  const first = download(10_000);
  await expect(download(10_000)).rejects.toMatchObject({ kind: "busy" });
  await first;
  writeFileSync(`${cachePath(`${mirror.url}v1/electron.zip`, "electron.zip")}.part.lock`, "999999999");
  await download(10_000);
  expect(readFileSync(target())).toEqual(bytes);
});
