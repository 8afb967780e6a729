import { expect, it } from "vitest";
import { countFitting } from "./folding-row.tsx";

it.each([
  ["all, without a button", [100, 100], 204, 2],
  ["fewer, where one pixel is missing", [100, 100], 203, 1],
  ["as many as leave room for the button", [50, 50, 50], 140, 2],
  ["none, where there is hardly room", [100, 100], 60, 0],
  ["none of none", [], 0, 0],
])("%s", (_, widths, room, count) => {
  expect(countFitting(widths, room)).toBe(count);
});
