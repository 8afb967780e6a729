import { expect, it } from "vitest";
import { readPaging } from "../../shared/api/contract/paging.ts";
import { gapAfter, pageAfter, repeats } from "./list-gap.ts";

const page = (data: readonly unknown[], headers: Record<string, string> = {}) => ({
  data,
  paging: readPaging(new Headers(headers)),
});

it("follows the numbers that a service gives, upwards only", () => {
  expect(pageAfter([page([1], { "x-next-page": "2", "x-per-page": "1" })], 1)).toBe(2);
  expect(pageAfter([page([1], { "x-next-page": "", "x-per-page": "1" })], 1)).toBeUndefined();
  expect(pageAfter([page([1], { "x-next-page": "1" })], 1)).toBeUndefined();
  expect(pageAfter([page([1], { "x-next-page": "7" })], 1)).toBe(2);
});

it("requests the next page where a service sends no paging headers, until one is empty or the same", () => {
  expect(pageAfter([page([1, 2])], 1)).toBe(2);
  expect(pageAfter([page([1, 2]), page([])], 2)).toBeUndefined();
  const same = [page([1, 2]), page([1, 2])];
  expect([pageAfter(same, 2), repeats(same)]).toEqual([undefined, true]);
});

it("reports what is missing where the next page repeats, or has no number", () => {
  expect(gapAfter(page([1], { "x-next-page": "1", "x-total": "9" }), 2, 40)).toMatchObject({
    reason: "repeats",
    have: 40,
    total: 9,
  });
  expect(gapAfter(page([1], { link: '<http://x/y?cursor=z>; rel="next"' }), 1, 20)?.reason).toBe("failed");
  expect(gapAfter(page([1], { "x-next-page": "3" }), 2, 40)).toBeUndefined();
});
