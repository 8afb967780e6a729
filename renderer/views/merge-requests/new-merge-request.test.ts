import { expect, test } from "vitest";
import { proposedTitle } from "./new-merge-request.tsx";

test("one commit names its merge request", () => {
  expect(proposedTitle("fix/a-b", [{ title: "Fix the tide" }])).toBe("Fix the tide");
});

test("several commits take the branch's name as words", () => {
  const commits = [{ title: "One" }, { title: "Two" }];
  expect(proposedTitle("feature/berth-planning_again", commits)).toBe("Berth planning again");
  expect(proposedTitle("main", [])).toBe("Main");
});

test("nothing is proposed before the commits are known", () => {
  expect(proposedTitle("topic", undefined)).toBe("");
  expect(proposedTitle("", [{ title: "One" }])).toBe("");
});
