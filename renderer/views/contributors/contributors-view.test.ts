import { expect, test } from "vitest";
import { signedLines } from "./contributors-view.tsx";

test("lines that were not counted are not shown as zero", () => {
  expect(signedLines("+", null)).toBe("Not counted");
  expect(signedLines("+", 0)).toBe("+0");
  expect(signedLines("−", 1200)).toBe("−1,200");
});
