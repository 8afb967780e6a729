import { expect, it } from "vitest";
import { idleMs, liveMs, pollMs } from "./use-live-pipelines.ts";

it("polls running states often, delayed and manual ones rarely, and ended ones never", () => {
  expect(pollMs(["success", "running"])).toBe(liveMs);
  expect(pollMs(["manual", "pending"])).toBe(liveMs);
  expect([pollMs(["manual"]), pollMs(["success", "scheduled"])]).toEqual([idleMs, idleMs]);
  expect([pollMs(["success", "failed", "canceled", "skipped"]), pollMs([])]).toEqual([undefined, undefined]);
});
