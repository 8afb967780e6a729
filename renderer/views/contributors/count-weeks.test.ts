import { expect, test } from "vitest";
import { countWeeks } from "./count-weeks.ts";

const at = (date: string) => Date.parse(date);

test("weeks begin on Monday and leave no gap", () => {
  const weeks = countWeeks([
    at("2026-02-02T00:00:00Z"),
    at("2026-02-08T23:59:59Z"),
    at("2026-02-17T12:00:00Z"),
  ]);
  expect(weeks.map(({ count }) => count)).toEqual([2, 0, 1]);
  expect(new Date(weeks[0]?.start ?? 0).toISOString()).toBe("2026-02-02T00:00:00.000Z");
});

test("nothing has no weeks, and a range can be given", () => {
  expect(countWeeks([])).toEqual([]);
  expect(countWeeks([at("2026-02-03")], at("2026-02-01"), at("2026-02-10"))).toHaveLength(3);
});
