import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rounds } from "../../../shared/testing/rounds.ts";
import { type Fault, model, queueOn } from "../testing/queue-model.ts";
import { graceMs } from "./decide.ts";

describe("a queue beside everything that may happen", () => {
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
