import { describe, expect, it } from "vitest";
import { lane, type ModelRequest, model, queueOn, shaOf, stateOf } from "../testing/queue-model.ts";
import { graceMs } from "./decide.ts";
import { MergeQueue } from "./merge-queue.ts";
import type { StoredQueue } from "./queue-file.ts";

describe("the merge queue", () => {
  it("merges in order: rebases what is behind, waits for its pipeline, and goes on", async () => {
    const service = model(2, 1);
    const home = queueOn(service);
    const { world } = service;
    for (const iid of [1, 2]) await home.add(iid, world.headOf(iid));
    await home.step();
    expect(world.merges).toMatchObject([{ iid: 1 }]);
    await home.step();
    expect(stateOf(home.queue, 1)).toEqual({ state: "merged", reason: "Merged into main" });
    await home.step();
    await home.step();
    expect(stateOf(home.queue, 2)).toEqual({
      state: "waiting",
      reason: `Rebased to ${world.headOf(2).slice(0, 8)}.`,
    });
    await home.step();
    expect(stateOf(home.queue, 2)?.reason).toBe("Its pipeline is running.");
    world.get(2).pipeline = "success";
    await home.step();
    await home.step();
    expect(stateOf(home.queue, 2)?.state).toBe("merged");
    expect(
      home.queue.state.entries[1]?.journal.map(({ text }) => text.replace(/\b[0-9a-f]{8}\b/, "HEAD")),
    ).toEqual([
      "Queued at HEAD.",
      "Rebasing onto main.",
      "Rebased to HEAD.",
      "Its pipeline is running.",
      "Merging HEAD.",
      "Merged into main",
    ]);
  });

  it.each([
    [
      "new commits",
      (request: ModelRequest) => (request.content = "more"),
      /^New commits since it was queued/,
    ],
    ["too few approvals", (request: ModelRequest) => (request.approvals = 0), /^It needs 1 more approval/],
    [
      "a failed pipeline",
      (request: ModelRequest) => (request.pipeline = "failed"),
      /^Its pipeline ended with: failed/,
    ],
    [
      "another target",
      (request: ModelRequest) => (request.target = "next"),
      /^Its target branch is next now/,
    ],
    ["a draft", (request: ModelRequest) => (request.draft = true), /^It is a draft/],
    ["a closed one", (request: ModelRequest) => (request.state = "closed"), /^It was closed/],
  ])("stops at %s, says why, and goes on with the next", async (_, change, reason) => {
    const service = model(2, 1);
    const home = queueOn(service);
    for (const iid of [1, 2]) await home.add(iid, service.world.headOf(iid));
    change(service.world.get(1));
    await home.step();
    expect(stateOf(home.queue, 1)).toEqual({ state: "stopped", reason: expect.stringMatching(reason) });
    await home.step();
    expect(service.world.merges.map(({ iid }) => iid)).toEqual([2]);
  });

  it("refuses a head that its reader did not see", async () => {
    const service = model(1, 0);
    const home = queueOn(service);
    await expect(home.add(1, shaOf("old"))).rejects.toMatchObject({ problem: { code: "conflict" } });
    expect(home.queue.state.entries).toEqual([]);
  });

  it("has the intent of a write on the disk before it is sent, and sends nothing where the disk is full", async () => {
    const service = model(1, 0);
    const seen: string[] = [];
    let isFull = false;
    let disk: StoredQueue = { entries: [], paused: [] };
    const queue = new MergeQueue({
      store: {
        load: () => disk,
        save(next) {
          if (isFull) throw Object.assign(new Error("full"), { code: "ENOSPC" });
          disk = structuredClone(next);
        },
      },
      service: {
        ...service.service,
        async merge(target, sha) {
          seen.push(disk.entries[0]?.state ?? "");
          await service.service.merge(target, sha);
        },
      },
      onChange: () => undefined,
      onEnd: () => undefined,
    });
    await queue.add({ ...lane, iid: 1, title: "Work", sha: service.world.headOf(1) });
    isFull = true;
    await queue.step();
    expect([seen, service.world.merges]).toEqual([[], []]);
    isFull = false;
    await queue.step();
    expect(seen).toEqual(["merging"]);
  });

  it("begins nothing while it is paused, and follows the order that the user gives it", async () => {
    const service = model(3, 0);
    const home = queueOn(service);
    for (const iid of [1, 2, 3]) await home.add(iid, service.world.headOf(iid));
    home.queue.pause(lane, true);
    await home.step();
    expect(service.world.merges).toEqual([]);
    const [first, second, third] = home.queue.state.entries;
    if (!first || !second || !third) throw new Error("Three were queued");
    home.queue.order([third.key, first.key, second.key]);
    home.queue.remove(first.key);
    home.restart();
    expect(home.queue.state.entries.map(({ iid }) => iid)).toEqual([3, 2]);
    home.queue.pause(lane, false);
    await home.step();
    expect(service.world.merges.map(({ iid }) => iid)).toEqual([3]);
  });

  it("looks at the service before it acts again, after a lost response and after a kill", async () => {
    for (const fault of ["lost-after", "killed-after"] as const) {
      const service = model(1, 0);
      const home = queueOn(service);
      await home.add(1, service.world.headOf(1));
      service.world.fault = fault;
      await home.step();
      home.restart();
      await home.step();
      expect(service.world.merges).toHaveLength(1);
      expect(stateOf(home.queue, 1)?.state).toBe("merged");
    }
  });

  it("stops where somebody pushes while it rebases, and where somebody pushes before the merge", async () => {
    for (const behind of [0, 1]) {
      const service = model(1, 0);
      const home = queueOn(service);
      await home.add(1, service.world.headOf(1));
      service.world.tip += behind;
      service.world.fault = "raced";
      await home.step();
      home.pass(graceMs * 2);
      await home.step();
      expect(stateOf(home.queue, 1)).toMatchObject({
        state: "stopped",
        reason: expect.stringMatching(/changed/),
      });
      expect(service.world.merges).toEqual([]);
    }
  });
});
