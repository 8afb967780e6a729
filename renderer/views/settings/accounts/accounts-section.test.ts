import { expect, it } from "vitest";
import { movedBy, movedTo } from "./accounts-section.tsx";

const ids = ["a", "b", "c", "d"];

it("moves an account to the position of another", () => {
  expect(movedTo(ids, "a", "c")).toEqual(["b", "c", "a", "d"]);
  expect(movedTo(ids, "d", "a")).toEqual(["d", "a", "b", "c"]);
  expect(movedTo(ids, "x", "a")).toBe(ids);
});

it("moves by steps within the ends", () => {
  expect(movedBy(ids, "b", 1)).toEqual(["a", "c", "b", "d"]);
  expect(movedBy(ids, "a", -1)).toBe(ids);
  expect(movedBy(ids, "d", 1)).toBe(ids);
});
