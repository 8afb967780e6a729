import { expect, it } from "vitest";
import { createScrollScale } from "./scroll-scale.ts";

it("keeps positions as they are where a browser can lay the list out", () => {
  const scale = createScrollScale(1_200_000 * 12, 600);
  expect(scale.isScaled).toBe(false);
  expect(scale.toNative(1_234_567)).toBe(1_234_567);
  expect(scale.end).toBe(14_400_000 - 600);
  expect(createScrollScale(100, 600).end).toBe(0);
});

it("reaches both ends of a longer list exactly, and its middle proportionally", () => {
  const scale = createScrollScale(400_000_000, 600);
  expect(scale.height).toBe(15_000_000);
  expect(scale.toNative(scale.end)).toBe(15_000_000 - 600);
  expect(scale.toPosition(15_000_000 - 600)).toBe(scale.end);
  expect(scale.toPosition(15_000_000 - 700)).toBe(scale.end - 100);
  expect(scale.toNative(4_000)).toBe(4_000);
  for (const position of [0, 499_999, 500_001, 200_000_000, scale.end - 500_001, scale.end - 3]) {
    expect(scale.toPosition(scale.toNative(position))).toBeCloseTo(position, 1);
  }
  expect(scale.toPosition(7_500_000 - 300)).toBeCloseTo(200_000_000 - 300, 0);
});
