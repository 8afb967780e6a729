import fc from "fast-check";
import { expect, it } from "vitest";
import { countFittingLabels, labelRoom } from "./fit-labels.ts";

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

it("leaves labels what the columns and the title leave, a third of it at least", () => {
  const row = { list: 1024, showProject: false, votes: 0, title: "a".repeat(40) };
  expect(labelRoom(row)).toBe(1024 - 456 - 280);
  expect(labelRoom({ ...row, votes: 1 })).toBe(1024 - 456 - 28 - 280);
  expect(labelRoom({ ...row, showProject: true, title: "a".repeat(70) })).toBeCloseTo((1024 - 588) / 3);
  // A narrow list has fewer people, and a shorter name of a project.
  const narrow = { ...row, list: 900 };
  expect(labelRoom(narrow)).toBe(900 - 434 - 280);
  expect(labelRoom({ ...narrow, showProject: true, title: "Short" })).toBe(900 - 526 - 35);
  expect(labelRoom({ ...narrow, list: 320 })).toBeCloseTo(224 / 3);
});
