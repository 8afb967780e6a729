import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProblemError } from "../../../shared/errors.ts";
import type { NewQueued, QueueLane } from "../../../shared/host/merge-queue.ts";
import { rounds } from "../../../shared/testing/rounds.ts";
import { graceMs } from "./decide.ts";
import { MergeQueue } from "./merge-queue.ts";
import type { StoredQueue } from "./queue-file.ts";
import type { QueueService } from "./queue-service.ts";

const project = "team/app";
const lane: QueueLane = { accountId: "1", project, targetBranch: "main" };
const shaOf = (text: string) => Buffer.from(text).toString("hex").padEnd(40, "0").slice(0, 40);

/** A merge request on the model of a service. `content` is what its commits do; a rebase keeps it. */
interface ModelRequest {
  state: "opened" | "merged" | "closed";
  target: string;
  content: string;
  /** Tip of the target that it is based on. */
  base: number;
  approvals: number;
  pipeline: "success" | "running" | "failed" | null;
  draft: boolean;
}

/**
 * What happens to a write: it works, somebody pushes right before it, it is refused, or its response or Helve's process is lost
 * before or after it took effect.
 */
type Fault = "none" | "raced" | "refused" | "lost-before" | "lost-after" | "killed-before" | "killed-after";

class Killed extends Error {}

function model(count: number, required: number) {
  const requests = new Map<number, ModelRequest>();
  for (let iid = 1; iid <= count; iid++) {
    requests.set(iid, {
      state: "opened",
      target: "main",
      content: `work ${iid}`,
      base: 0,
      approvals: required,
      pipeline: "success",
      draft: false,
    });
  }
  const world = {
    requests,
    tip: 0,
    fault: "none" as Fault,
    /** Whether the process ended within a write: nothing more reaches the disk. */
    isKilled: false,
    isAway: false,
    /** Merges that took effect: what was merged, and what was known then. */
    merges: [] as { iid: number; content: string; approvals: number; byQueue: boolean }[],
    merge(iid: number, byQueue: boolean) {
      const request = get(iid);
      request.state = "merged";
      world.tip++;
      world.merges.push({ iid, content: request.content, approvals: request.approvals, byQueue });
    },
    get,
    headOf,
  };
  function get(iid: number): ModelRequest {
    const request = requests.get(iid);
    if (!request) throw new Error(`There is no !${iid}`);
    return request;
  }
  function headOf(iid: number): string {
    const { content, base } = get(iid);
    return shaOf(`${iid}${base}${content}`);
  }
  const away = () => new ProblemError({ code: "offline", message: "Away", changed: "no" });
  const write = (iid: number, effect: () => void, check: () => void) => {
    const { fault } = world;
    world.fault = "none";
    if (fault === "raced") get(iid).content = `raced ${get(iid).content}`;
    if (world.isAway) throw away();
    if (fault.startsWith("killed")) world.isKilled = true;
    if (fault === "killed-before") throw new Killed();
    if (fault === "lost-before")
      throw new ProblemError({ code: "uncertain_write", message: "Lost", changed: "unknown" });
    if (fault === "refused")
      throw new ProblemError({ code: "refused", message: "No", status: 405, changed: "no" });
    check();
    effect();
    if (fault === "killed-after") throw new Killed();
    if (fault === "lost-after")
      throw new ProblemError({ code: "uncertain_write", message: "Lost", changed: "unknown" });
  };
  const refuse = (status: number) =>
    new ProblemError({ code: "refused", message: "No", status, changed: "no" });
  const service: QueueService = {
    async read({ iid }) {
      if (world.isAway) throw away();
      const { target, content, pipeline } = get(iid);
      return {
        sha: headOf(iid),
        targetBranch: target,
        fingerprint: content,
        hasPipeline: pipeline !== null,
      };
    },
    async observe({ iid }) {
      if (world.isAway) throw away();
      const { state, target, content, base, approvals, pipeline, draft } = get(iid);
      return {
        mergeRequest: {
          state,
          sha: headOf(iid),
          target_branch: target,
          draft,
          work_in_progress: draft,
          merge_status: "can_be_merged",
          diverged_commits_count: world.tip - base,
          head_pipeline: pipeline && { status: pipeline, sha: headOf(iid) },
        },
        approvals: { required, left: Math.max(0, required - approvals) },
        fingerprint: content,
        project: { needsPipeline: true, takesSkipped: false, needsResolved: false },
      };
    },
    async rebase({ iid }) {
      write(
        iid,
        () => {
          get(iid).base = world.tip;
          get(iid).pipeline = "running";
        },
        () => undefined,
      );
    },
    async merge({ iid }, sha) {
      write(
        iid,
        () => world.merge(iid, true),
        () => {
          if (get(iid).state !== "opened") throw refuse(405);
          if (headOf(iid) !== sha) throw refuse(409);
        },
      );
    },
  };
  return { world, service };
}

