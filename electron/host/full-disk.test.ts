import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { canMount, type SmallDisk, smallDisk } from "../system/testing/small-disk.ts";
import { ResponseCache } from "./cache/response-cache.ts";
import { createHost, type Host } from "./host.ts";
import { plainShell } from "./testing/host-in-folder.ts";

const skipped = canMount ? "" : " (skipped: no file system can be mounted here)";

function mounted(): SmallDisk {
  const disk = smallDisk(8);
  onTestFinished(() => disk.remove());
  return disk;
}

function start({ folder }: SmallDisk): Host {
  const host = createHost({ folder: join(folder, "host"), version: "1.2.3", shell: plainShell(folder) });
  onTestFinished(() => host.close());
  return host;
}

const send = (host: Host, method: string, path: string, body?: unknown) =>
  host.handle(
    new Request(`http://helve${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    }),
  );
const draft = (key: string) => `/documents/drafts/${key}`;
const patch = { notifications: { enabled: false } };

/** A host that has stored a draft. */
async function used(disk: SmallDisk): Promise<void> {
  const host = createHost({
    folder: join(disk.folder, "host"),
    version: "1.2.3",
    shell: plainShell(disk.folder),
  });
  expect((await send(host, "PUT", draft("first"), { value: "text" })).status).toBe(204);
  await host.close();
}

describe.skipIf(!canMount)(`the host on a disk that cannot be written to${skipped}`, () => {
  it.each([
    ["full", (disk: SmallDisk) => disk.fill(), (disk: SmallDisk) => disk.free(), "disk_full"],
    [
      "read-only",
      (disk: SmallDisk) => disk.setReadOnly(true),
      (disk: SmallDisk) => disk.setReadOnly(false),
      "disk_read_only",
    ],
  ])("that is %s starts, reads, refuses with the reason, and goes on", async (_, stop, resume, reason) => {
    const disk = mounted();
    await used(disk);
    stop(disk);
    const host = start(disk);
    expect(await (await send(host, "GET", draft("first"))).json()).toMatchObject({ value: "text" });
    const long = "x".repeat(200_000);
    for (const [method, path, body] of [
      ["PUT", draft("second"), { value: long }],
      ["PATCH", "/settings", patch],
    ] as const) {
      const refused = await send(host, method, path, body);
      expect(await refused.json()).toMatchObject({
        code: "refused",
        reason,
        changed: "no",
        message: expect.stringContaining(disk.folder),
      });
    }
    expect((await send(host, "GET", "/settings")).status).toBe(200);
    resume(disk);
    const saved = async () => (await send(host, "PUT", draft("second"), { value: long })).status;
    await expect.poll(saved, { timeout: 5_000 }).toBe(204);
    expect((await send(host, "GET", draft("first"))).status).toBe(200);
    expect(existsSync(join(disk.folder, "host", "documents.db.broken"))).toBe(false);
  });

  it("starts without anything on disk, and stores once there is space", async () => {
    const disk = mounted();
    disk.fill();
    const host = start(disk);
    expect((await send(host, "PUT", draft("first"), { value: "text" })).status).toBeGreaterThanOrEqual(400);
    disk.free();
    const saved = async () => (await send(host, "PUT", draft("first"), { value: "text" })).status;
    await expect.poll(saved, { timeout: 5_000 }).toBe(204);
    expect(existsSync(join(disk.folder, "host", "documents.db"))).toBe(true);
  });

  it.each(["full", "read-only"])("caches nothing, and throws nothing, on a %s one", async (kind) => {
    const disk = mounted();
    const limit = () => 100 * 1024 * 1024;
    const open = () => new ResponseCache(disk.folder, limit, () => false);
    const before = open();
    before.put("a", "/before", new Headers(), new Uint8Array(10));
    before.close();
    if (kind === "full") disk.fill();
    else disk.setReadOnly(true);
    const cache = open();
    expect(cache.get("a", "/before", () => true)?.body()?.byteLength).toBe(10);
    cache.put("a", "/after", new Headers(), new Uint8Array(1024 * 1024));
    cache.confirm("a", "/before");
    cache.delete("a", "/none");
    // Written in the background.
    await delay(200);
    cache.trim();
    expect(cache.get("a", "/before", () => true)?.body()?.byteLength).toBe(10);
    if (kind === "full") {
      disk.free();
      cache.put("a", "/after", new Headers(), new Uint8Array(1024 * 1024));
      await delay(200);
      expect(cache.get("a", "/after", () => true)?.body()?.byteLength).toBe(1024 * 1024);
    }
    cache.close();
  });
});
