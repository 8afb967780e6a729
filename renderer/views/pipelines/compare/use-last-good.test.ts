import { expect, it } from "vitest";
import { lastBefore } from "./use-last-good.ts";

const list = [{ id: 9 }, { id: 7 }, { id: 3 }];

it("is the newest success before a pipeline, never the pipeline itself", () => {
  expect(lastBefore(list, 9, false)?.id).toBe(7);
  expect(lastBefore(list, 8, true)?.id).toBe(7);
  expect(lastBefore(list, 3, false)).toBeNull();
});

it("is the newest of the target branch where none of it was before", () => {
  expect(lastBefore(list, 2, true)?.id).toBe(9);
  expect(lastBefore(list, 2, false)).toBeNull();
  expect(lastBefore([], 2, true)).toBeNull();
});
