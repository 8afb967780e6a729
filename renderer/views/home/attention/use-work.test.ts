import { expect, it } from "vitest";
import { withReviews } from "./use-work.ts";

const request = (id: number, ...reviewers: number[]) => ({
  id,
  reviewers: reviewers.map((reviewer) => ({ id: reviewer })),
});

it("adds what the user reviews to what the user is assigned to, each once", () => {
  expect(
    withReviews([request(1), request(2, 7)], [request(2, 7), request(3, 7, 8)], 7).map(({ id }) => id),
  ).toEqual([1, 2, 3]);
});

it("adds nothing of a service that ignores reviewers and lists all", () => {
  expect(withReviews([], [{ id: 1 }, request(2, 8)], 7)).toEqual([]);
});
