import { expect, test } from "vitest";
import { messageSearchState } from "./use-history.ts";

test("a search reads until a view is full, pauses, and continues to the end on demand", () => {
  const state = (read: number, matches: number, limit = 5_000, complete = false) =>
    messageSearchState({ read, matches, complete, limit });
  expect(state(100, 3)).toBe("reading");
  expect(state(4_900, 0)).toBe("reading");
  // A search pauses after a number of commits, and shows that.
  expect(state(5_000, 0)).toBe("paused");
  expect(state(5_000, 12)).toBe("paused");
  expect(state(300, 50)).toBe("paused");
  expect(state(5_000, 12, 10_000)).toBe("reading");
  expect(state(10_000, 12, 10_000)).toBe("paused");
  expect(state(7_300, 12, 10_000, true)).toBe("done");
});
