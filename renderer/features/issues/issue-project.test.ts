import { expect, it } from "vitest";
import { projectOfIssue } from "./issue-project.ts";

const issue = { project_id: 7, web_url: "" };

it("takes the project of an issue from its list, its reference, its address, or its id", () => {
  expect(projectOfIssue({ ...issue, references: { full: "g/p#3" } }, "a/b")).toBe("a/b");
  expect(projectOfIssue({ ...issue, references: { full: "g/s/p#3" } })).toBe("g/s/p");
  for (const path of ["g/p/issues/3", "g/p/-/issues/3", "g/p/-/work_items/3", "g/p/-/issues/incident/3"])
    expect(projectOfIssue({ ...issue, web_url: `https://code.example/${path}` })).toBe("g/p");
  expect(projectOfIssue(issue)).toBe("7");
});