/** A queue on a model, whose disk survives `restart`. */
function queueOn({ service, world }: ReturnType<typeof model>) {
  let disk: StoredQueue = { entries: [], paused: [] };
  let now = 1_700_000_000_000;
  const start = () =>
    new MergeQueue({
      store: {
        load: () => structuredClone(disk),
        save(queue) {
          if (!world.isKilled) disk = structuredClone(queue);
        },
      },
      service,
      onChange: () => undefined,
      onEnd: () => undefined,
      now: () => now,
    });
  let queue = start();
  return {
    get queue() {
      return queue;
    },
    restart() {
      world.isKilled = false;
      queue = start();
    },
    pass(ms: number) {
      now += ms;
    },
    /** Looks once; a kill within is a restart from the disk. */
    async step() {
      await queue.step();
      if (world.isKilled) this.restart();
    },
    async add(iid: number, sha: string) {
      const added: NewQueued = { ...lane, iid, title: `Work ${iid}`, sha };
      return queue.add(added);
    },
  };
}

const stateOf = (queue: MergeQueue, iid: number) => {
  const entry = queue.state.entries.find((each) => each.iid === iid);
  return entry && { state: entry.state, reason: entry.reason };
};

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

  type Act =
    | { readonly kind: "step" | "restart" | "away" | "back" | "late" | "move-target" }
    | {
        readonly kind:
          | "push"
          | "approve"
          | "revoke"
          | "pass"
          | "fail"
          | "retarget"
          | "merge"
          | "close"
          | "add"
          | "remove";
        readonly iid: number;
      }
    | { readonly kind: "fault"; readonly fault: Fault };
  const iid = fc.integer({ min: 1, max: 3 });
  const act: fc.Arbitrary<Act> = fc.oneof(
    { arbitrary: fc.constant<Act>({ kind: "step" }), weight: 8 },
    fc.record({
      kind: fc.constantFrom("restart", "away", "back", "late", "move-target"),
    }) as fc.Arbitrary<Act>,
    fc.record({
      kind: fc.constantFrom(
        "push",
        "approve",
        "revoke",
        "pass",
        "fail",
        "retarget",
        "merge",
        "close",
        "add",
        "remove",
      ),
      iid,
    }) as fc.Arbitrary<Act>,
    fc.record({
      kind: fc.constant("fault" as const),
      fault: fc.constantFrom<Fault>(
        "raced",
        "refused",
        "lost-before",
        "lost-after",
        "killed-before",
        "killed-after",
      ),
    }),
  );

  it("never merges what nobody approved or what was not queued, whatever happens beside it", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { maxLength: 60 }),
        fc.integer({ min: 0, max: 1 }),
        async (acts, required) => {
          const service = model(3, required);
          const { world } = service;
          const home = queueOn(service);
          /** Contents that were queued for each merge request and not removed since. */
          const queued = new Map<number, Set<string>>();
          const add = async (id: number) => {
            if (world.isAway || world.get(id).target !== "main") return;
            const isNew = !home.queue.state.entries.some(
              (e) => e.iid === id && e.state !== "merged" && e.state !== "stopped",
            );
            await home.add(id, world.headOf(id));
            if (isNew) queued.set(id, new Set([world.get(id).content]));
          };
          for (const id of [1, 2, 3]) await add(id);
          let pushes = 0;
          for (const each of acts) {
            switch (each.kind) {
              case "step":
                await home.step();
                break;
              case "restart":
                home.restart();
                break;
              case "away":
              case "back":
                world.isAway = each.kind === "away";
                break;
              case "late":
                home.pass(graceMs * 2);
                break;
              case "move-target":
                world.tip++;
                break;
              case "fault":
                world.fault = each.fault;
                break;
              case "push":
                Object.assign(world.get(each.iid), { content: `push ${++pushes}`, pipeline: "success" });
                break;
              case "approve":
              case "revoke":
                world.get(each.iid).approvals = each.kind === "approve" ? required : 0;
                break;
              case "pass":
              case "fail":
                world.get(each.iid).pipeline = each.kind === "pass" ? "success" : "failed";
                break;
              case "retarget":
                world.get(each.iid).target = "next";
                break;
              case "merge":
                if (world.get(each.iid).state === "opened") world.merge(each.iid, false);
                break;
              case "close":
                if (world.get(each.iid).state === "opened") world.get(each.iid).state = "closed";
                break;
              case "add":
                await add(each.iid);
                break;
              case "remove": {
                const entry = home.queue.state.entries.find((e) => e.iid === each.iid);
                if (entry) home.queue.remove(entry.key);
                break;
              }
            }
          }
          // When all is quiet, every entry comes to its end.
          world.isAway = false;
          world.fault = "none";
          home.restart();
          for (let round = 0; round < 60; round++) {
            for (const request of world.requests.values())
              if (request.pipeline === "running") request.pipeline = "success";
            home.pass(graceMs * 2);
            await home.step();
          }
          expect(home.queue.pending).toBe(0);
          const own = world.merges.filter(({ byQueue }) => byQueue);
          for (const merge of own) {
            expect(queued.get(merge.iid)).toContain(merge.content);
            expect(merge.approvals).toBeGreaterThanOrEqual(required);
          }
          expect(new Set(world.merges.map((merge) => merge.iid)).size).toBe(world.merges.length);
          for (const { state, reason, iid: id } of home.queue.state.entries) {
            expect(reason).not.toBe("");
            if (state === "merged") expect(world.get(id).state).toBe("merged");
          }
        },
      ),
      { numRuns: rounds(400, 60) },
    );
  });
});
