import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dayLabel } from "./day-label.ts";

beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 2, 2, 9, 30) }));
afterEach(() => void vi.useRealTimers());

it("names today and yesterday, beside the date", () => {
  expect(dayLabel(new Date(2026, 2, 2, 0, 5))).toMatch(/^Today, .*2026/);
  expect(dayLabel(new Date(2026, 2, 1, 23, 55))).toMatch(/^Yesterday, .*2026/);
});

it("writes any other day in full, also one that is ahead", () => {
  for (const date of [new Date(2026, 1, 28), new Date(2026, 2, 3)])
    expect(dayLabel(date)).toMatch(/^(?!Today|Yesterday).*2026/);
});
