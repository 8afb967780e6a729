import { expect, it } from "vitest";
import { totalText } from "./total-text.ts";

it("counts the items of a list in words", () => {
  expect(totalText({ total: 1, isPending: false }, "project")).toBe("1 project");
  expect(totalText({ total: 0, isPending: false }, "project")).toBe("0 projects");
  expect(totalText({ total: 1_200, isPending: false }, "project")).toBe(
    `${(1_200).toLocaleString()} projects`,
  );
});

it("reserves its line until the number is known, and has none where the service does not report one", () => {
  expect(totalText({ total: undefined, isPending: true }, "project")).toBeNull();
  expect(totalText({ total: undefined, isPending: false }, "project")).toBeUndefined();
});
