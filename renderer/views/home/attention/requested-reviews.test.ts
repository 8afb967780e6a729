import { expect, it } from "vitest";
import { requestedReviews } from "./requested-reviews.ts";

const request = (id: number, ...reviewers: number[]) => ({
  id,
  author: { id: 9 },
  reviewers: reviewers.map((reviewer) => ({ id: reviewer })),
});

it("adds what the user reviews to what the user is assigned to, each once", () => {
  expect(
    requestedReviews([request(1), request(2, 7)], [request(2, 7), request(3, 7, 8)], 7).map(({ id }) => id),
  ).toEqual([1, 2, 3]);
});

it("adds nothing of a service that ignores reviewers and lists all", () => {
  expect(requestedReviews([], [{ id: 1 }, request(2, 8)], 7)).toEqual([]);
});

it("leaves out the user's own", () => {
  const own = { ...request(1, 7), author: { id: 7 } };
  expect(requestedReviews([own, request(2)], [{ ...own, id: 3 }], 7).map(({ id }) => id)).toEqual([2]);
});
