import { expect, it } from "vitest";
import { idleMs, liveMs, pollMs } from "./poll-intervals.ts";

it("polls what runs often, what waits for a time or a person now and then, and what has ended never", () => {
  expect(pollMs(["success", "running"])).toBe(liveMs);
  expect(pollMs(["manual", "pending"])).toBe(liveMs);
  expect([pollMs(["manual"]), pollMs(["success", "scheduled"])]).toEqual([idleMs, idleMs]);
  expect([pollMs(["success", "failed", "canceled", "skipped"]), pollMs([])]).toEqual([undefined, undefined]);
});
