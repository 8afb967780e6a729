import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { AnyOperation } from "../../shared/api/contract/operation.ts";
import { operations } from "../../shared/api/index.ts";
import { canMount, type SmallDisk, smallDisk } from "../system/testing/small-disk.ts";
import { gitTextIn } from "./git/testing/test-repository.ts";
import { openStore } from "./store/schema/open-store.ts";
import { secretKey } from "./store/seal.ts";
import { roleInputs } from "./testing/roles/role-inputs.ts";
import {
  makeRoleScene,
  type RoleScene,
  type RoleService,
  roleService,
  statusOf,
} from "./testing/roles/role-scene.ts";
import { startServiceCli } from "./testing/service-process.ts";

const skipped = canMount ? "" : " (skipped: no file system can be mounted here)";

describe.skipIf(!canMount)(`on a full disk${skipped}`, () => {
  let disk: SmallDisk;
  let service: RoleService;
  let scene: RoleScene;
  const refused = new Set<string>();
  beforeAll(async () => {
    disk = smallDisk(64);
    service = roleService(disk.folder);
    scene = await makeRoleScene(service, "private");
    // As the start of the service does.
    secretKey(service.store);
  }, 120_000);
  afterAll(() => {
    service?.store.close();
    disk?.remove();
  });

  /** Calls an operation as an administrator while there is no space, and again when there is. */
  async function callTwice(operation: AnyOperation, name: string) {
    const input = await roleInputs[name]?.({ ...scene, service, caller: "administrator" });
    const reads = operation.method === "GET" && !operation.isAction;
    const refs = async () => (reads ? "" : await gitTextIn(scene.project.repositoryPath, ["for-each-ref"]));
    const before = await refs();
    // What the WAL has room for would be written.
    service.store.all("PRAGMA wal_checkpoint(TRUNCATE)");
    disk.fill();
    const onFullDisk = await statusOf(service, "administrator", operation, input as never);
    const after = await refs();
    disk.free();
    const isRefused = onFullDisk.status === 507;
    if (isRefused) expect(after).toBe(before);
    const again = isRefused
      ? await statusOf(service, "administrator", operation, input as never)
      : onFullDisk;
    return { onFullDisk, again, reads };
  }

  const documented = Object.entries(operations).filter(([, { extension }]) => extension === undefined);

  it.each(documented)("%s is refused and succeeds afterwards, or is done", async (name, operation) => {
    const { onFullDisk, again, reads } = await callTwice(operation, name);
    if (onFullDisk.status >= 400) {
      // What reads is served all the same.
      if (reads) expect([name, onFullDisk.body]).toEqual([]);
      refused.add(name);
      expect(onFullDisk).toMatchObject({
        status: 507,
        body: {
          reason: "disk_full",
          message: expect.stringContaining(disk.folder),
          details: expect.anything(),
        },
      });
    }
    expect([name, again.status < 400]).toEqual([name, true]);
    expect(service.errors).toEqual([]);
  });

  it("refuses most writes: SQLite and git had no room", () => {
    expect(refused.size).toBeGreaterThan(40);
  });
});

describe.skipIf(!canMount)(`starts${skipped}`, () => {
  const token = "hlv-administrator-on-a-full-disk";

  async function prepared(how: "ended" | "killed") {
    const disk = smallDisk(16);
    onTestFinished(() => disk.remove());
    const first = await startServiceCli({ folder: disk.folder, token });
    await first.call("POST", "/groups", { name: "Before", path: "before" });
    if (how === "killed") await first.kill();
    else {
      await first.kill();
      openStore(disk.folder).close();
    }
    return disk;
  }
  const start = async (disk: SmallDisk) => {
    const service = await startServiceCli({ folder: disk.folder, token });
    onTestFinished(service.kill);
    return service;
  };

  it.each(["ended", "killed"] as const)(
    "and reads on a full disk after one that was %s",
    async (how) => {
      const disk = await prepared(how);
      disk.fill();
      const { call } = await start(disk);
      expect(await call("GET", "/groups/before")).toMatchObject({ name: "Before" });
      const create = () =>
        call("POST", "/groups", { name: "After", path: "after", description: "x".repeat(9_000) });
      await expect(create()).rejects.toThrow(/507.*disk_full/);
      disk.free();
      expect(await create()).toMatchObject({ name: "After" });
    },
    60_000,
  );

  it.each(["ended", "killed"] as const)(
    "and reads on a read-only disk after one that was %s",
    async (how) => {
      const disk = await prepared(how);
      disk.setReadOnly(true);
      const { call } = await start(disk);
      expect(await call("GET", "/groups/before")).toMatchObject({ name: "Before" });
      const create = () => call("POST", "/groups", { name: "After", path: "after" });
      await expect(create()).rejects.toThrow(/507.*disk_read_only/);
      disk.setReadOnly(false);
      await expect.poll(() => create().catch(String), { timeout: 10_000 }).toMatchObject({ name: "After" });
    },
    60_000,
  );
});
