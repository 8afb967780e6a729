import fc from "fast-check";
import { expect, it } from "vitest";
import { countFittingLabels, labelRoom } from "./fit-labels.ts";

it("shows the labels that have room, beside the count of the others", () => {
  const labels = ["bug", "needs review", "backend"];
  expect(countFittingLabels(labels, 500)).toBe(3);
  expect(countFittingLabels(labels, 210)).toBe(2);
  expect(countFittingLabels(labels, 90)).toBe(1);
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
  const row = { width: 992, showProject: false, votes: 0, title: "a".repeat(40) };
  expect(labelRoom(row)).toBe(992 - 424 - 280);
  expect(labelRoom({ ...row, votes: 1 })).toBe(992 - 424 - 28 - 280);
  expect(labelRoom({ ...row, showProject: true, title: "a".repeat(70) })).toBeCloseTo((992 - 556) / 3);
  // A narrow row has fewer people, and a shorter name of a project.
  const narrow = { ...row, width: 868 };
  expect(labelRoom(narrow)).toBe(868 - 402 - 280);
  expect(labelRoom({ ...narrow, showProject: true, title: "Short" })).toBe(868 - 494 - 35);
  expect(labelRoom({ ...narrow, width: 320 })).toBeCloseTo(224 / 3);
});
