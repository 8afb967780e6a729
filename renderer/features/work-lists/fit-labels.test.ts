import fc from "fast-check";
import { expect, it } from "vitest";
import { countFittingLabels } from "./fit-labels.ts";

it("shows the labels that have room, beside the count of the others", () => {
  const labels = ["bug", "needs review", "backend"];
  expect(countFittingLabels(labels, 500)).toBe(3);
  expect(countFittingLabels(labels, 200)).toBe(2);
  expect(countFittingLabels(labels, 80)).toBe(1);
  expect(countFittingLabels(labels, 40)).toBe(0);
  expect(countFittingLabels(labels, 0)).toBe(0);
  expect(countFittingLabels([], 0)).toBe(0);
});

it("never shows fewer labels in more room", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 30 }), { maxLength: 8 }),
      fc.nat(600),
      fc.nat(200),
      (labels, room, more) => {
        const count = countFittingLabels(labels, room);
        expect(count).toBeLessThanOrEqual(labels.length);
        expect(countFittingLabels(labels, room + more)).toBeGreaterThanOrEqual(count);
      },
    ),
  );
});
