import { expect, it } from "vitest";
import { projectsToRead } from "./account-jobs.tsx";

const paths = ["a", "gone", "b", "gone too", "c", "d"];
const isGone = (path: string) => path.startsWith("gone");

it.each([
  [1, ["a", "gone"]],
  [2, ["a", "gone", "b", "gone too"]],
  [3, ["a", "gone", "b", "gone too", "c"]],
  [9, paths],
])("reads %i projects that exist, beside those that are gone", (limit, expected) => {
  expect(projectsToRead(paths, limit, isGone)).toEqual(expected);
});

it("reads the first projects where nothing is known of any", () => {
  expect(projectsToRead(paths, 2, () => false)).toEqual(["a", "gone"]);
});
