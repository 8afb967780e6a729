import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listenForOpen, type OpenRequests, requestOpen } from "./open-requests.ts";

let folder = "";
let listening: OpenRequests | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "helve-open-"));
});
afterEach(async () => {
  await listening?.close();
  listening = null;
  rmSync(folder, { recursive: true, force: true });
});

function recorder() {
  const opened: (string | null)[] = [];
  const onOpen = async (url: string | null) => [`link ${opened.push(url)}`];
  return { opened, onOpen };
}

test("a later start hands its folder to the app that runs", async () => {
  const { opened, onOpen } = recorder();
  listening = await listenForOpen(folder, onOpen);
  expect(await requestOpen(folder, "file:///home/ada/app")).toEqual({ pid: process.pid, links: ["link 1"] });
  expect(await requestOpen(folder, null)).toEqual({ pid: process.pid, links: ["link 2"] });
  expect(opened).toEqual(["file:///home/ada/app", null]);
});

test("where no app runs, nothing takes the request", async () => {
  expect(await requestOpen(folder, "file:///home/ada/app")).toBeNull();
});

test.skipIf(process.platform === "win32")(
  "a socket that a killed app left is not a running app, and only this user may send requests",
  async () => {
    writeFileSync(join(folder, "open.sock"), "");
    listening = await listenForOpen(folder, async () => []);
    expect(listening).not.toBeNull();
    expect(statSync(join(folder, "open.sock")).mode & 0o777).toBe(0o600);
    await listening?.close();
    listening = null;
    expect(existsSync(join(folder, "open.sock"))).toBe(false);
  },
);

test("a second app does not take over from the first", async () => {
  listening = await listenForOpen(folder, async () => []);
  expect(await listenForOpen(folder, async () => [])).toBeNull();
});

test.skipIf(process.platform === "win32")("anything but a folder's URL is refused", async () => {
  const { opened, onOpen } = recorder();
  listening = await listenForOpen(folder, onOpen);
  expect(await requestOpen(folder, "https://example.test/")).toBeNull();
  await new Promise<void>((done) => {
    const socket = connect(join(folder, "open.sock"), () => socket.end("not JSON"));
    socket.once("close", () => done());
  });
  expect(opened).toEqual([]);
});
