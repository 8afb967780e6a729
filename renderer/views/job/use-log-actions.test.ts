import { expect, it } from "vitest";
import { stepFinding } from "./use-log-actions.ts";

const findings = [{ line: 4 }, { line: 9 }, { line: 30 }];

it("begins with the first one and wraps around", () => {
  expect(stepFinding(findings, null, 1)).toBe(4);
  expect(stepFinding(findings, 17, 1)).toBe(4);
  expect(stepFinding(findings, 4, 1)).toBe(9);
  expect(stepFinding(findings, 30, 1)).toBe(4);
  expect(stepFinding(findings, 4, -1)).toBe(30);
  expect(stepFinding(findings, null, -1)).toBe(30);
  expect(stepFinding([], null, 1)).toBeNull();
});
